// The study in a few sentences: each counts what tests, tables and findings of the program say.
const sentence = (part, title, ...children) => html("li", { "data-part": part }, html("b", {}, title), " ", ...children);
const listed = (texts) => (texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`);
const countedBy = (items, key) => {
  const counts = new Map();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
};

/** Who has the least, as `regretta rank` says it. */
const bestSentences = () => {
  return data.summary.rivals.least.map((text, k) => {
    const end = text.indexOf(":") + 1;
    return sentence(`best-${k === 0 ? "regret" : "violation"}`, text.slice(0, end), text.slice(end + 1));
  });
};

const beforeNote = () => (data.summary.rivals.before ? html("p", { "data-part": "before" }, data.summary.rivals.before) : null);

/** What follows from that. */
const adviceNote = () => {
  const { rivals } = data.summary;
  const texts = [...rivals.advice, rivals.open].filter(Boolean);
  return texts.length === 0 ? null : html("p", { "data-part": "advice" }, texts.join(" "));
};

const corruptionSentence = () => {
  const lines = data.summary.corruption;
  if (lines.length === 0) return null;
  const told = ["regret", "violation"].map((quantity) => {
    const own = lines.filter((line) => line.quantity === quantity);
    const counts = countedBy(own, (line) => line.standing);
    const of = (standing) => counts.get(standing) ?? 0;
    const largest = (standing) => {
      const line = own.filter((one) => one.standing.startsWith(standing)).sort((a, b) => Math.abs(b.mean) - Math.abs(a.mean))[0];
      return line ? ` (the most by ${separated(line.text)}, ${cells[line.cell].learnerLabel}, `
        + `C from ${separated(line.C[0])} to ${separated(line.C[1])})` : "";
    };
    return `${quantity} rose significantly in ${of("worse")} of ${counted(own.length, "comparison")}${largest("worse")}`
      + ` and fell in ${of("better")}${largest("better")}`;
  });
  return sentence("corruption", "Corruption, the most against the least:", `${told.join("; ")}.`);
};

const theoremSentence = () => {
  const { lines, reason } = data.ledger;
  if (reason) return sentence("theorems", "Theorems:", `not compared: ${reason}.`);
  const counts = countedBy(lines, (line) => line.verdict);
  if (lines.every((line) => line.verdict === "not applicable")) return sentence("theorems", "Theorems:", `none applies to any cell.`);
  const order = ["violated", "doubtful", "holds", "holds so far", "vacuous", "not applicable", "no trials"];
  const texts = order.filter((word) => counts.has(word) || word === "violated").map((word) => `${grouped(counts.get(word) ?? 0)} ${word}`);
  return sentence("theorems", "Theorems:", `of ${counted(lines.length, "line")}, ${listed(texts)}.`);
};

const distrustSentence = () => {
  const heavy = data.diagnosis.filter((finding) => finding.severity !== "remark");
  return sentence("distrust", "Reasons to distrust it:", heavy.length === 0 ? "nothing but remarks."
    : html("span", {}, `${counted(heavy.length, "warning")}: ${listed(heavy.map((finding) => finding.kind))}, `,
      html("a", { href: "#diagnosis" }, "to be read first"), "."));
};

const wordsView = () => section("summary", "Summary", beforeNote(), html("ul", {},
  [...bestSentences(), corruptionSentence(), theoremSentence(), distrustSentence()].filter(Boolean)),
adviceNote(), html("p", { class: "note" }, "Significance is by tests paired by trial. The probability of any wrong statement is at most ",
  "0.05 for the first two lines together, and at most 0.05 for the changes with corruption, unless trials too rare to be seen decide."));

/** Links to the sections of the page. */
const contents = () => html("nav", { id: "contents", "aria-label": "Contents" },
  [...document.querySelectorAll("section[id]")].map((part) => html("a", { href: `#${part.id}` }, part.querySelector("h2").textContent)));

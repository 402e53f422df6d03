// The study in a few sentences: each counts what tests, tables and findings of the program say.
const sentence = (part, title, ...children) => html("li", { "data-part": part }, html("b", {}, title), " ", ...children);
const listed = (texts) => (texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`);
const bySize = (counts) => [...counts].sort(([, a], [, b]) => b - a);
const countedBy = (items, key) => {
  const counts = new Map();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
};

/** Who has the least, by tests that are wrong anywhere on the page with probability 0.05 at most. */
const bestSentence = (quantity) => {
  const title = `Least ${quantity}:`;
  if (data.summary.best === null) return sentence(`best-${quantity}`, title, `not tested: ${data.summary.reason}.`);
  if (data.learners.length < 2) return null;
  const best = data.summary.best.filter(([, name]) => name === quantity).map(([cell]) => cells[cell]);
  const all = settings.size;
  const where = all === 1 ? "" : ` in ${grouped(best.length)} of ${grouped(all)} settings`;
  if (best.length === 0) {
    const lowest = bySize(countedBy(leastMeans(quantity), (cell) => cell.learnerLabel)).slice(0, 3).map(([label, n]) => (all === 1 ? label : `${label} (${grouped(n)})`));
    return sentence(`best-${quantity}`, title, `no learner has significantly less than every other${all === 1 ? "" : ` in any of the ${grouped(all)} settings`}`,
      lowest.length > 0 ? `; lowest mean: ${listed(lowest)} (regretta rank lists all that may be best).` : ".");
  }
  const named = bySize(countedBy(best, (cell) => cell.learnerLabel));
  const names = named.slice(0, 3).map(([label, n]) => (named.length === 1 ? label : `${label} (${grouped(n)})`));
  const others = named.length > 3 ? [`${grouped(named.length - 3)} more`] : [];
  const first = best.find((cell) => cell.learnerLabel === named[0][0]);
  const outright = data.summary.best.filter(([, name, sure]) => name === quantity && sure).length;
  const rests = outright === best.length ? "" : outright === 0 ? ", unless trials too rare to be seen undo it" : `, unless trials too rare to be seen undo ${grouped(best.length - outright)} of these`;
  return sentence(`best-${quantity}`, title, `${listed([...names, ...others])}, with significantly less than every other learner${where}`,
    rests, quantity === "regret" ? priceOf(first) : "", ".");
};

/** The cell with the least mean in each setting. */
const leastMeans = (quantity) => {
  const least = new Map();
  for (const cell of cells) {
    const mean = statistic(cell, quantity)?.mean, other = least.get(cell.setting);
    if (isNumber(mean) && !(other && statistic(other, quantity).mean <= mean)) least.set(cell.setting, cell);
  }
  return [...least.values()];
};

/** The violation of the learner with the least regret, beside the least of its setting. */
const priceOf = (cell) => {
  const least = settingOf(cell).filter((other) => isNumber(statistic(other, "violation")?.mean))
    .reduce((a, b) => (statistic(b, "violation").mean < statistic(a, "violation").mean ? b : a), cell);
  return least === cell ? "" : `; its violation is ${cell.violation.text} (cell ${cell.cell}), that of ${least.learnerLabel} there ${least.violation.text}`;
};

const corruptionSentence = () => {
  const lines = data.summary.corruption;
  if (lines === null || lines.length === 0) return null;
  const told = ["regret", "violation"].map((quantity) => {
    const own = lines.filter((line) => line.quantity === quantity);
    const counts = countedBy(own, (line) => line.standing);
    const of = (standing) => (counts.get(standing) ?? 0) + (counts.get(`${standing} unless rare`) ?? 0);
    const unlessRare = (counts.get("worse unless rare") ?? 0) + (counts.get("better unless rare") ?? 0);
    const largest = (standing) => {
      const line = own.filter((one) => one.standing.startsWith(standing)).sort((a, b) => Math.abs(b.mean) - Math.abs(a.mean))[0];
      return line ? ` (the most by ${separated(line.text)}, ${cells[line.cell].learnerLabel}, C from ${separated(line.C[0])} to ${separated(line.C[1])})` : "";
    };
    return `${quantity} rose significantly in ${of("worse")} of ${counted(own.length, "comparison")}${largest("worse")} and fell in ${of("better")}${largest("better")}`
      + (unlessRare > 0 ? `; trials too rare to be seen could undo ${unlessRare} of these ${of("worse") + of("better")}` : "");
  });
  return sentence("corruption", "Corruption, the most against the least:", `${told.join("; ")}.`);
};

const theoremSentence = () => {
  const { lines, reason } = data.ledger;
  if (reason) return sentence("theorems", "Theorems:", `not compared: ${reason}.`);
  const counts = countedBy(lines, (line) => line.verdict);
  if (lines.every((line) => line.verdict === "not applicable")) return sentence("theorems", "Theorems:", `none applies to any cell.`);
  const order = ["violated", "doubtful", "holds", "holds so far", "vacuous", "not applicable", "no trials"];
  const texts = order.filter((verdict) => counts.has(verdict) || verdict === "violated").map((verdict) => `${grouped(counts.get(verdict) ?? 0)} ${verdict}`);
  return sentence("theorems", "Theorems:", `of ${counted(lines.length, "line")}, ${listed(texts)}.`);
};

const distrustSentence = () => {
  const heavy = data.diagnosis.filter((finding) => finding.severity !== "remark");
  return sentence("distrust", "Reasons to distrust it:", heavy.length === 0 ? "nothing but remarks."
    : html("span", {}, `${counted(heavy.length, "warning")}: ${listed(heavy.map((finding) => finding.kind))}, `, html("a", { href: "#diagnosis" }, "to be read first"), "."));
};

const wordsView = () => section("summary", "Summary", html("ul", {},
  [bestSentence("regret"), bestSentence("violation"), corruptionSentence(), theoremSentence(), distrustSentence()].filter(Boolean)),
html("p", { class: "note" }, "Significance is by tests paired by trial. The probability of any wrong statement is at most 0.05 for the first two lines together, and at most 0.05 for the changes with corruption, unless trials too rare to be seen decide."));

/** Links to the sections of the page. */
const contents = () => html("nav", { id: "contents", "aria-label": "Contents" },
  [...document.querySelectorAll("section[id]")].map((part) => html("a", { href: `#${part.id}` }, part.querySelector("h2").textContent)));

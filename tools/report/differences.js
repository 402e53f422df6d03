// Differences between learners that saw the same noise, as numbers.
const differencesView = () => {
  const { baseline, lines, reason } = data.paired;
  if (reason) return section("differences", "Paired differences in numbers", html("p", { class: "note" }, `Not shown: ${reason}.`));
  if (lines.length === 0) return null;
  const tables = html("div", { class: "beside" }), about = html("p", { class: "note" });
  const listed = (own, quantity) => html("div", { class: "wide-table" }, html("table", { "data-quantity": quantity },
    html("caption", {}, `${capitalised(quantity)} minus baseline's`),
    html("thead", {}, html("tr", {}, ["learner", "difference", "95% interval", "verdict", "trials needed", "P(better)", "pairs"].map(
      (title, k) => html("th", { scope: "col", class: k > 0 && k !== 3 ? "number" : "" }, title)))),
    html("tbody", {}, own.map((line) => chooses(html("tr", {}, html("td", {}, cells[line.cell].learnerLabel),
      [line.text, line.interval_text, line.standing, line.needed, line.better_text, grouped(line.pairs)].map(
        (text, k) => html("td", { class: k === 2 ? "" : "number" }, text))), cells[line.cell])))));
  onChoice((chosen) => {
    const group = new Set(settingOf(chosen));
    const of = (quantity) => lines.filter((line) => line.quantity === quantity && group.has(cells[line.cell]));
    const own = ["regret", "violation"].filter((quantity) => of(quantity).length > 0);
    tables.replaceChildren(...own.map((quantity) => listed(of(quantity), quantity)));
    about.textContent = `${chosen.setting}, against ${baseline}. ${own.length === 0 ? "Here the baseline has no partner."
      : "The 95% intervals of all lines hold together. Below 0 is better. Trials needed: about how many would decide a line that is open, "
        + "were the difference as measured."}`;
  });
  return section("differences", "Paired differences in numbers", tables, about);
};

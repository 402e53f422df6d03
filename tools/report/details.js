// All numbers of the selected cell.
const detailsView = () => {
  const body = html("div", { class: "beside" });
  onChoice((cell) => {
    const heads = (...names) => html("thead", {}, html("tr", {}, names.map((name, k) => html("th", { scope: "col", class: k ? "number" : "" }, name))));
    const line = (first, numbers) => html("tr", {}, html("th", { scope: "row" }, first), numbers.map((text) => html("td", { class: "number" }, text)));
    const quantities = data.quantities.map((name) => [name, statistic(cell, name)]).filter(([, s]) => s);
    const curves = data.figures.find(({ kind }) => kind === "curves");
    const [regret, violation] = ["regret", "violation"].map((quantity) => curves && panelOf(curves, quantity, cell)?.series
      .find((series) => series.mark === "curve" && series.cellAt(0) === cell.cell));
    const rounds = (regret ?? violation)?.x ?? [];
    const curve = (series, k) => ["y", "low", "high"].map((name) => significant(series?.[name]?.[k], 6));
    body.replaceChildren(
      html("div", { class: "wide-table" }, html("table", { id: "quantities" }, heads("quantity", "trials", "mean", "std. error", "5%", "median", "95%"), html("tbody", {},
        quantities.map(([name, s]) => line(name, [grouped(s.count), ...[s.mean, s.se, s.q05, s.q50, s.q95].map((x) => significant(x, 6))]))))),
      html("details", {}, html("summary", {}, "Its curves as numbers"),
        html("div", { class: "wide-table" }, html("table", { id: "curve-numbers" }, heads("t", "regret", "from", "to", "violation", "from", "to"), html("tbody", {},
          rounds.map((t, k) => line(grouped(t), [...curve(regret, k), ...curve(violation, k)])))))));
  });
  return section("details", "The chosen cell", body);
};

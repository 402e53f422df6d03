// All numbers of the selected cell.
const detailsView = () => {
  const body = html("div", { class: "beside" });
  onChoice((cell) => {
    const table = (id, names, rows) => html("div", { class: "wide-table" }, html("table", { id },
      html("thead", {}, html("tr", {}, names.map((name, k) => html("th", { scope: "col", class: k ? "number" : "" }, name)))),
      html("tbody", {}, rows.map(([first, ...numbers]) => html("tr", {}, html("th", { scope: "row" }, first),
        numbers.map((text) => html("td", { class: "number" }, text)))))));
    const quantities = data.quantities.map((name) => [name, statistic(cell, name)]).filter(([, s]) => s);
    const curves = data.figures.find(({ kind }) => kind === "curves");
    const [regret, violation] = ["regret", "violation"].map((quantity) => curves && panelOf(curves, quantity, cell)?.series
      .find((series) => series.mark === "curve" && series.cellAt(0) === cell.cell));
    const rounds = (regret ?? violation)?.x ?? [];
    const curve = (series, k) => ["y", "low", "high"].map((name) => significant(series?.[name]?.[k], 6));
    body.replaceChildren(
      table("quantities", ["quantity", "trials", "mean", "std. error", "5%", "median", "95%"], quantities.map(([name, s]) =>
        [name, grouped(s.count), ...[s.mean, s.se, s.q05, s.q50, s.q95].map((x) => significant(x, 6))])),
      html("details", {}, html("summary", {}, "Its curves as numbers"),
        table("curve-numbers", ["t", "regret", "from", "to", "violation", "from", "to"], rounds.map((t, k) =>
          [grouped(t), ...curve(regret, k), ...curve(violation, k)]))));
  });
  return section("details", "The chosen cell", body);
};

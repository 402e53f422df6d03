// Sortable tables, and the summary of all cells.

/**
 * columns: {title, text: row -> string, key: row -> number or string (text, if absent), align, hint}; rows that stand
 * for a cell have it as row.cell. Returns {element, filter: predicate -> number of rows left}.
 */
const sortableTable = (id, columns, rows) => {
  const body = html("tbody");
  const lines = rows.map((row) => {
    const line = html("tr", { tabindex: "-1" }, columns.map(({ align, link, text }) =>
      html("td", { class: align }, link ? html("a", { href: link(row), tabindex: "-1" }, text(row)) : text(row))));
    line.row = row;
    if (id === "cells-table") line.id = `cell-${row.cell.cell}`;
    return chooses(line, row.cell);
  });
  const show = (shown) => {
    body.replaceChildren(...shown);
    rove(shown);
  };
  let order = lines;
  let kept = () => true;
  const headings = columns.map((column, k) => {
    const heading = html("th", { scope: "col", class: column.align }, html("button", { type: "button", title: column.hint, onclick: () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = column.key ?? column.text;
      const keyed = lines.map((line) => [key(line.row), line]);
      const absent = (x) => x === null || x === undefined || x === "" || Number.isNaN(x);
      keyed.sort(([a], [b]) => absent(a) - absent(b) ||  // missing values always sort last
        (absent(a) ? 0 : (down ? -1 : 1) * (typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0)));
      order = keyed.map(([, line]) => line);
      show(order.filter((line) => kept(line.row)));
    } }, column.title.split(/(?<=\.)/).flatMap((part, k) => (k > 0 ? [html("wbr"), part] : [part]))));
    return heading;
  });
  show(order);
  return {
    element: html("div", { class: "scroll", id },
      html("table", {}, html("thead", {}, html("tr", {}, headings)), body)),
    filter: (predicate) => {
      kept = predicate;
      const shown = order.filter((line) => kept(line.row));
      show(shown);
      return shown.length;
    },
  };
};

const numberKey = (text) => (text === "" ? text : Number(text));
const labelColumns = () => axes.filter((axis) => varies(axis)).map((axis) => ({
  title: axis.title,
  text: ({ cell }) => axis.shown(axis.of(cell)),
  key: ({ cell }) => (axis.areNumbers ? numberKey(axis.of(cell)) : axis.of(cell)),
  align: axis.areNumbers ? "number" : "",
}));

/** With the columns of the bound if a theorem applies to any cell. */
const quantityColumns = (quantity, boundOf = ({ cell }) => cell[quantity].bound) => [
  { title: quantity, text: ({ cell }) => cell[quantity].text, align: "number",
    key: ({ cell }) => cell[quantity].mean, hint: "mean, and how far a 95% interval reaches below and above" },
  ...(cells.every((cell) => !cell[quantity].bound) ? [] : [
  { title: `${quantity} bound`, text: (row) => (boundOf(row)?.vacuous ? "vacuous" : boundOf(row)?.text ?? "-"), align: "number",
    key: (row) => boundOf(row)?.value, hint: "the theorem's right-hand side; vacuous: no trial can exceed it" },
  { title: `${quantity} / bound`, text: (row) => boundOf(row)?.ratio_text ?? "-", key: (row) => boundOf(row)?.ratio,
    align: "number", hint: "mean / bound" },
  ]),
];

const summaryView = () => {
  const rows = cells.map((cell) => ({ cell }));
  const sameTrials = new Set(cells.map((cell) => cell.trials)).size === 1;
  const table = sortableTable("cells-table", [
    { title: "cell", text: ({ cell }) => String(cell.cell), key: ({ cell }) => cell.cell, align: "number",
      link: ({ cell }) => `#cell=${cell.cell}` },
    ...labelColumns(),
    ...(sameTrials ? [] : [{ title: "trials", text: ({ cell }) => grouped(cell.trials), key: ({ cell }) => cell.trials, align: "number" }]),
    ...quantityColumns("regret"), ...quantityColumns("violation"),
    ...(cells.some((cell) => cell.remarks) ? [{ title: "remarks", text: ({ cell }) => cell.remarks }] : []),
  ], rows);

  const words = html("input", { type: "search", id: "filter", placeholder: "words in learner, environment, remarks" });
  const wanted = new Map();
  const count = html("span", { class: "count", role: "status" });
  const apply = () => {
    const parts = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const left = table.filter(({ cell }) => {
      const text = `${cell.learnerLabel} ${cell.setting} ${cell.remarks}`.toLowerCase();
      return parts.every((part) => text.includes(part)) && [...wanted].every(([axis, value]) => axis.of(cell) === value);
    });
    count.textContent = left === cells.length ? `${grouped(left)} cells` : `${grouped(left)} of ${grouped(cells.length)} cells`;
  };
  words.addEventListener("input", apply);
  const pickers = axes.filter(varies).map((axis) => picker(axis.title,
    [["all", "all"], ...axis.values.map((value, k) => [String(k), value === "" ? "none" : axis.shown(value)])], "all", (k) => {
      if (k === "all") wanted.delete(axis);
      else wanted.set(axis, axis.values[k]);
      apply();
    }));
  apply();
  const shared = axes.filter((axis) => !varies(axis) && axis.values[0]).map((axis) =>
    `${axis.title} ${axis.shown(axis.values[0])}`);
  if (sameTrials) shared.push(counted(cells[0].trials, "trial"));
  return section("cells", "Cells",
    cells.length > 1 ? html("div", { class: "controls" }, html("label", { class: "control" }, "Filter ", words), pickers, count) : null,
    table.element,
    html("p", { class: "note" }, shared.length > 0 ? `In ${cells.length > 1 ? "every" : "this"} cell: ${shared.join(", ")}. ` : "",
      "± or + and -: 95% interval of the mean, each alone. The mean regret is that of expected_regret, which has ",
      "the same expectation. It is often negative: read it together with the violation. ",
      data.study.stop_rule ? `${data.study.stop_rule} ` : "",
      cells.some((cell) => /rare mode/.test(cell.remarks)) ? "Rare mode: a few trials of the cell, or of another one of its learner, are "
        + "far from the rest, so that others may be unseen (see Diagnosis). " : "",
      !data.study.has_bounds ? "The file holds no theorem bounds yet: regretta run writes them when it ends." : theoremApplies
        ? "Bound: the paper's theorem at the cell's mean C and rho; vacuous: no trial can exceed it; -: no theorem applies."
        : "No theorem applies to any cell."));
};

// The data of the page, and how its cells relate to each other.
const textOfStudy = async () => {
  const { type, textContent } = document.getElementById("study");
  if (type === "application/json") return textContent;
  if (!window.DecompressionStream) {
    document.getElementById("page").textContent = "This page needs a browser of May 2023 or later.";
    throw new Error("no DecompressionStream");
  }
  const packed = Uint8Array.from(atob(textContent), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
const data = JSON.parse(await textOfStudy());
const cells = data.cells;

/** A number with separators, if it is an integer: "20,000" of "20000". */
const separated = (text) => text.replace(/^-?\d{4,}$/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","));

const shortName = (name) => name.slice(name.indexOf(".") + 1);

for (const cell of cells) cell.learnerLabel = data.learners[cell.place].label;

/** One quantity of a cell, {count, mean, se, q05, q50, q95}; null if no trial has it. */
const statistic = (cell, quantity) => {
  const numbers = cell.statistics[data.quantities.indexOf(quantity)];
  if (!numbers) return null;
  const [count, mean, se, q05, q50, q95] = numbers;
  return { count, mean, se, q05, q50, q95 };
};

// An axis of the grid: {name, title, of: cell -> text, shown: text -> text, values: texts in order}. Numbers are sorted, words are not.
const axisOf = (name, title, of, areNumbers) => {
  const values = [...new Set(cells.map(of))];
  if (areNumbers && !values.includes("")) values.sort((a, b) => a - b);
  return { name, title, of, areNumbers, shown: areNumbers ? separated : (text) => text, values };
};
const axes = [
  axisOf("learner", "learner", (cell) => cell.learner, false),
  axisOf("environment", "environment", (cell) => cell.environment, false),
  axisOf("horizon", "horizon", (cell) => String(cell.horizon), true),
  ...data.swept.map((name, k) => axisOf(name, shortName(name), (cell) => cell.swept_text[k], data.swept_numbers[k])),
];
const varies = (axis) => axis.values.length > 1;

/** The cells whose learners saw the same noise as those of `cell`. */
const settings = new Map();
for (const cell of cells) {
  if (!settings.has(cell.setting)) settings.set(cell.setting, []);
  settings.get(cell.setting).push(cell);
}
const settingOf = (cell) => settings.get(cell.setting);

/** Whether a theorem bounds regret or violation of any cell. */
const theoremApplies = cells.some((cell) => cell.regret.bound || cell.violation.bound);

/** Gives each series of a panel what the program has left out: see leave_out_known in report_figures.cpp. */
const next = (cell) => (Array.isArray(cell) ? cell.map((k) => k + 1) : cell + 1);
for (const { panels } of data.figures)
  for (const panel of panels) {
    let before;
    for (const series of panel.series) {
      for (const name of ["mark", "x", "y"]) series[name] ??= before[name];
      if (series.cell === undefined) series.cell = next(before.cell);
      series.cellAt = Array.isArray(series.cell) ? (k) => series.cell[k] : () => series.cell;
      series.style ??= cells[series.cellAt(0)].place;
      series.label ??= data.learners[series.style].label;
      before = series;
    }
    panel.cells = new Set(panel.cells ?? panel.series.flatMap(({ cell }) => cell ?? []));
  }

/** The panel of a kind of figures that shows this cell, of this quantity. */
const panelOf = ({ panels }, quantity, cell) => panels.find((panel) => panel.quantity === quantity && panel.cells.has(cell.cell));

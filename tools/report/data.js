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

/** A text with separators in its integers: "20,000 (of 100)" of "20000 (of 100)"; names that contain digits stay. */
const separated = (text) => text.replace(/(?<![\w.])\d{4,}(?![\w.]*\w)/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","));

const sweptOf = (cell, part) =>
  data.swept.map((name, k) => [name, cell.swept_text[k]]).filter(([name, text]) => name.startsWith(part) && text !== "");
const shortName = (name) => name.slice(name.indexOf(".") + 1);
const withParameters = (name, swept) => [name, ...swept.map(([key, text]) => `${shortName(key)} = ${separated(text)}`)].join(", ");

for (const cell of cells) {
  cell.learnerLabel = withParameters(cell.learner, sweptOf(cell, "learner."));
  cell.environmentLabel = withParameters(cell.environment, sweptOf(cell, "environment."));
}

/** One quantity of a cell, {count, mean, se, q05, q50, q95}; null if no trial has it. */
const statistic = (cell, quantity) => {
  const numbers = cell.statistics[data.quantities.indexOf(quantity)];
  if (!numbers) return null;
  const [count, mean, se, q05, q50, q95] = numbers;
  return { count, mean, se, q05, q50, q95 };
};

/** The rounds at which the curves of a cell have points. */
const roundsOf = (cell) => data.checkpoints[cell.checkpoints];

// An axis of the grid: {name, title, of: cell -> text, values: texts in order}. Numbers are sorted, words are not.
const axisOf = (name, title, of) => {
  const values = [...new Set(cells.map(of))];
  if (values.every((text) => text !== "" && Number.isFinite(Number(text)))) values.sort((a, b) => a - b);
  return { name, title, of, values };
};
const axes = [
  axisOf("learner", "learner", (cell) => cell.learner),
  axisOf("environment", "environment", (cell) => cell.environment),
  axisOf("horizon", "horizon", (cell) => String(cell.horizon)),
  ...data.swept.map((name, k) => axisOf(name, shortName(name), (cell) => cell.swept_text[k])),
];
const varies = (axis) => axis.values.length > 1;
const ofLearner = (axis) => axis.name.startsWith("learner");
const ofCorruption = (axis) => /^environment\..*budget/.test(axis.name);

/** The cells that agree with `cell` on every axis but the free ones, in order. */
const slice = (cell, isFree) => {
  const held = axes.filter((axis) => varies(axis) && !isFree(axis));
  return cells.filter((other) => held.every((axis) => axis.of(other) === axis.of(cell)));
};

/** The cells whose learners saw the same noise as those of `cell`. */
const settingOf = (cell) => slice(cell, ofLearner);

/** The settings that its cells share: "T = 1,000, random-instance, budget = 256". */
const settingText = (cell) => `${cell.environmentLabel}, T = ${grouped(cell.horizon)}`;

/** Whether a theorem bounds regret or violation of any cell. */
const theoremApplies = cells.some((cell) => cell.regret.bound || cell.violation.bound);

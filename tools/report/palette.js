// A learner looks the same in every chart: colour, dashes, marker. --c0 to --c7 in style.css are the hues of Okabe and Ito
// (Color Universal Design, 2008), each at 3 : 1 or more against the page. More learners than that: seven have a colour,
// the chosen one is drawn in the colour of text, the others are grey.
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2]];
const learnerLabels = [...new Set(cells.map((cell) => cell.learnerLabel))];
const isMany = learnerLabels.length > 8;
const manyHues = [0, 1, 2, 3, 4, 5, 7];

/** Learners by their average rank in `quantities` over all settings, the least first. */
const rankedLearners = (quantities) => {
  const sums = new Map(learnerLabels.map((label) => [label, 0]));
  const settings = new Map();
  for (const cell of cells) {
    const key = `${cell.environmentLabel}\n${cell.horizon}`;
    settings.set(key, [...(settings.get(key) ?? []), cell]);
  }
  for (const group of settings.values())
    for (const quantity of quantities) {
      const order = group.map((cell) => [statistic(cell, quantity)?.mean ?? Infinity, cell]).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      order.forEach(([, cell], rank) => sums.set(cell.learnerLabel, sums.get(cell.learnerLabel) + rank / group.length));
    }
  return [...learnerLabels].sort((a, b) => sums.get(a) - sums.get(b));
};
const colouredBy = { both: ["regret", "violation"], violation: ["violation"], regret: ["regret"] };
let coloured = isMany ? rankedLearners(colouredBy.both).slice(0, manyHues.length) : learnerLabels;

/** {variable: a CSS variable, colour: CSS colour, dash: lengths, shape: index of a marker, grey: whether one of the rest} */
const lookOf = (cell) => {
  const k = learnerLabels.indexOf(cell.learnerLabel), place = coloured.indexOf(cell.learnerLabel);
  const chosen = cell.learnerLabel === selection.cell?.learnerLabel;
  const variable = !isMany ? `--c${k}` : place >= 0 ? `--c${manyHues[place]}` : chosen ? "--text" : "--rest";
  return { variable, colour: `var(${variable})`, dash: dashes[Math.floor(k / 8) % dashes.length], shape: k, grey: variable === "--rest" };
};

/** Grey ones first, so that they are drawn below the others. */
const greyFirst = (group) => [...group.filter((cell) => lookOf(cell).grey), ...group.filter((cell) => !lookOf(cell).grey)];

/** The value of a CSS variable in the current theme, for the canvas. */
const themeColour = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/** Red, green and blue of "#rrggbb"; their mixture; as CSS. */
const channels = (text) => [1, 3, 5].map((k) => Number.parseInt(text.slice(k, k + 2), 16));
const mixed = (a, b, share) => a.map((x, k) => Math.round(x + (b[k] - x) * share));
const cssColour = (rgb) => `rgb(${rgb.join(" ")})`;

/** The hue of a cell's learner, dark (or light) enough for text: 4.5 : 1 or more. */
const inkOf = (cell) => cssColour(mixed(...[lookOf(cell).variable, "--text"].map((name) => channels(themeColour(name))), 0.45));

/** A button for each cell, in the learner's look; those in grey are folded away. */
const legend = (group) => {
  const entries = group.map((cell) => {
    const { colour, dash, shape } = lookOf(cell);
    const line = svg("svg", { width: 26, height: 12, "aria-hidden": "true" },
      svg("line", { x1: 1, x2: 25, y1: 6, y2: 6, "stroke-width": 2.5, "stroke-dasharray": dash.join(" "), style: `stroke: ${colour}` }),
      svg("path", { d: markerPath(shape, 13, 6, 4), style: `fill: ${colour}` }));
    return chooses(html("button", { type: "button", class: "entry" }, line, " ", cell.learnerLabel), cell);
  });
  rove(entries);
  const rest = entries.filter((_, k) => lookOf(group[k]).grey);
  return html("div", {}, html("div", { class: "legend" }, entries.filter((entry) => !rest.includes(entry))),
    rest.length === 0 ? null : html("details", { class: "rest" }, html("summary", {}, `${counted(rest.length, "learner")} in grey`), html("div", { class: "legend" }, rest)));
};

/** The list that chooses which learners have a colour; null if all have one. */
const colourPicker = () => !isMany ? null : picker(`Coloured, of ${learnerLabels.length} learners`, [["both", "least regret and violation (mean rank)"],
  ["violation", "least violation"], ["regret", "least regret"]], "both", (by) => {
  coloured = rankedLearners(colouredBy[by]).slice(0, manyHues.length);
  redraw();
});

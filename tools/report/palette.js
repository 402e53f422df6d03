// A learner looks the same in every chart: colour, dashes, marker. --c0 to --c7 in style.css are the hues of Okabe and Ito
// (Color Universal Design, 2008), each at 3 : 1 or more against the page. More learners than that: seven have a colour,
// the chosen one is drawn in the colour of text, the others are grey. Learners that an ordered number tells apart have
// the colours between those of --ordered instead.
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2]];
const learnerLabels = [...new Set(cells.map((cell) => cell.learnerLabel))];  // in the order of data.learners
const isOrdered = data.learners.some(({ order }) => order !== null);
const isMany = !isOrdered && learnerLabels.length > 8;
const manyHues = [0, 1, 2, 3, 4, 5, 7];
const mostNamed = 12;  // lines with their names beside them

/** What the coloured learners are chosen by: {value, text, ranks: [names of data.learners' ranks], group: only of this one, if any}. */
const colourChoices = () => {
  const groups = [...new Set(data.learners.map(({ group }) => group))].sort((a, b) => (a === "") - (b === ""));
  return [
    { value: "both", text: "least regret and violation (mean rank)", ranks: ["regret_rank", "violation_rank"] },
    { value: "violation", text: "least violation", ranks: ["violation_rank"] },
    { value: "regret", text: "least regret", ranks: ["regret_rank"] },
    ...(groups.length < 2 ? [] : groups.map((group) => ({ value: `group ${group}`, text: `group: ${group || "other"}`, ranks: ["regret_rank", "violation_rank"], group }))),
  ];
};

/** The labels of up to seven learners, the least first. */
const colouredBy = ({ ranks, group }) => {
  const rank = (k) => ranks.reduce((sum, name) => sum + (data.learners[k][name] ?? 0), 0);
  const places = learnerLabels.map((_, k) => k).filter((k) => group === undefined || data.learners[k].group === group);
  return places.sort((a, b) => rank(a) - rank(b)).slice(0, manyHues.length).map((k) => learnerLabels[k]);
};
let coloured = isMany ? colouredBy(colourChoices()[0]) : learnerLabels;

/** The value of a CSS variable in the current theme, for the canvas. */
const themeColour = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/** Red, green and blue of "#rrggbb"; their mixture; as CSS. */
const channels = (text) => [1, 3, 5].map((k) => Number.parseInt(text.slice(k, k + 2), 16));
const mixed = (a, b, share) => a.map((x, k) => Math.round(x + (b[k] - x) * share));
const cssColour = (rgb) => `rgb(${rgb.join(" ")})`;
const hexColour = (rgb) => `#${rgb.map((x) => x.toString(16).padStart(2, "0")).join("")}`;

/** The colour at `order`, from 0 to 1, of the ordered palette in the current theme, which is read once: reading is slow. */
const palettes = new Map();
const orderedColour = (order) => {
  const theme = isPrinting() ? "printing" : document.documentElement.dataset.theme;
  if (!palettes.has(theme)) palettes.set(theme, themeColour("--ordered").split(/\s+/).map(channels));
  const stops = palettes.get(theme);
  const below = Math.min(Math.floor(order * (stops.length - 1)), stops.length - 2);
  return hexColour(mixed(stops[below], stops[below + 1], order * (stops.length - 1) - below));
};

/** {colour: for CSS, paint: the same as #rrggbb in the current theme, dash: lengths, shape: index of a marker, grey: whether one of the rest} */
const lookOf = (cell) => {
  const k = learnerLabels.indexOf(cell.learnerLabel), place = coloured.indexOf(cell.learnerLabel);
  const chosen = cell.learnerLabel === selection.cell?.learnerLabel;
  const shape = { dash: dashes[Math.floor(k / 8) % dashes.length], shape: k };
  if (isOrdered) {
    const colour = orderedColour(data.learners[k].order);
    return { colour, paint: colour, ...shape, grey: false };
  }
  const variable = !isMany ? `--c${k}` : place >= 0 ? `--c${manyHues[place]}` : chosen ? "--text" : "--rest";
  return { colour: `var(${variable})`, get paint() { return themeColour(variable); }, ...shape, grey: variable === "--rest" };
};

/** Grey ones first, so that they are drawn below the others. */
const greyFirst = (group) => [...group.filter((cell) => lookOf(cell).grey), ...group.filter((cell) => !lookOf(cell).grey)];

/** The hue of a cell's learner, dark (or light) enough for text: 4.5 : 1 or more. */
const inkOf = (cell) => cssColour(mixed(channels(lookOf(cell).paint), channels(themeColour("--text")), 0.45));

/** A button for each cell, in the learner's look; those in grey, and of many ordered ones most, are folded away. */
const legend = (group) => {
  const every = isOrdered && group.length > mostNamed ? Math.ceil(group.length / 8) : 1;
  const entries = group.map((cell) => {
    const { colour, dash, shape } = lookOf(cell);
    const line = svg("svg", { width: 26, height: 12, "aria-hidden": "true" },
      svg("line", { x1: 1, x2: 25, y1: 6, y2: 6, "stroke-width": 2.5, "stroke-dasharray": dash.join(" "), style: `stroke: ${colour}` }),
      svg("path", { d: markerPath(shape, 13, 6, 4), style: `fill: ${colour}` }));
    return chooses(html("button", { type: "button", class: "entry" }, line, " ", cell.learnerLabel), cell);
  });
  rove(entries);
  const rest = entries.filter((_, k) => lookOf(group[k]).grey || (k % every > 0 && k + 1 < group.length));
  return html("div", {}, html("div", { class: "legend" }, entries.filter((entry) => !rest.includes(entry))),
    rest.length === 0 ? null : html("details", { class: "rest" }, html("summary", {}, isOrdered ? `${grouped(rest.length)} between them` : `${counted(rest.length, "learner")} in grey`), html("div", { class: "legend" }, rest)));
};

/** The list that chooses which learners have a colour; null if all have one. */
const colourPicker = () => !isMany ? null : picker(`Coloured, of ${learnerLabels.length} learners`, colourChoices().map(({ value, text }) => [value, text]), "both", (by) => {
  coloured = colouredBy(colourChoices().find(({ value }) => value === by));
  redraw();
});

// How learners look: data.looks has the choices, from the program. The chosen learner is never grey.
let look = data.looks[0];
const mostNamed = 12;  // lines with their names beside them
const isPrinting = () => document.documentElement.classList.contains("printing");

/** The value of a CSS variable in the current theme. */
const themeColour = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/** Red, green and blue of "#rrggbb"; their mixture; as CSS. */
const channels = (text) => [1, 3, 5].map((k) => Number.parseInt(text.slice(k, k + 2), 16));
const mixed = (a, b, share) => a.map((x, k) => Math.round(x + (b[k] - x) * share));
const cssColour = (rgb) => `rgb(${rgb.join(" ")})`;

/** What is no learner has a name and a look of its own: data.others, by place. */
const nameOf = (place) => (data.others[place] ?? data.learners[place]).short;

/** {colour, dash, marker, grey} of the learner at this place. */
const lookOf = (place) => {
  const { colour, dark, dash, marker, grey } = data.others[place] ?? look.styles[place];
  const isDark = document.documentElement.dataset.theme === "dark" && !isPrinting();
  return grey && place === selection.cell.place ? { colour: themeColour("--text"), dash, marker, grey: false }
    : { colour: isDark ? dark : colour, dash, marker, grey: grey === true };
};

/** Grey ones first, so that they are drawn below the others. */
const greyFirst = (items, placeOf) => [...items].sort((a, b) => lookOf(placeOf(b)).grey - lookOf(placeOf(a)).grey);

/** The hue of a learner, dark (or light) enough for text: 4.5 : 1 or more. */
const inkOf = (place) => cssColour(mixed(channels(lookOf(place).colour), channels(themeColour("--text")), 0.45));

/** Black or white, whichever has more contrast (WCAG 2): above 4.5 : 1 on any colour. */
const inkOn = (rgb) => {
  const [r, g, b] = rgb.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
};

/** A button for each cell, in the learner's look; more than three in grey, and most of many without any, are folded away. */
const legend = (group) => {
  const many = group.length > mostNamed && group.every(({ place }) => !lookOf(place).grey);
  const every = many ? Math.ceil(group.length / 8) : 1;
  const entries = [...group].sort((a, b) => lookOf(a.place).grey - lookOf(b.place).grey).map((cell) => {
    const { colour, dash, marker } = lookOf(cell.place);
    const line = svg("svg", { width: 26, height: 12, "aria-hidden": "true" },
      svg("line", { x1: 1, x2: 25, y1: 6, y2: 6, "stroke-width": 2.5, "stroke-dasharray": dash.join(" "), style: `stroke: ${colour}` }),
      svg("path", { d: markerPath(marker, 13, 6, 4), style: `fill: ${colour}` }));
    return chooses(html("button", { type: "button", class: "entry" }, line, " ", cell.learnerLabel), cell);
  });
  rove(entries);
  const isGrey = (entry) => lookOf(cells[entry.dataset.cell].place).grey;
  const foldsGrey = entries.filter(isGrey).length > 3;
  const rest = entries.filter((entry, k) => (foldsGrey && isGrey(entry)) || (k % every > 0 && k + 1 < group.length));
  return html("div", {}, html("div", { class: "legend" }, entries.filter((entry) => !rest.includes(entry))),
    rest.length === 0 ? null : html("details", { class: "rest" }, html("summary", {}, many ? `${grouped(rest.length)} between them`
      : `${counted(rest.length, "learner")} in grey`), html("div", { class: "legend" }, rest)));
};

/** The list that chooses which learners have a colour; null if there is no choice. */
const lookPicker = () => data.looks.length < 2 ? null : picker(`Coloured, of ${data.learners.length} learners`,
  data.looks.map(({ name, text }) => [name, text]), look.name, (name) => {
    look = data.looks.find((one) => one.name === name);
    redraw();
  });

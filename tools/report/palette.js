// A learner has the same colour everywhere: the eight of Okabe and Ito (Color Universal Design, 2008), --c0 to --c7 in
// style.css. Beyond eight learners the dashes change.
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2]];
const learnerLabels = [...new Set(cells.map((cell) => cell.learnerLabel))];

/** {colour: CSS colour, variable: its name, dash: lengths} */
const lookOf = (cell) => {
  const k = learnerLabels.indexOf(cell.learnerLabel);
  const variable = `--c${k % 8}`;
  return { variable, colour: `var(${variable})`, dash: dashes[Math.floor(k / 8) % dashes.length] };
};

/** The value of a CSS variable in the current theme, for the canvas. */
const themeColour = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/** A button for each cell, in the learner's colour. */
const legend = (group) => {
  const entries = group.map((cell) => {
    const { colour, dash } = lookOf(cell);
    const line = svg("svg", { width: 26, height: 10, "aria-hidden": "true" },
      svg("line", { x1: 1, x2: 25, y1: 5, y2: 5, "stroke-width": 2.5, "stroke-dasharray": dash.join(" "), style: `stroke: ${colour}` }));
    return chooses(html("button", { type: "button", class: "entry" }, line, " ", cell.learnerLabel), cell);
  });
  rove(entries);
  return html("div", { class: "legend" }, entries);
};

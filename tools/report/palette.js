// A learner has the same colour everywhere: Okabe and Ito's eight (Color Universal Design, 2008), which style.css holds
// as --c0 to --c7, and beyond them other dashes.
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2]];
const learnerLabels = [...new Set(cells.map((cell) => cell.learnerLabel))];

/** {colour: CSS colour, variable: its name, dash: lengths} */
const lookOf = (cell) => {
  const k = learnerLabels.indexOf(cell.learnerLabel);
  const variable = `--c${k % 8}`;
  return { variable, colour: `var(${variable})`, dash: dashes[Math.floor(k / 8) % dashes.length] };
};

/** What the canvas needs: the value of a CSS variable in the theme as it is now. */
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

// A section for each kind of figure, with the panels that show the chosen cell, and a legend.
for (const { panels } of data.figures)
  for (const panel of panels) {
    let before;
    for (const series of panel.series) {  // a series without x has that of the series before
      series.x ??= before.x;
      series.cellAt = Array.isArray(series.cell) ? (k) => series.cell[k] : () => series.cell;
      before = series;
    }
    panel.cells = new Set(panel.cells);
  }

/** A button for each learner in its style; more than three grey ones, and most of many, are folded away. */
const legend = (group) => {
  const every = group.length > 12 && group.every(({ place }) => !lookOf(place).grey) ? Math.ceil(group.length / 8) : 1;
  const entries = [...group].sort((a, b) => lookOf(a.place).grey - lookOf(b.place).grey).map((cell) => {
    const { colour, dash, marker } = lookOf(cell.place);
    return chooses(html("button", { type: "button" }, svg("svg", { width: 34, height: 12, "aria-hidden": "true" },
      svg("path", { class: "line own", d: "M1 6H33", style: `stroke: ${colour}`, "stroke-dasharray": dash }),
      svg("path", { d: markerPath(marker, 17, 6, 4), style: `fill: ${colour}` })), " ", cell.label), cell);
  });
  makeRoving(entries);
  const isGrey = (entry) => lookOf(cells[entry.dataset.cell].place).grey, folds = entries.filter(isGrey).length > 3;
  const rest = entries.filter((entry, k) => (folds && isGrey(entry)) || (k % every > 0 && k + 1 < group.length));
  return html("div", { class: "legend" }, entries.filter((entry) => !rest.includes(entry)),
    rest.length === 0 ? null : html("details", {}, html("summary", {}, `${rest.length} others`), rest));
};

/** Describes the point nearest to the pointer. */
const hovers = (chart, readout) => chart.element.addEventListener("pointermove", ({ clientX, clientY }) => {
  const { left, top, width } = chart.element.getBoundingClientRect(), scale = chart.width / width;
  const far = ({ at: [x, y] }) => Math.hypot(x - (clientX - left) * scale, y - (clientY - top) * scale);
  const nearest = chart.readouts.reduce((best, point) => (best && far(best) <= far(point) ? best : point), null);
  readout.textContent = nearest && far(nearest) < 40 ? nearest.text() : "\u00a0";
});

const showFigures = ({ kind, panels }) => {
  const place = document.querySelector(`#${kind} .figures`), main = document.querySelector("main");
  const draw = () => {
    const drawn = panels.filter((panel) => panel.cells.has(chosen.cell.cell));
    const whole = main.clientWidth - 48, width = whole >= 896 ? Math.floor((whole - 32) / 2) : whole;
    const shown = drawn.map((panel) => {
      const chart = new Chart(panel, Math.max(280, width)), readout = html("p", { class: "readout" }, "\u00a0");
      hovers(chart, readout);
      return html("figure", { "data-quantity": panel.quantity, "data-over": panel.over }, chart.element, readout);
    });
    const learners = new Set(drawn.flatMap(({ series }) => series.map(({ style }) => style)));
    const group = cells.filter((cell) => cell.setting === chosen.cell.setting && learners.has(cell.place));
    const notes = [...new Set(drawn.flatMap((panel) => panel.notes))].join(" ");
    place.replaceChildren(html("div", { class: "columns" }, shown), group.length > 0 ? legend(group) : "",
      html("p", { class: "note" }, drawn.length === 0 ? "There is nothing to draw for the chosen cell."
        : `${drawn[0].setting && `${drawn[0].setting}. `}${notes}`));
  };
  const folded = place.closest("details");
  chosen.views.push(() => (folded && !folded.open ? null : draw()));
  folded?.addEventListener("toggle", redraw);
};

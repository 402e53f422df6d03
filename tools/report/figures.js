// A section for each kind of figure, with the panels that show the chosen cell, and the key of its learners.
for (const { panels } of data.figures)
  for (const panel of panels) {
    let previous;
    for (const series of panel.series) {  // a series without x has that of the previous series
      series.x ??= previous.x;
      series.cellAt = Array.isArray(series.cell) ? (k) => series.cell[k] : () => series.cell;
      previous = series;
    }
    panel.cells = new Set(panel.cells);
  }

/** A button for each learner, drawn like its lines. If more than three learners are grey, they are folded away; if none of more than 12
 *  learners is grey, only about 8 are shown. */
const legend = (group) => {
  const stride = group.length > 12 && group.every(({ learner }) => !lookOf(learner).grey) ? Math.ceil(group.length / 8) : 1;
  const entries = [...group].sort((a, b) => lookOf(a.learner).grey - lookOf(b.learner).grey).map((cell) => {
    const { colour, dash, marker } = lookOf(cell.learner);
    return makeChooser(html("button", { type: "button" }, svg("svg", { width: 34, height: 12, "aria-hidden": "true" },
      svg("path", { class: "line thick", d: "M1 6H33", style: `stroke: ${colour}`, "stroke-dasharray": dash }),
      svg("path", { d: markerPath(marker, 17, 6, 4), style: `fill: ${colour}` })), " ", cell.label), cell);
  });
  makeRoving(entries);
  const isGrey = (entry) => lookOf(cells[entry.dataset.cell].learner).grey, foldsGrey = entries.filter(isGrey).length > 3;
  const folded = entries.filter((entry, k) => (foldsGrey && isGrey(entry)) || (k % stride > 0 && k + 1 < group.length));
  return html("div", { class: "legend" }, entries.filter((entry) => !folded.includes(entry)),
    folded.length === 0 ? null : html("details", {}, html("summary", {}, `${folded.length} others`), folded));
};

/** Describes the point nearest to the pointer, if within 40 pixels, in the line below the chart. */
const showNearest = (chart, readout) => chart.element.addEventListener("pointermove", ({ clientX, clientY }) => {
  const { left, top, width } = chart.element.getBoundingClientRect(), scale = chart.width / width;
  const distance = ({ pixel: [x, y] }) => Math.hypot(x - (clientX - left) * scale, y - (clientY - top) * scale);
  const nearest = chart.readings.reduce((best, point) => (best && distance(best) <= distance(point) ? best : point), null);
  readout.textContent = nearest && distance(nearest) < 40 ? nearest.text() : "\u00a0";
});

const showFigures = ({ kind, panels }) => {
  const container = document.querySelector(`#${kind} .figures`), main = document.querySelector("main");
  const draw = () => {
    const shownPanels = panels.filter((panel) => panel.cells.has(chosen.cell.cell));
    const room = main.clientWidth - 48, width = room >= 896 ? Math.floor((room - 32) / 2) : room;  // two columns if they have 432 each
    const shown = shownPanels.map((panel) => {
      const chart = new Chart(panel, Math.max(280, width)), readout = html("p", { class: "readout" }, "\u00a0");
      showNearest(chart, readout);
      return html("figure", { "data-quantity": panel.quantity, "data-over": panel.over }, chart.element, readout);
    });
    const learners = new Set(shownPanels.flatMap(({ series }) => series.map(({ style }) => style)));
    const group = cells.filter((cell) => cell.setting === chosen.cell.setting && learners.has(cell.learner));
    const notes = [...new Set(shownPanels.flatMap((panel) => panel.notes))].join(" ");
    container.replaceChildren(html("div", { class: "columns" }, shown), group.length > 0 ? legend(group) : "",
      html("p", { class: "note" }, shownPanels.length === 0 ? "Nothing to draw for the chosen cell."
        : `${shownPanels[0].setting && `${shownPanels[0].setting}. `}${notes}`));
  };
  const section = container.closest("details");
  chosen.views.push(() => (section && !section.open ? null : draw()));
  section?.addEventListener("toggle", redraw);
};

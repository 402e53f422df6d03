// The figures of the program: a section for each kind, with the panels that show the chosen cell.
const noChart = (quantity) => `There is no ${quantity || "regret"} to draw here.`;

/** The numbers of a panel, as `plot --format csv` names them. */
const rowsOf = (panel) => [["series", "mark", "cell", "x", "y", "low", "high", "label"], ...panel.series.flatMap((one) =>
  one.x.map((x, k) => [one.label, one.mark, one.cellAt(k), x, one.y[k], one.low?.[k], one.high?.[k], one.labels?.[k]]))];

/** What the panels say of themselves: sentences of all once, others with their quantity if they have one. */
const notesOf = (panels) => [...new Set(panels.flatMap(({ notes, quantity }) => notes.map((text) =>
  (!quantity || panels.every((other) => other.notes.includes(text)) ? text : `${capitalised(quantity)}: ${text}`))))].join(" ");

/** A drag chooses what part of the chart is shown; a double click shows all of it again. */
const zooms = (figure, chart, redrawn) => {
  const place = ({ clientX, clientY }) => {
    const { left, top, width } = chart.element.getBoundingClientRect(), scale = chart.width / width;
    return [((clientX - left) * scale - chart.left) / (chart.right - chart.left),
      (chart.bottom - (clientY - top) * scale) / (chart.bottom - chart.top)].map((share) => Math.min(Math.max(share, 0), 1));
  };
  const part = ([low, high], a, b) => [Math.min(a, b), Math.max(a, b)].map((share) => low + share * (high - low));
  let from = null;
  chart.element.addEventListener("pointerdown", (event) => (from = place(event)));
  chart.element.addEventListener("pointerup", (event) => {
    const to = from && place(event);
    if (to && Math.abs(to[0] - from[0]) > 0.04 && Math.abs(to[1] - from[1]) > 0.04) {
      figure.zoom = { x: part(chart.xScale.ends, from[0], to[0]), y: part(chart.yScale.ends, from[1], to[1]) };
      redrawn();
    }
    from = null;
  });
  chart.element.addEventListener("dblclick", () => {
    figure.zoom = null;
    redrawn();
  });
};

/** Tells the nearest point. */
const hovers = (chart, readout) => chart.element.addEventListener("pointermove", ({ clientX, clientY }) => {
  const { left, top, width } = chart.element.getBoundingClientRect(), scale = chart.width / width;
  const far = ({ at: [x, y] }) => Math.hypot(x - (clientX - left) * scale, y - (clientY - top) * scale);
  const nearest = chart.told.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
  readout.textContent = nearest && far(nearest) < 40 ? nearest.text() : "\u00a0";
});

const drawFigure = (figure, panel, chosen, options) => {
  figure.panel = panel;
  figure.rows = panel && (() => rowsOf(panel));
  if (!panel) return figure.replaceChildren(html("p", { class: "note" }, noChart(figure.dataset.quantity)));
  const chart = new PanelChart(panel, chosen, { ...options, zoom: figure.zoom });
  const readout = html("div", { class: "readout" }, "\u00a0");
  figure.replaceChildren(chart.element, readout);
  hovers(chart, readout);
  if (panel.y.names ?? panel.x.names) return;
  zooms(figure, chart, () => {
    drawFigure(figure, panel, chosen, options);
    markChosen();
  });
};

const figureView = (figures) => {
  const { kind, heading, panels } = figures;
  const quantities = [...new Set(panels.map(({ quantity }) => quantity))];
  const options = { bent: false, band: "interval" };
  const shown = quantities.slice(0, 2).map((quantity) => html("figure", quantity && { "data-quantity": quantity }));
  const has = (test) => panels.some(test);
  const set = (name) => (value) => {
    options[name] = name === "bent" ? value === "log" : value;
    redraw();
  };
  const controls = html("div", { class: "controls" },
    has(({ y }) => y.bent) ? picker("Scale", [["linear", "linear"], ["log", "log-log"]], "linear", set("bent")) : null,
    has(({ series }) => series.some(({ mark: drawn }) => drawn === "spread")) ? picker("Band", [
      ["interval", "95% interval of the mean"], ["quantiles", "5% to 95% of trials"], ["none", "none"]], options.band, set("band")) : null,
    kind === "curves" ? lookPicker() : null);
  const keys = html("div"), about = html("p", { class: "note" });
  onChoice((chosen) => {
    const drawn = shown.map((figure) => [figure, panelOf(figures, figure.dataset.quantity ?? "", chosen)]);
    const width = shown.length === 1 && kind !== "frontier" && contentWidth() >= frame.twoColumns && !isPrinting()
      ? Math.round(0.62 * contentWidth()) : columnWidth();
    for (const [figure, panel] of drawn) {
      if (figure.panel !== panel) figure.zoom = null;
      drawFigure(figure, panel, chosen, { ...options, width });
    }
    const own = drawn.flatMap(([, panel]) => panel ?? []);
    const styles = new Set(own.filter(({ y }) => !y.names).flatMap(({ series }) => series.map(({ style }) => style)));
    const group = settingOf(chosen).filter(({ place }) => styles.has(place));
    keys.replaceChildren(group.length > 0 ? legend(group) : "");
    const lines = Math.max(0, ...own.map(({ series }) => series.filter((one) => one.low && ["curve", "steps"].includes(one.mark)).length));
    const bounds = own.flatMap(({ quantity, series }) => series.filter((one) => one.mark === "bound" && one.cellAt(0) === chosen.cell)
      .map(({ y }) => `${quantity} ${significant(y[0], 4)}`));
    about.textContent = own.length === 0 ? "" : [own[0].setting && `${own[0].setting}.`, notesOf(own),
      lines > mostBands && options.band !== "none" ? "The band is the chosen learner's." : "",
      options.bent ? "An axis with numbers below 0 is the area hyperbolic sine, logarithmic above 1 on both sides." : "",
      bounds.length > 0 ? `Dash-dotted: the theorem's bound on the chosen learner at T, ${listed(bounds)}.` : "",
      own.some(({ y }) => !y.names) ? "Drag to enlarge a part, double-click to see all." : ""].filter(Boolean).join(" ");
  });
  const columns = quantities.length < 3 ? shown : shown.map((figure) => html("div", {}, html("div", { class: "controls" },
    picker("Quantity", quantities.map((name) => [name, name]), figure.dataset.quantity, (name) => {
      figure.dataset.quantity = name;
      redraw();
    })), figure));
  return section(kind, heading, controls, html("div", { class: "columns" }, columns), keys, about);
};

// Draws a panel of a figure (figures/figure_json.hpp) as SVG. Its numbers, labels and styles are the program's; here they
// get places, ticks, and marks that select cells.
const frame = { left: 62, right: 14, top: 12, bottom: 44, twoColumns: 896, gap: 32 };
const mostBands = 6;  // of more lines only the chosen learner's has a band

/** In pixels: the width of the page's text, and of one of two charts side by side if there is room for two. */
const contentWidth = () => {
  if (isPrinting()) return 660;
  const { paddingLeft, paddingRight } = getComputedStyle(page);
  return page.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
};
const columnWidth = () => {
  const whole = contentWidth();
  return isPrinting() || whole >= frame.twoColumns ? Math.floor((whole - frame.gap) / 2) : whole;
};

/** The outline of a marker around (x, y), as series_style.hpp lists them. */
const star = [...Array(10).keys()].map((k) => [(k * Math.PI) / 5, k % 2 ? 0.6 : 1.4]).map(([a, r]) => [r * Math.sin(a), -r * Math.cos(a)]);
const markerPath = (marker, x, y, r) => {
  const corners = [null, [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]], [[0, -1.2], [1.1, 0.8], [-1.1, 0.8]],
    [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]], [[0, 1.2], [1.1, -0.8], [-1.1, -0.8]], star][marker];
  if (!corners) return `M${(x - r).toFixed(2)} ${y.toFixed(2)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  return `${polyline(corners.map(([u, v]) => [x + u * r, y + v * r]))}Z`;
};

/** The path through points, with gaps where one is null. */
const polyline = (points) => {
  let pen = "M";
  return points.map((point) => {
    const part = point && `${pen}${point[0].toFixed(2)} ${point[1].toFixed(2)}${pen === "M" ? "h0" : ""}`;
    pen = point ? "L" : "M";
    return part ?? "";
  }).join("");
};
/** A staircase: each y up to the next x. */
const staircase = (points) => points.map(([x, y], k) => `${k > 0 ? "H" : "M"}${x.toFixed(2)}${k > 0 ? "V" : " "}${y.toFixed(2)}`).join("");
const stairs = (points) => points.flatMap(([x, y], k) => (k === 0 ? [[x, y]] : [[x, points[k - 1][1]], [x, y]]));

/** A mark that represents a cell: selected by click or key, described by `text`. */
const mark = (shape, cell, text) => {
  shape.classList.add("mark");
  shape.setAttribute("role", "button");
  shape.setAttribute("tabindex", "-1");
  shape.append(svg("title", {}, text));
  return chooses(shape, cell);
};

/** What a chart has room for: names of lines at their ends, names of rows, or neither. */
const marginsOf = (panel, ends, width) => {
  const isNamed = width >= 420 && ends.length > 1 && ends.length <= mostNamed;
  const right = isNamed ? Math.min(0.34 * width, 14 + Math.max(...ends.map(({ style }) => textWidth(nameOf(style))))) : frame.right;
  const left = panel.y.names ? Math.min(0.42 * width, 14 + Math.max(...panel.y.names.map(textWidth))) : frame.left;
  return { left, right, isNamed };
};

/** Text at a place, which is its start, middle or end. */
const write = (anchor, attributes, text) => svg("text", { ...attributes, "text-anchor": anchor }, text);

class PanelChart {
  /** options: {bent, band, width, zoom: {x, y}} */
  constructor(panel, chosen, options) {
    Object.assign(this, { panel, chosen, options, told: [] });
    this.isWide = new Set(panel.series.filter((one) => ["curve", "steps"].includes(one.mark)).map(({ style }) => style)).size > mostBands;
    this.series = greyFirst(panel.series.filter((series) => this.isShown(series)), ({ style }) => style);
    const isPath = panel.series.some((series) => series.mark === "outline" || series.directed);
    this.ends = isPath ? [] : this.series.filter((series) => ["curve", "points"].includes(series.mark) && !lookOf(series.style).grey);
    const { width } = options, kinds = ["x", "y"].map((name) => (options.bent && panel[name].bent) || panel[name].scale);
    const margins = marginsOf(panel, this.ends, width);
    const rows = panel.y.names?.length;
    this.width = width;
    this.height = (rows ? 60 + 30 * rows : Math.round(Math.min(420, Math.max(280, 0.6 * width))));
    this.left = margins.left;
    this.right = width - margins.right;
    this.top = frame.top + (panel.title.length > 0 ? 16 : 0);
    this.bottom = this.height - frame.bottom + (rows && panel.x.names ? 6 : 0);
    this.xScale = scaleOf(panel.x, kinds[0], this.valuesAlong("x"), this.right - this.left < 340 ? 4 : 6, options.zoom?.x);
    this.yScale = scaleOf(panel.y, kinds[1], this.valuesAlong("y"), 5, options.zoom?.y);
    this.plot = options.zoom ? svg("svg", { class: "plot", x: this.left, y: this.top, width: this.right - this.left,
      height: this.bottom - this.top, viewBox: `${this.left} ${this.top} ${this.right - this.left} ${this.bottom - this.top}`,
      overflow: "hidden" }) : svg("g", { class: "plot" });
    this.element = svg("svg", { width, height: this.height, viewBox: `0 0 ${width} ${this.height}`, class: "chart", role: "group",
      "aria-label": `${plainOf(panel.y.label)} over ${plainOf(panel.x.label)}` }, this.axes(), this.plot);
    for (const series of this.series) this.behind(series);
    for (const series of this.series) this[series.mark](series);
    if (isPath) this.tags();
    if (margins.isNamed) this.namesAtEnds();
    for (const shape of this.plot.querySelectorAll(`[data-cell="${chosen.cell}"]`)) {
      shape.classList.add("chosen");
      if (!panel.y.names) shape.parentNode.append(shape);
    }
    rove([...this.plot.querySelectorAll(".mark")]);
  }

  /** Of what a reader may choose: the band, and the bound of the chosen cell alone. */
  isShown({ mark: kind, style, cellAt }) {
    if (kind === "spread") return this.options.band === "quantiles" && (!this.isWide || style === this.chosen.place);
    return kind === "bound" ? cellAt(0) === this.chosen.cell : kind !== "guide" || this.options.bent;
  }
  hasBand({ mark: kind, style, low }) {
    return low && (!this.isWide || style === this.chosen.place)
      && (kind === "spread" || kind === "steps" || (kind === "curve" && this.options.band === "interval"));
  }

  valuesAlong(axis) {
    return this.series.flatMap((series) => {
      const hasEnds = (axis === "x") === (series.mark === "across") && (this.hasBand(series) || ["points", "across"].includes(series.mark));
      if (axis === "y" && series.beyond && !this.options.bent) return [];
      return hasEnds && series.low ? [...series[axis], ...series.low, ...series.high] : series.mark === "spread" ? [] : series[axis];
    });
  }

  at(x, y, inside = false) {
    const held = (place) => (inside ? Math.min(Math.max(place, 0), 1) : place);
    const place = this.yScale.place(y), up = this.panel.y.names ? 1 - place : place;
    const point = [this.left + held(this.xScale.place(x)) * (this.right - this.left), this.bottom - held(up) * (this.bottom - this.top)];
    return isNumber(x) && isNumber(y) && point.every(Number.isFinite) ? point : null;
  }
  places({ x, y }, inside) { return x.map((value, k) => this.at(value, y[k], inside)); }

  axes() {
    const { left, right, top, bottom, panel, width } = this, axis = svg("g", { class: "axis" });
    for (const [tick, text] of this.xScale.ticks) {
      const [at] = this.at(tick, 0, true) ?? [left + this.xScale.place(tick) * (right - left)];
      if (!panel.x.names) axis.append(svg("line", { class: tick === 0 ? "zero" : "grid", x1: at, x2: at, y1: top, y2: bottom }));
      axis.append(write("middle", { x: at, y: bottom + 16 }, panel.x.names ? cut(text, (right - left) / panel.x.names.length) : text));
    }
    for (const [tick, text] of this.yScale.ticks) {
      const share = this.yScale.place(tick), at = panel.y.names ? top + share * (bottom - top) : bottom - share * (bottom - top);
      if (!panel.y.names) axis.append(svg("line", { class: tick === 0 ? "zero" : "grid", x1: left, x2: right, y1: at, y2: at }));
      axis.append(write("end", { x: left - 7, y: at, "dominant-baseline": "central" }, panel.y.names ? rowLabel(text, left - 10) : text));
    }
    const long = textWidth(plainOf(panel.x.label)) / 2;
    const title = (place, runs) => write("middle", { class: "title", ...place }, runsOf(runs));
    axis.append(svg("line", { class: "frame", x1: left, x2: right, y1: bottom, y2: bottom }),
      title({ x: Math.max(long, Math.min((left + right) / 2, width - long)), y: this.height - 8 }, panel.x.label),
      title({ x: (left + right) / 2, y: 14 }, panel.title),
      title({ transform: `translate(13 ${(top + bottom) / 2}) rotate(-90)` }, panel.y.label));
    return axis;
  }

  /** The cell that the point stands for; a line about many settings stands for its learner in the chosen one. */
  cellOf(series, k = 0) {
    return cells[series.cellAt(k)] ?? settingOf(this.chosen).concat(cells).find(({ place }) => place === series.style);
  }

  tell({ label, x, y, low, high, mark: kind }, k) {
    const along = (axis, values) => `${plainOf(axis.label).replace(/ \(.*/, "")} = ${significant(values[k], 5)}`;
    const ends = low && isNumber(low[k]) ? ` (${significant(low[k], 5)} to ${significant(high[k], 5)})` : "";
    return `${label}: ${along(this.panel.x, x)}${kind === "across" ? "" : `, ${along(this.panel.y, y)}`}${ends}`;
  }
  /** What the pointer finds there. */
  note(series, places) {
    places.forEach((at, k) => at && this.told.push({ at, text: () => this.tell(series, k) }));
  }

  behind(series) {
    if (!this.hasBand(series)) return;
    const side = (name) => series.x.map((x, k) => this.at(x, series[name][k], true));
    const low = side("low"), high = side("high"), isPiece = (k) => low[k] && high[k];
    let pieces = "";
    for (let k = 0; k < low.length; ++k) {
      if (!isPiece(k) || (k > 0 && isPiece(k - 1))) continue;
      let end = k;
      while (end < low.length && isPiece(end)) ++end;
      const edge = (points) => (series.mark === "steps" ? stairs(points.slice(k, end)) : points.slice(k, end));
      pieces += `${polyline([...edge(high), ...edge(low).reverse()])}Z`;
    }
    if (pieces) this.plot.append(svg("path", { class: "band", d: pieces, style: `fill: ${lookOf(series.style).colour}` }));
  }

  line(series, path, text, isMark = true) {
    const { colour, dash, grey } = lookOf(series.style), own = series.style === this.chosen.place;
    const shape = svg("path", { class: `line${grey ? " thin" : own ? " own" : ""}`, d: path, style: `stroke: ${colour}`,
      "stroke-dasharray": dash.map((x) => 1.5 * x).join(" ") });
    this.plot.append(isMark ? mark(shape, this.cellOf(series), text) : shape);
  }
  curve(series) {
    const places = this.places(series);
    this.note(series, places);
    this.line(series, polyline(places), series.label);
  }
  steps(series) {
    const places = this.places(series, true);
    this.note(series, places);
    this.line(series, staircase(places.filter(Boolean)), series.label);
  }
  points(series) {
    const places = this.places(series), { colour, marker } = lookOf(series.style);
    this.note(series, places);
    this.line(series, polyline(places.filter(Boolean)), series.label, false);
    if (series.directed) places.slice(1).forEach((to, k) => this.arrow(places[k], to, colour));
    places.forEach((at, k) => {
      if (!at) return;
      const cell = this.cellOf(series, k), ends = series.low && [series.low, series.high].map((y) => this.at(series.x[k], y[k], true));
      if (ends?.every(Boolean)) this.plot.append(svg("line", { class: "error-bar", x1: at[0], x2: at[0],
        y1: ends[0][1], y2: ends[1][1], style: `stroke: ${colour}` }));
      this.plot.append(mark(svg("path", { class: "point", d: markerPath(marker, ...at, cell === this.chosen ? 6.5 : 4.2),
        style: `fill: ${colour}` }), cell, this.tell(series, k)));
    });
  }
  /** In the middle of a piece that is long enough. */
  arrow(from, to, colour) {
    if (!from || !to) return;
    const [u, v] = [to[0] - from[0], to[1] - from[1]], long = Math.hypot(u, v);
    if (long < 24) return;
    const head = (a, b) => [(from[0] + to[0]) / 2 + (a * u - b * v) / long, (from[1] + to[1]) / 2 + (a * v + b * u) / long];
    this.plot.append(svg("path", { d: `${polyline([head(4, 0), head(-3, 3), head(-3, -3)])}Z`, style: `fill: ${colour}` }));
  }
  outline(series) {
    const { colour, grey } = lookOf(series.style);
    if (!grey) this.plot.append(svg("path", { class: "ellipse", d: `${polyline(this.places(series))}Z`,
      style: `stroke: ${colour}; fill: ${colour}` }));
  }
  guide(series) {
    this.plot.append(svg("path", { class: "guide", d: polyline(this.places(series)) }, svg("title", {}, series.label)));
  }
  bound(series) {
    const text = `bound ${significant(series.y[0], 4)}`;
    this.plot.append(series.beyond && !this.options.bent ? svg("text", { class: "tag", x: this.left + 6, y: this.top + 8 }, `↑ ${text}`)
      : svg("path", { class: "bound", d: polyline(this.places(series, true)) }, svg("title", {}, text)));
  }
  spread() {}  // its band is all
  dots(series) {
    const group = svg("g", { class: "dots", style: `fill: ${lookOf(series.style).colour}` });
    this.places(series).forEach((at, k) => at && group.append(
      svg("circle", { class: "dot", cx: at[0], cy: at[1] + (this.panel.y.names ? ((k * 7) % 11) - 7 : 0), r: 1.7 })));
    this.plot.append(group);
  }
  across(series) {
    const [low, middle, high] = [series.low?.[0], series.x[0], series.high?.[0]].map((x) => this.at(x, series.y[0])), y = middle[1];
    const group = svg("g", {}, svg("rect", { class: "reach", x: this.left, width: this.right - this.left, y: y - 14, height: 28 }),
      svg("line", { class: "interval", x1: middle[0], x2: middle[0], y1: y + 4, y2: y + 12 }));
    if (low && high) group.append(svg("line", { class: "interval", x1: low[0], x2: high[0], y1: y + 8, y2: y + 8 }));
    this.plot.prepend(mark(group, this.cellOf(series), this.tell(series, 0)));
  }
  tile(series) {
    const all = this.panel.series.flatMap(({ value }) => value ?? []), low = Math.min(...all), high = Math.max(...all);
    const [ground, full] = ["--page", "--heat"].map((name) => channels(themeColour(name)));
    series.value.forEach((value, k) => {
      const [left, top] = this.at(series.x[k] - 0.5, series.y[k] - 0.5), [right, bottom] = this.at(series.x[k] + 0.5, series.y[k] + 0.5);
      const shade = mixed(ground, full, 0.06 + 0.94 * (high > low ? (value - low) / (high - low) : 0.5));
      const place = { x: left + 1, y: top + 1, width: Math.max(0, right - left - 2), height: bottom - top - 2 };
      this.plot.append(mark(svg("g", {}, svg("rect", { ...place, style: `fill: ${cssColour(shade)}` }), write("middle",
        { style: `fill: ${inkOn(shade)}`, x: (left + right) / 2, y: (top + bottom) / 2, "dominant-baseline": "central" },
        cut(series.labels[k], right - left))),
      this.cellOf(series, k), `${series.label}, ${this.panel.x.names[series.x[k]]}: ${series.labels[k]}`));
    });
  }

  /** Names at the ends of paths, and what the chosen learner's points are called. */
  tags() {
    const points = this.series.filter((series) => series.mark === "points").flatMap((series) => this.places(series).map((at, k) =>
      ({ style: series.style, at, label: series.labels?.[k], isEnd: k + 1 === series.x.length }))).filter(({ at }) => at);
    const tag = labeller(this, points);
    for (const point of points) if (point.isEnd && !lookOf(point.style).grey) tag(cut(nameOf(point.style), 220), point);
    for (const one of points) if (one.label && (one.style in data.others || one.style === this.chosen.place)) tag(one.label, one);
  }
  namesAtEnds() {
    const ends = this.ends.map((series) => ({ style: series.style, at: this.places(series).findLast(Boolean) })).filter(({ at }) => at);
    spread(ends.map(({ at }) => at[1]), 13, this.top, this.bottom).forEach((y, k) => {
      const { style } = ends[k], room = this.width - this.right - 14;
      this.element.append(svg("rect", { x: this.right + 3, y: y - 1.5, width: 5, height: 3, style: `fill: ${lookOf(style).colour}` }),
        svg("text", { class: "tag", x: this.right + 11, y, "dominant-baseline": "central" }, cut(nameOf(style), room)));
    });
  }
}

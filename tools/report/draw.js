// Draws a panel of a figure (engine/study/FORMATS.md) as SVG. The program has computed the numbers; this file chooses positions and
// colours, and draws marks that choose a cell when clicked.
const hues = ["#1e2cd0", "#da5810", "#286740", "#bf3491", "#572700", "#239ed5", "#000000", "#8f8200"];
const ordered = [[0x44, 0x01, 0x54], [0x42, 0x3f, 0x85], [0x2b, 0x5f, 0x8c], [0x1c, 0x74, 0x74], [0x3f, 0x8a, 0x48], [0x94, 0x8e, 0x00]];
const dashes = ["", "8 3", "2 2", "10 3 2 3", "5 2", "14 4", "7 2 2 2 2 2", "2 5"];
const mostBands = 6;  // with more lines than this, only the chosen learner's line has a band

/** Colour at `share` of the ordered palette, between its six colours. share: 0 to 1. */
const orderedColour = (share) => {
  const k = Math.min(Math.floor(share * 5), 4);
  return `rgb(${ordered[k].map((x, c) => Math.round(x + (ordered[k + 1][c] - x) * (share * 5 - k))).join(" ")})`;
};

/** Appearance {colour, dash, marker, grey} of a learner; the chosen learner is never grey. */
const lookOf = (learner) => {
  const { hue = 0, order, grey = false } = data.styles[learner] ?? {}, isChosen = learner === chosen.cell.learner;
  const colour = grey ? (isChosen ? "#000000" : "#8a8a8a") : order ? orderedColour(order.share) : hues[hue % 8];
  return { colour, dash: order ? "" : dashes[hue % 8], marker: hue % 8, grey: grey && !isChosen };
};

/** SVG path through the points, with a gap at each null. */
const polyline = (points) => {
  let pen = "M";
  return points.map((point) => {
    const command = point && `${pen}${point[0].toFixed(2)} ${point[1].toFixed(2)}${pen === "M" ? "h0" : ""}`;
    pen = point ? "L" : "M";
    return command ?? "";
  }).join("");
};
const stairs = (points) => points.flatMap(([x, y], k) => (k === 0 ? [[x, y]] : [[x, points[k - 1][1]], [x, y]]));
/** Vertices of a polygon; two alternating radii make a star. turn: angle of the first vertex, clockwise from the top. */
const polygon = (corners, radii, turn) => [...Array(corners).keys()]
  .map((k) => [(2 * Math.PI * k) / corners + turn, radii[k % radii.length]])
  .map(([angle, r]) => [r * Math.sin(angle), -r * Math.cos(angle)]);
const markers = [polygon(16, [1], 0), polygon(4, [1.25], Math.PI / 4), polygon(3, [1.3], 0), polygon(4, [1.25], 0),
  polygon(3, [1.3], Math.PI), polygon(10, [1.5, 0.6], 0), polygon(8, [1.4, 0.55], 0), polygon(8, [1.4, 0.55], Math.PI / 8)];
const markerPath = (marker, x, y, r) => `${polyline(markers[marker].map(([u, v]) => [x + u * r, y + v * r]))}Z`;

/** Text given as runs [text, script]: as SVG elements (runsOf), as a plain string (plainOf). */
const runsOf = (runs) => runs.map(([text, script]) => svg("tspan", { "font-style": script ? "italic" : null,
  "baseline-shift": script === "subscript" ? "sub" : null, "font-size": script === "subscript" ? "75%" : null }, text));
const plainOf = (runs) => runs.map(([text, script]) => (script === "subscript" ? `_${text}` : text)).join("");

class Chart {
  constructor(panel, width) {
    Object.assign(this, { panel, width, readings: [], left: 62, right: width - 14, top: 12 });
    this.height = Math.round(Math.min(400, Math.max(270, 0.6 * width)));
    this.bottom = this.height - 44;
    const lines = new Set(panel.series.filter(({ mark }) => mark === "curve" || mark === "steps").map(({ style }) => style));
    this.isWide = lines.size > mostBands;
    this.series = panel.series.filter((series) => series.mark !== "bound" || series.cellAt(0) === chosen.cell.cell)
      .sort((a, b) => lookOf(b.style).grey - lookOf(a.style).grey);
    this.x = scaleOf(panel.x, this.valuesOf("x", "x_low", "x_high"), this.right - this.left < 340 ? 4 : 6);
    this.y = scaleOf(panel.y, this.valuesOf("y", "low", "high"), 5);
    this.plot = svg("g", {});
    this.element = svg("svg", { width, height: this.height, viewBox: `0 0 ${width} ${this.height}`, class: "chart", role: "group",
      "aria-label": `${plainOf(panel.y.label)} over ${plainOf(panel.x.label)}` }, this.axes(), this.plot);
    for (const series of this.series) this.band(series);
    for (const series of this.series) this[series.mark](series);
    for (const shape of this.plot.querySelectorAll(`[data-cell="${chosen.cell.cell}"]`)) {
      shape.classList.add("chosen");
      this.plot.append(shape);
    }
    makeRoving([...this.plot.querySelectorAll(".mark")]);
  }

  hasBand({ mark, style, low }) {
    return low && (mark === "curve" || mark === "steps") && (!this.isWide || style === chosen.cell.learner);
  }
  /** Values that an axis must include: a coordinate, and the ends of its intervals where they are drawn. */
  valuesOf(name, low, high) {
    return this.series.filter(({ beyond }) => !beyond || name === "x").flatMap((series) => [...series[name],
      ...(this.hasBand(series) || series.mark === "points" ? [...(series[low] ?? []), ...(series[high] ?? [])] : [])]);
  }
  /** Pixel position of a point; null if it has none. */
  pixelAt(x, y) {
    const [u, v] = [this.x.place(x), this.y.place(y)];
    if (!Number.isFinite(u) || !Number.isFinite(v)) return null;
    return [this.left + u * (this.right - this.left), this.bottom - v * (this.bottom - this.top)];
  }
  pixelsOf({ x, y }) { return x.map((value, k) => this.pixelAt(value, y[k])); }

  axes() {
    const { left, right, top, bottom, panel } = this, axis = svg("g", { class: "axis" });
    const text = (anchor, attributes, content) => svg("text", { ...attributes, "text-anchor": anchor }, content);
    for (const [tick, label] of this.x.ticks) {
      const x = left + this.x.place(tick) * (right - left);
      axis.append(svg("line", { class: "grid", x1: x, x2: x, y1: top, y2: bottom }), text("middle", { x, y: bottom + 16 }, label));
    }
    for (const [tick, label] of this.y.ticks) {
      const y = bottom - this.y.place(tick) * (bottom - top);
      axis.append(svg("line", { class: tick === 0 ? "zero" : "grid", x1: left, x2: right, y1: y, y2: y }),
        text("end", { x: left - 7, y, "dominant-baseline": "central" }, label));
    }
    axis.append(svg("line", { class: "zero", x1: left, x2: right, y1: bottom, y2: bottom }),
      text("middle", { class: "title", x: (left + right) / 2, y: this.height - 8 }, runsOf(panel.x.label)),
      text("middle", { class: "title", transform: `translate(13 ${(top + bottom) / 2}) rotate(-90)` }, runsOf(panel.y.label)));
    return axis;
  }

  /** The cell of a point. A line through several cells stands for the cell of its learner in the chosen setting. */
  cellOf(series, k) {
    const isShown = ({ learner, setting }) => learner === series.style && setting === chosen.cell.setting;
    return cells[series.cellAt(k)] ?? cells.find(isShown) ?? cells[0];
  }
  /** A point in words: learner, x, y and the interval. */
  describe({ label, x, y, low, high }, k) {
    const coordinate = (axis, value) => `${plainOf(axis.label).replace(/ \(.*/, "")} = ${significant(value, 5)}`;
    const ends = isNumber(low?.[k]) ? ` (${significant(low[k], 5)} to ${significant(high[k], 5)})` : "";
    return `${label}: ${coordinate(this.panel.x, x[k])}, ${coordinate(this.panel.y, y[k])}${ends}`;
  }
  /** Adds a shape that stands for a cell: clicking it chooses the cell, and its title describes the point. */
  mark(shape, series, k) {
    shape.classList.add("mark");
    filled(shape, { role: "button", tabindex: -1 }, [svg("title", {}, this.describe(series, k))]);
    this.plot.append(makeChooser(shape, this.cellOf(series, k)));
  }
  /** Records points, so that the pointer can find the nearest one. */
  record(series, pixels) {
    pixels.forEach((pixel, k) => pixel && this.readings.push({ pixel, text: () => this.describe(series, k) }));
  }

  band(series) {  // an area for each run of consecutive points with low and high
    if (!this.hasBand(series)) return;
    const edgeOf = (name) => series.x.map((x, k) => this.pixelAt(x, series[name][k]));
    const low = edgeOf("low"), high = edgeOf("high"), hasBoth = (k) => low[k] && high[k];
    let pieces = "";
    for (let k = 0, end; k < low.length; k = end + 1) {
      for (end = k; end < low.length && hasBoth(end);) ++end;
      const part = (points) => (series.mark === "steps" ? stairs(points.slice(k, end)) : points.slice(k, end));
      if (end > k) pieces += `${polyline([...part(high), ...part(low).reverse()])}Z`;
    }
    this.plot.append(svg("path", { class: "band", d: pieces, style: `fill: ${lookOf(series.style).colour}` }));
  }
  line(series, path) {
    const { colour, dash, grey } = lookOf(series.style), isChosen = series.style === chosen.cell.learner;
    return svg("path", { class: `line${grey ? " thin" : isChosen ? " thick" : ""}`, d: path, style: `stroke: ${colour}`,
      "stroke-dasharray": dash });
  }
  curve(series) {
    const pixels = this.pixelsOf(series);
    this.record(series, pixels);
    this.mark(this.line(series, polyline(pixels)), series, series.x.length - 1);
  }
  steps(series) {
    const pixels = this.pixelsOf(series).filter(Boolean);
    this.record(series, pixels);
    this.mark(this.line(series, polyline(stairs(pixels))), series, series.x.length - 1);
  }
  points(series) {
    const pixels = this.pixelsOf(series), { colour, marker, grey } = lookOf(series.style);
    this.record(series, pixels);
    this.plot.append(this.line(series, polyline(pixels.filter(Boolean))));
    pixels.forEach((pixel, k) => {
      if (!pixel) return;
      const { x, y, low, high, x_low: from, x_high: to } = series;
      const vertical = [this.pixelAt(x[k], low?.[k]), this.pixelAt(x[k], high?.[k])];
      for (const ends of grey ? [] : [vertical, [this.pixelAt(from?.[k], y[k]), this.pixelAt(to?.[k], y[k])]])
        if (ends[0] && ends[1]) this.plot.append(svg("path", { class: "error-bar", d: polyline(ends), style: `stroke: ${colour}` }));
      const isChosen = this.cellOf(series, k) === chosen.cell;
      if (series.labels?.[k] && series.style === chosen.cell.learner)
        this.plot.append(svg("text", { class: "tag", x: pixel[0] + 8, y: pixel[1] - 8 }, series.labels[k]));
      this.mark(svg("path", { class: "point", d: markerPath(marker, ...pixel, isChosen ? 6 : 4), style: `fill: ${colour}` }), series, k);
    });
  }
  guide(series) {
    this.plot.append(svg("path", { class: "guide", d: polyline(this.pixelsOf(series)) }, svg("title", {}, series.label)));
  }
  bound(series) {
    const text = `bound ${significant(series.y[0], 4)}`;
    this.plot.append(series.beyond ? svg("text", { class: "tag", x: this.left + 6, y: this.top + 8 }, `↑ ${text}`)
      : svg("path", { class: "bound", d: polyline(this.pixelsOf(series)) }, svg("title", {}, text)));
  }
}

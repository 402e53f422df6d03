// Draws a panel of a figure (engine/study/FORMATS.md) as SVG: positions, styles, and marks that choose cells.
const hues = ["#1e2cd0", "#da5810", "#286740", "#bf3491", "#572700", "#239ed5", "#000000", "#8f8200"];
const ordered = [[0x44, 0x01, 0x54], [0x42, 0x3f, 0x85], [0x2b, 0x5f, 0x8c], [0x1c, 0x74, 0x74], [0x3f, 0x8a, 0x48], [0x94, 0x8e, 0x00]];
const dashes = ["", "8 3", "2 2", "10 3 2 3", "5 2", "14 4", "7 2 2 2 2 2", "2 5"];
const mostBands = 6;  // with more lines, only the chosen learner has a band

const orderedColour = (share) => {
  const k = Math.min(Math.floor(share * 5), 4);
  return `rgb(${ordered[k].map((x, c) => Math.round(x + (ordered[k + 1][c] - x) * (share * 5 - k))).join(" ")})`;
};

/** The {colour, dash, marker, grey} of a learner; the chosen learner is never grey. */
const lookOf = (place) => {
  const { hue = 0, order, grey = false } = data.styles[place] ?? {}, isChosen = place === chosen.cell.place;
  const colour = grey ? (isChosen ? "#000000" : "#8a8a8a") : order ? orderedColour(order.share) : hues[hue % 8];
  return { colour, dash: order ? "" : dashes[hue % 8], marker: hue % 8, grey: grey && !isChosen };
};

/** The path through points, with gaps for those that are null. */
const polyline = (points) => {
  let pen = "M";
  return points.map((point) => {
    const part = point && `${pen}${point[0].toFixed(2)} ${point[1].toFixed(2)}${pen === "M" ? "h0" : ""}`;
    pen = point ? "L" : "M";
    return part ?? "";
  }).join("");
};
const stairs = (points) => points.flatMap(([x, y], k) => (k === 0 ? [[x, y]] : [[x, points[k - 1][1]], [x, y]]));
const turned = (corners, radii, turn) => [...Array(corners).keys()]
  .map((k) => [(2 * Math.PI * k) / corners + turn, radii[k % radii.length]])
  .map(([angle, r]) => [r * Math.sin(angle), -r * Math.cos(angle)]);
const markers = [turned(16, [1], 0), turned(4, [1.25], Math.PI / 4), turned(3, [1.3], 0), turned(4, [1.25], 0), turned(3, [1.3], Math.PI),
  turned(10, [1.5, 0.6], 0), turned(8, [1.4, 0.55], 0), turned(8, [1.4, 0.55], Math.PI / 8)];
const markerPath = (marker, x, y, r) => `${polyline(markers[marker].map(([u, v]) => [x + u * r, y + v * r]))}Z`;

/** Runs of text as elements, and as a string. */
const runsOf = (runs) => runs.map(([text, script]) => svg("tspan", { "font-style": script ? "italic" : null,
  "baseline-shift": script === "subscript" ? "sub" : null, "font-size": script === "subscript" ? "75%" : null }, text));
const plainOf = (runs) => runs.map(([text, script]) => (script === "subscript" ? `_${text}` : text)).join("");

class Chart {
  constructor(panel, width) {
    Object.assign(this, { panel, width, readouts: [], left: 62, right: width - 14, top: 12 });
    this.height = Math.round(Math.min(400, Math.max(270, 0.6 * width)));
    this.bottom = this.height - 44;
    const lines = new Set(panel.series.filter(({ mark }) => mark === "curve" || mark === "steps").map(({ style }) => style));
    this.isWide = lines.size > mostBands;
    this.series = panel.series.filter((series) => series.mark !== "bound" || series.cellAt(0) === chosen.cell.cell)
      .sort((a, b) => lookOf(b.style).grey - lookOf(a.style).grey);
    this.x = scaleOf(panel.x, this.along("x", "x_low", "x_high"), this.right - this.left < 340 ? 4 : 6);
    this.y = scaleOf(panel.y, this.along("y", "low", "high"), 5);
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
    return low && (mark === "curve" || mark === "steps") && (!this.isWide || style === chosen.cell.place);
  }
  along(name, low, high) {
    return this.series.filter(({ beyond }) => !beyond || name === "x").flatMap((series) =>
      [...series[name], ...(this.hasBand(series) || series.mark === "points" ? [...(series[low] ?? []), ...(series[high] ?? [])] : [])]);
  }
  at(x, y) {
    const [u, v] = [this.x.place(x), this.y.place(y)];
    if (!Number.isFinite(u) || !Number.isFinite(v)) return null;
    return [this.left + u * (this.right - this.left), this.bottom - v * (this.bottom - this.top)];
  }
  places({ x, y }) { return x.map((value, k) => this.at(value, y[k])); }

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

  /** The cell of a point; for a line of several cells, that of its learner in the chosen setting. */
  cellOf(series, k) {
    const inSetting = ({ place, setting }) => place === series.style && setting === chosen.cell.setting;
    return cells[series.cellAt(k)] ?? cells.find(inSetting) ?? cells[0];
  }
  describe({ label, x, y, low, high }, k) {
    const along = (axis, value) => `${plainOf(axis.label).replace(/ \(.*/, "")} = ${significant(value, 5)}`;
    const ends = isNumber(low?.[k]) ? ` (${significant(low[k], 5)} to ${significant(high[k], 5)})` : "";
    return `${label}: ${along(this.panel.x, x[k])}, ${along(this.panel.y, y[k])}${ends}`;
  }
  /** Adds a shape that chooses its cell, with a description. */
  mark(shape, series, k) {
    shape.classList.add("mark");
    filled(shape, { role: "button", tabindex: -1 }, [svg("title", {}, this.describe(series, k))]);
    this.plot.append(chooses(shape, this.cellOf(series, k)));
  }
  note(series, places) {
    places.forEach((at, k) => at && this.readouts.push({ at, text: () => this.describe(series, k) }));
  }

  band(series) {
    if (!this.hasBand(series)) return;
    const side = (name) => series.x.map((x, k) => this.at(x, series[name][k]));
    const low = side("low"), high = side("high"), isPiece = (k) => low[k] && high[k];
    let pieces = "";
    for (let k = 0, end; k < low.length; k = end + 1) {
      for (end = k; end < low.length && isPiece(end);) ++end;
      const edge = (points) => (series.mark === "steps" ? stairs(points.slice(k, end)) : points.slice(k, end));
      if (end > k) pieces += `${polyline([...edge(high), ...edge(low).reverse()])}Z`;
    }
    this.plot.append(svg("path", { class: "band", d: pieces, style: `fill: ${lookOf(series.style).colour}` }));
  }
  line(series, path) {
    const { colour, dash, grey } = lookOf(series.style), isChosen = series.style === chosen.cell.place;
    return svg("path", { class: `line${grey ? " thin" : isChosen ? " own" : ""}`, d: path, style: `stroke: ${colour}`,
      "stroke-dasharray": dash });
  }
  curve(series) {
    const places = this.places(series);
    this.note(series, places);
    this.mark(this.line(series, polyline(places)), series, series.x.length - 1);
  }
  steps(series) {
    const places = this.places(series).filter(Boolean);
    this.note(series, places);
    this.mark(this.line(series, polyline(stairs(places))), series, series.x.length - 1);
  }
  points(series) {
    const places = this.places(series), { colour, marker, grey } = lookOf(series.style);
    this.note(series, places);
    this.plot.append(this.line(series, polyline(places.filter(Boolean))));
    places.forEach((at, k) => {
      if (!at) return;
      const { x, y, low, high, x_low: from, x_high: to } = series;
      const bars = [[this.at(x[k], low?.[k]), this.at(x[k], high?.[k])], [this.at(from?.[k], y[k]), this.at(to?.[k], y[k])]];
      for (const ends of grey ? [] : bars)
        if (ends[0] && ends[1]) this.plot.append(svg("path", { class: "error-bar", d: polyline(ends), style: `stroke: ${colour}` }));
      const isChosen = this.cellOf(series, k) === chosen.cell;
      if (series.labels?.[k] && series.style === chosen.cell.place)
        this.plot.append(svg("text", { class: "tag", x: at[0] + 8, y: at[1] - 8 }, series.labels[k]));
      this.mark(svg("path", { class: "point", d: markerPath(marker, ...at, isChosen ? 6 : 4), style: `fill: ${colour}` }), series, k);
    });
  }
  guide(series) {
    this.plot.append(svg("path", { class: "guide", d: polyline(this.places(series)) }, svg("title", {}, series.label)));
  }
  bound(series) {
    const text = `bound ${significant(series.y[0], 4)}`;
    this.plot.append(series.beyond ? svg("text", { class: "tag", x: this.left + 6, y: this.top + 8 }, `↑ ${text}`)
      : svg("path", { class: "bound", d: polyline(this.places(series)) }, svg("title", {}, text)));
  }
}

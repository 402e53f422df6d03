// Charts in plain SVG: a frame with axes, and marks that select cells.
const frame = { width: 480, height: 320, left: 62, right: 14, top: 12, bottom: 44 };

/** The smallest interval that contains all numbers, with a small margin; [0, 1] if there are none. */
const extent = (numbers) => {
  const finite = numbers.filter(isNumber);
  if (finite.length === 0) return [0, 1];
  let low = finite[0], high = finite[0];
  for (const x of finite) {
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  const margin = high - low > 1e-9 * size ? (high - low) * 0.04 : size * 0.1 || 1;  // rounding differences do not count
  return [low - margin, high + margin];
};

/**
 * Axes around a plot. x, y: {domain: [low, high], label}; y.names instead of a domain: one row each, from the top.
 * Returns {element, plot, x, y, top, bottom}: where marks go, the maps to pixels, and the ends of the plot.
 */
const chart = ({ x, y, width = frame.width, height = frame.height, left = frame.left, label }) => {
  const right = width - frame.right;
  const bottom = height - frame.bottom;
  const mapX = (value) => left + ((value - x.domain[0]) / (x.domain[1] - x.domain[0])) * (right - left);
  const mapY = y.names
    ? (row) => frame.top + ((row + 0.5) / y.names.length) * (bottom - frame.top)
    : (value) => bottom - ((value - y.domain[0]) / (y.domain[1] - y.domain[0])) * (bottom - frame.top);
  const axis = svg("g", { class: "axis" });
  for (const tick of linearTicks(...x.domain, 6)) {
    const at = mapX(tick);
    axis.append(svg("line", { class: tick === 0 ? "zero" : "grid", x1: at, x2: at, y1: frame.top, y2: bottom }),
      svg("text", { x: at, y: bottom + 16, "text-anchor": "middle" }, tickText(tick)));
  }
  const rows = y.names ? y.names.map((name, row) => [row, name]) : linearTicks(...y.domain, 5).map((tick) => [tick, tickText(tick)]);
  for (const [value, text] of rows) {
    const at = mapY(value);
    const zero = value === 0;
    if (!y.names) axis.append(svg("line", { class: zero ? "zero" : "grid", x1: left, x2: right, y1: at, y2: at }));
    axis.append(svg("text", { x: left - 7, y: at, "text-anchor": "end", "dominant-baseline": "central" }, text));
  }
  axis.append(svg("line", { class: "frame", x1: left, x2: right, y1: bottom, y2: bottom }),
    svg("text", { class: "title", x: (left + right) / 2, y: height - 8, "text-anchor": "middle" }, x.label));
  if (y.label)
    axis.append(svg("text", { class: "title", "text-anchor": "middle",
      transform: `translate(13 ${(frame.top + bottom) / 2}) rotate(-90)` }, y.label));
  const plot = svg("g", { class: "plot" });
  const element = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "group", "aria-label": label }, axis, plot);
  return { element, plot, x: mapX, y: mapY, top: frame.top, bottom };
};

/** A mark that represents a cell: selected by click or key, described by `text`. */
const mark = (shape, cell, text) => {
  shape.classList.add("mark");
  shape.setAttribute("role", "button");
  shape.setAttribute("tabindex", "-1");
  shape.append(svg("title", {}, text));
  return chooses(shape, cell);
};

/** Moves the selected marks of a chart to the front, and adds arrow keys to all marks. */
const finishMarks = (element) => {
  for (const shape of element.querySelectorAll(`.plot [data-cell="${selection.cell.cell}"]`)) {
    shape.classList.add("chosen");
    shape.parentNode.append(shape);
  }
  rove([...element.querySelectorAll(".mark")]);
};

/** Shown instead of a chart that would have no values. */
const noChart = (quantity) => html("p", { class: "note" }, `No trial here has a ${quantity}.`);
const polyline = (points) => points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");

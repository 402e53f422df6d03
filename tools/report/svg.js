// Charts in plain SVG: a frame with axes, and marks that select cells.
const frame = { left: 62, right: 14, top: 12, bottom: 44, twoColumns: 896, gap: 32 };
const isPrinting = () => document.documentElement.classList.contains("printing");

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
const chartHeight = (width) => Math.round(Math.min(420, Math.max(280, 0.6 * width)));

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

/** The text of an axis with symbols: what follows _ is a subscript. */
const symbols = (text) => text.split(/(_.)/).map((part, k, parts) => k % 2 === 1
  ? svg("tspan", { dy: 3, "font-size": "75%" }, part[1]) : svg("tspan", k > 0 ? { dy: -3 } : {}, parts[k]));

const textWidth = (text) => 6.7 * text.length;  // an estimate, of 12 px
/** The text cut to `room` pixels. */
const cut = (text, room) => (textWidth(text) <= room ? text : `${text.slice(0, Math.max(4, Math.floor(room / 6.7) - 1))}…`);

/**
 * Axes around a plot. x, y: {domain: [low, high], label}; y.names instead of a domain: one row each, from the top. ticks:
 * [[value, text]], if not those of a linear axis.
 * Returns {element, plot, x, y, top, bottom, left, right}: where marks go, the maps to pixels, and the ends of the plot.
 */
const chart = ({ x, y, width = columnWidth(), height = chartHeight(width), left = frame.left, margin = frame.right, label }) => {
  const right = width - margin;
  const bottom = height - frame.bottom;
  const mapX = (value) => left + ((value - x.domain[0]) / (x.domain[1] - x.domain[0])) * (right - left);
  const mapY = y.names
    ? (row) => frame.top + ((row + 0.5) / y.names.length) * (bottom - frame.top)
    : (value) => bottom - ((value - y.domain[0]) / (y.domain[1] - y.domain[0])) * (bottom - frame.top);
  const axis = svg("g", { class: "axis" });
  const linear = (domain, wanted) => {
    const ticks = linearTicks(...domain, wanted);
    const texts = tickTexts(ticks);
    return ticks.map((tick, k) => [tick, texts[k]]);
  };
  for (const [tick, text] of x.ticks ?? linear(x.domain, right - left < 340 ? 4 : 6)) {
    const at = mapX(tick);
    axis.append(svg("line", { class: tick === 0 ? "zero" : "grid", x1: at, x2: at, y1: frame.top, y2: bottom }),
      svg("text", { x: at, y: bottom + 16, "text-anchor": "middle" }, text));
  }
  const rows = y.names ? y.names.map((name, row) => [row, name]) : y.ticks ?? linear(y.domain, 5);
  for (const [value, text] of rows) {
    const at = mapY(value);
    const zero = value === 0;
    if (!y.names) axis.append(svg("line", { class: zero ? "zero" : "grid", x1: left, x2: right, y1: at, y2: at }));
    axis.append(svg("text", { x: left - 7, y: at, "text-anchor": "end", "dominant-baseline": "central" }, text));
  }
  axis.append(svg("line", { class: "frame", x1: left, x2: right, y1: bottom, y2: bottom }),
    svg("text", { class: "title", x: Math.max(textWidth(x.label) / 2, Math.min((left + right) / 2, width - textWidth(x.label) / 2)), y: height - 8, "text-anchor": "middle" }, symbols(x.label)));
  if (y.label)
    axis.append(svg("text", { class: "title", "text-anchor": "middle",
      transform: `translate(13 ${(frame.top + bottom) / 2}) rotate(-90)` }, symbols(y.label)));
  const plot = svg("g", { class: "plot" });
  const element = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "chart", role: "group", "aria-label": label }, axis, plot);
  return { element, plot, x: mapX, y: mapY, top: frame.top, bottom, left, right };
};

/** The outline of a marker around (x, y): disc, square, triangle, diamond in turn. */
const markerPath = (shape, x, y, r) => {
  const corners = [null, [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]], [[0, -1.2], [1.1, 0.8], [-1.1, 0.8]], [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]]][shape % 4];
  if (!corners) return `M${(x - r).toFixed(2)} ${y.toFixed(2)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  return polyline(corners.map(([u, v]) => [x + u * r, y + v * r])) + "Z";
};

/** A mark that represents a cell: selected by click or key, described by `text`. */
const mark = (shape, cell, text) => {
  shape.classList.add("mark");
  shape.setAttribute("role", "button");
  shape.setAttribute("tabindex", "-1");
  shape.append(svg("title", {}, text));
  return chooses(shape, cell);
};

/** A mark with the marker of the cell's learner. */
const pointMark = (x, y, cell, text) => {
  const { colour, shape } = lookOf(cell);
  return mark(svg("path", { class: "point", d: markerPath(shape, x, y, cell === selection.cell ? 6.5 : 4.2), style: `fill: ${colour}` }), cell, text);
};

/** The line of a cell's learner, as a mark. `path`: SVG. */
const lineMark = (path, cell, text, thin = lookOf(cell).grey) => {
  const { colour, dash } = lookOf(cell);
  return mark(svg("path", { class: thin ? "line thin" : "line", d: path, style: `stroke: ${colour}`, "stroke-dasharray": dash.join(" ") }), cell, text);
};

/** The area between two lines of a cell's learner. */
const bandBetween = (low, high, cell) =>
  svg("path", { class: "ellipse", d: polyline([...high, ...low.reverse()]) + "Z", style: `stroke: none; fill: ${lookOf(cell).colour}` });

/** Positions at least `gap` apart, as close to those wanted as that allows, within [low, high]; in the order given. */
const spread = (wanted, gap, low, high) => {
  const order = wanted.map((_, k) => k).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  order.forEach((k, j) => (placed[k] = Math.max(wanted[k], j === 0 ? low : placed[order[j - 1]] + gap)));
  for (let j = order.length - 1; j >= 0; --j)
    placed[order[j]] = Math.min(placed[order[j]], j === order.length - 1 ? high : placed[order[j + 1]] - gap);
  return placed;
};

/** A learner's name and the values of its swept parameters: "conomd-fs (0.25)". */
const directLabel = (cell) => {
  const values = sweptOf(cell, "learner.").map(([, text]) => text);
  return values.length > 0 ? `${cell.learner} (${values.join(", ")})` : cell.learner;
};

/** The learner of a cell in `room` pixels: with the names of its parameters if they fit, else with their values alone. */
const rowLabel = (cell, room) => (textWidth(cell.learnerLabel) <= room ? cell.learnerLabel : cut(directLabel(cell), room));

/** The room right of a plot for the names of `group`, in pixels; none on a narrow screen. */
const labelRoom = (group) => {
  const named = group.filter((cell) => !lookOf(cell).grey);
  if (columnWidth() < 420 || named.length < 2 || named.length > mostNamed) return frame.right;
  return Math.min(0.34 * columnWidth(), 14 + Math.max(...named.map((cell) => textWidth(directLabel(cell)))));
};

/** Names next to the ends of lines: `ends` are {cell, y}, in pixels. */
const endLabels = ({ plot, right, top, bottom }, ends, room) => {
  if (room <= frame.right) return;
  const named = ends.filter(({ cell }) => !lookOf(cell).grey);
  const places = spread(named.map(({ y }) => y), 13, top, bottom);
  named.forEach(({ cell }, k) => plot.append(svg("rect", { x: right + 3, y: places[k] - 1.5, width: 5, height: 3, style: `fill: ${lookOf(cell).colour}` }),
    svg("text", { class: "tag", x: right + 11, y: places[k], "dominant-baseline": "central" }, cut(directLabel(cell), room - 14))));
};

/** Moves the selected marks of a chart to the front, and adds arrow keys to all marks. */
const finishMarks = (element) => {
  for (const shape of element.querySelectorAll(`.plot [data-cell="${selection.cell.cell}"]`)) {
    shape.classList.add("chosen");
    shape.parentNode.append(shape);
  }
  rove([...element.querySelectorAll(".mark")]);
};

/** Where a view draws: charts side by side, a legend, and a note. */
const stage = () => ({ charts: html("div", { class: "columns" }), keys: html("div"), about: html("p", { class: "note" }) });

/** Shown instead of a chart that would have no values. */
const noChart = (quantity) => html("p", { class: "note" }, `No trial here has a ${quantity}.`);
const polyline = (points) => points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");

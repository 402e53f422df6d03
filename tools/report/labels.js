// Texts in charts: how wide they are, and where they have room.
const textWidth = (text) => 6.7 * text.length;  // an estimate, of 12 px
/** The text cut to `room` pixels. */
const cut = (text, room) => (textWidth(text) <= room ? text : `${text.slice(0, Math.max(4, Math.floor(room / 6.7) - 1))}…`);
/** The label of a row in `room` pixels: a learner's with the names of its parameters if they fit, else with their values alone. */
const rowLabel = (row, room) => (textWidth(row) <= room ? row : cut(data.learners.find(({ label }) => label === row)?.short ?? row, room));

/** Runs of text as elements, and as one string. */
const scriptShifts = { subscript: 3, exponent: -4 };
const runsOf = (runs) => {
  let before = 0;
  return runs.map(([text, script]) => {
    const shift = scriptShifts[script] ?? 0;
    const run = svg("tspan", { dy: shift - before, "font-size": shift ? "75%" : null, "font-style": script ? "italic" : null }, text);
    before = shift;
    return run;
  });
};
const plainOf = (runs) => runs.map(([text, script]) => (script === "subscript" ? `_${text}` : text)).join("");

/** Positions at least `gap` apart, as close to those wanted as that allows, within [low, high]; in the order given. */
const spread = (wanted, gap, low, high) => {
  const order = wanted.map((_, k) => k).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  order.forEach((k, j) => (placed[k] = Math.max(wanted[k], j === 0 ? low : placed[order[j - 1]] + gap)));
  for (let j = order.length - 1; j >= 0; --j)
    placed[order[j]] = Math.min(placed[order[j]], j === order.length - 1 ? high : placed[order[j + 1]] - gap);
  return placed;
};

const tagHalf = 6;  // of a text's height, and of a point

/** Where the text may lie beside its point: {step: how far below the point, left}. The nearest first. */
const tagPlaces = ([x], long) => [0, 12, -12, 24, -24, 36, -36, 48, -48, 60, -60].flatMap((step) => {
  const aside = 9 + Math.max(0, Math.abs(step) - 12) / 3;
  return [{ step, left: x + aside }, { step, left: x - aside - long }];
});

/**
 * Places texts beside points, where they hide neither a point nor each other. A text is nearer to its own point than to
 * another learner's, or a line joins the two; one without room is left out. points: {style, at: [x, y]}.
 */
const labeller = ({ plot, left, right, top, bottom }, points) => {
  const taken = points.map(({ at: [x, y] }) => ({ left: x - tagHalf, long: 2 * tagHalf, top: y }));
  const isFree = (box) => box.left >= left && box.left + box.long <= right && box.top > top + tagHalf && box.top < bottom - tagHalf
    && taken.every((it) => Math.abs(it.top - box.top) >= 2 * tagHalf || it.left >= box.left + box.long || box.left >= it.left + it.long);
  const distance = (box, [x, y]) => Math.hypot(Math.max(box.left - x, 0, x - box.left - box.long), y - box.top);
  return (text, { style, at }) => {
    const long = textWidth(text) * 0.92 + 2;
    const free = tagPlaces(at, long).map(({ step, left: start }) => ({ left: start, long, top: at[1] + step })).filter(isFree);
    const others = points.filter((point) => point.style !== style);
    const own = free.find((box) => others.every((point) => distance(box, at) < distance(box, point.at)));
    const box = own ?? free[0];
    if (!box) return;
    taken.push(box);
    const ink = inkOf(style);
    if (!own || distance(box, at) > 24)
      plot.append(svg("line", { class: "leader", x1: at[0], y1: at[1],
        x2: box.left > at[0] ? box.left - 1 : box.left + long, y2: box.top, style: `stroke: ${ink}` }));
    plot.append(svg("text", { class: "tag", x: box.left, y: box.top, "dominant-baseline": "central", style: `fill: ${ink}` }, text));
  };
};

// The scales of axes: a number's place between 0 and 1, and the ticks.
const bends = {
  linear: (x) => x,
  log: (x) => (x > 0 ? Math.log10(x) : -Infinity),
  asinh: (x) => Math.asinh(x / 2) / Math.LN10,  // logarithmic for |x| above 1, on both sides of 0
};

/** The ends of an axis that shows all `values`, bent, with a small margin; [0, 1] if there are none. */
const endsOf = ({ from_zero: fromZero }, kind, values) => {
  const largest = values.reduce((a, b) => Math.max(a, b), 0);
  const shown = values.filter((x) => isNumber(x) && (kind !== "log" || x > 1e-9 * largest));
  if (fromZero && kind !== "log") shown.push(0);
  if (shown.length === 0) return [0, 1];
  const bent = shown.map(bends[kind]);
  const [low, high] = bent.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
  const size = Math.max(Math.abs(low), Math.abs(high));
  const margin = high - low > 1e-9 * size ? 0.04 * (high - low) : 0.1 * size || 1;  // rounding differences do not count
  const endsAtZero = (end) => fromZero && kind === "linear" && end === 0 && low < high;
  return [endsAtZero(low) ? low : low - margin, endsAtZero(high) ? high : high + margin];
};

/** Powers of ten, and their multiples where there are few. */
const bentTicks = (kind, [low, high]) => {
  const both = kind === "asinh", reach = Math.max(high, both ? -low : high);
  const first = both ? (reach > 2 ? 1 : 0) : Math.floor(low);
  const every = Math.max(1, Math.ceil((reach - Math.max(low, first)) / 7));
  const values = both ? [0] : [];
  for (let power = first; power <= reach; power += every)
    for (const digit of high - low < 1.5 ? [1, 2, 5] : [1]) values.push(digit * 10 ** power, ...(both ? [-digit * 10 ** power] : []));
  return values.filter((x) => bends[kind](x) >= low && bends[kind](x) <= high).map((x) => [x, tickText(x)]);
};

/** {place: value -> 0 to 1, ticks: [[value, text]], ends}; `zoomed`: the ends, if a reader chose them. */
const scaleOf = (axis, kind, values, wanted, zoomed) => {
  if (axis.names) {
    const rows = axis.names.length;
    return { place: (x) => (x + 0.5) / rows, ticks: axis.names.map((name, k) => [k, name]), ends: [-0.5, rows - 0.5] };
  }
  const ends = zoomed ?? endsOf(axis, kind, values);
  const [low, high] = ends;
  const linear = () => {
    const ticks = linearTicks(low, high, wanted), texts = tickTexts(ticks);
    return ticks.map((tick, k) => [tick, texts[k]]);
  };
  return { place: (x) => (bends[kind](x) - low) / (high - low), ticks: kind === "linear" ? linear() : bentTicks(kind, ends), ends };
};

// Scales of axes: the position of a number between 0 and 1, and the ticks.
const isNumber = (x) => typeof x === "number" && Number.isFinite(x);
const significant = (x, digits) => (isNumber(x) ? x.toLocaleString("en-US", { maximumSignificantDigits: digits }) : "-");
// asinh(x / 2) / ln 10 is close to log10(x) for large x, so that powers of ten are evenly spaced.
const transforms = { linear: (x) => x, log: (x) => (x > 0 ? Math.log10(x) : -Infinity), asinh: (x) => Math.asinh(x / 2) / Math.LN10 };

/** Label of a tick: 250, 1,000, 20k, 3M. size: the largest tick of the axis, which determines the unit of all its labels. */
const tickText = (x, size = Math.abs(x)) => {
  if (x === 0) return "0";
  if (size >= 1e12) return x.toExponential().replace("+", "");
  if (size >= 1e6) return `${significant(x / 1e6, 4)}M`;
  return size >= 1e4 ? `${significant(x / 1e3, 4)}k` : significant(x, 4);
};

const linearTicks = (low, high, count) => {
  const rough = (high - low) / count, unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((k) => k * unit).find((candidate) => candidate >= rough * 0.9);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k) ticks.push(Number((k * step).toPrecision(12)));
  const size = Math.max(...ticks.map(Math.abs));
  return ticks.map((tick) => [tick, tickText(tick, size)]);
};

/** Ticks of a log or asinh axis: powers of ten, also times 2 and 5 if the axis is short. low, high: transformed ends of the axis. */
const nonlinearTicks = (kind, [low, high]) => {
  const isAsinh = kind === "asinh", reach = Math.max(high, isAsinh ? -low : high), first = isAsinh ? (reach > 2 ? 1 : 0) : Math.floor(low);
  const stride = Math.max(1, Math.ceil((reach - Math.max(low, first)) / 7)), values = isAsinh ? [0] : [];
  for (let power = first; power <= reach; power += stride)
    for (const digit of high - low < 1.5 ? [1, 2, 5] : [1]) values.push(digit * 10 ** power, ...(isAsinh ? [-digit * 10 ** power] : []));
  return values.filter((x) => transforms[kind](x) >= low && transforms[kind](x) <= high).map((x) => [x, tickText(x)]);
};

/** {place: value -> 0 to 1, ticks: about `count` pairs [value, text]}. On a logarithmic axis, zero is placed at the lower end. */
const scaleOf = ({ scale: kind, from_zero: fromZero }, values, count) => {
  const shown = values.filter((x) => isNumber(x) && (kind !== "log" || x > 0));
  if (fromZero && kind !== "log") shown.push(0);
  const [low, high] = shown.map(transforms[kind]).reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
  if (!(low <= high)) return { place: () => 0, ticks: [] };
  const size = Math.max(Math.abs(low), Math.abs(high)), margin = high - low > 1e-9 * size ? 0.04 * (high - low) : 0.1 * size || 1;
  const isEnd = (end) => fromZero && kind === "linear" && end === 0 && low < high;
  const ends = [isEnd(low) ? low : low - margin, isEnd(high) ? high : high + margin];
  const least = kind === "log" ? 0 : -Infinity;
  const place = (x) => (isNumber(x) ? Math.max((transforms[kind](x) - ends[0]) / (ends[1] - ends[0]), least) : NaN);
  return { place, ticks: kind === "linear" ? linearTicks(...ends, count) : nonlinearTicks(kind, ends) };
};

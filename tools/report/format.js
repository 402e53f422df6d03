// Numbers as text. Text that regretta show prints in tables comes from the program and is not formatted again here.
const isNumber = (x) => typeof x === "number" && Number.isFinite(x);
const grouped = (n) => n.toLocaleString("en-US", { maximumFractionDigits: 0 });

const capitalised = (text) => text[0].toUpperCase() + text.slice(1);
const counted = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;

/** `digits` significant digits; "-" if there is no number. */
const significant = (x, digits) =>
  isNumber(x) ? x.toLocaleString("en-US", { maximumSignificantDigits: digits }) : "-";

/** The label of a tick: 250, 1,000, 20k, 3M, 1e12. `size`: the largest on the axis, so that all have one unit. */
const tickText = (x, size = Math.abs(x)) => {
  if (x === 0) return "0";
  if (size >= 1e12) return x.toExponential().replace("+", "");
  if (size >= 1e6) return `${significant(x / 1e6, 4)}M`;
  if (size >= 1e4) return `${significant(x / 1e3, 4)}k`;
  return significant(x, 4);
};

/** The labels of the ticks of a linear axis; "" where one is null. */
const tickTexts = (ticks) => {
  const size = Math.max(0, ...ticks.map((tick) => Math.abs(tick ?? 0)));
  return ticks.map((tick) => (tick === null ? "" : tickText(tick, size)));
};

/** The ticks of a linear axis, about `wanted` of them, from low to high. */
const linearTicks = (low, high, wanted) => {
  const rough = (high - low) / wanted;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((k) => k * unit).find((candidate) => candidate >= rough * 0.9);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
};

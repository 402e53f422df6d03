// Regret and violation over t, one line per learner of the chosen cell's setting.
const curveOptions = { scale: "linear", band: "interval", bound: false, guide: true };
const mostBands = 6;  // with more learners only the selected one has a band

/** In pixels: two fit side by side on paper. */
const plotSize = () => ({ width: columnWidth(), height: Math.round(0.9 * chartHeight(columnWidth())) });

/** [lower ends, upper ends] of the band around a curve. */
const bandOf = (curve) => curveOptions.band === "quantiles" ? [curve.q05, curve.q95]
  : [curve.low, curve.high].map((end) => curve.mean.map((x, k) => (isNumber(x) ? end[k] ?? x : null)));

/** Lines of one chart: {cell, label, values, band: [low, high] or null, colour, dash, width}; cells first. */
const curveLines = (group, chosen, quantity) => {
  const rounds = roundsOf(chosen);
  const lines = group.map((cell) => {
    const { paint, dash, grey } = lookOf(cell);
    const curve = cell[quantity].curve;
    const banded = curveOptions.band !== "none" && (group.length <= mostBands || cell === chosen);
    return { cell, label: cell.learnerLabel, values: curve.mean, band: banded ? bandOf(curve) : null,
      colour: paint, dash, width: cell === chosen ? 3 : grey ? 1 : 1.6 };
  });
  if (chosen !== selection.cell) return lines;  // the selected cell has no curve: another cell represents its setting
  const last = chosen[quantity].curve.mean.at(-1);
  if (curveOptions.guide && last > 0)
    lines.push({ label: "√t", values: rounds.map((t) => last * Math.sqrt(t / chosen.horizon)), band: null,
      colour: themeColour("--faint"), dash: [2, 4], width: 1.5 });
  const bound = chosen[quantity].bound;
  if (curveOptions.bound && bound)
    lines.push({ label: "bound", values: rounds.map(() => bound.value), band: null, colour: themeColour("--text"), dash: [10, 4], width: 1.5 });
  return lines;
};

const curvePlot = (holder, group, chosen, quantity) => {
  const lines = curveLines(group, chosen, quantity);
  const logarithmic = curveOptions.scale === "log";
  // Regret is often negative and has no logarithm: asinh is logarithmic for |x| above 1, on both sides of 0.
  const asinh = logarithmic && lines.some((line) => line.cell && line.values.some((x) => isNumber(x) && x < 0));
  const drawable = (values) => values.map((x) => (isNumber(x) && (!logarithmic || asinh || x > 0) ? x : null));
  const columns = [roundsOf(chosen)];
  const series = [{ label: "t" }];
  const bands = [];
  for (const line of lines) {
    series.push({ label: line.label, cell: line.cell?.cell, stroke: line.colour, dash: line.dash, width: line.width, spanGaps: false, points: { show: false } });
    columns.push(drawable(line.values));
    line.place = columns.length - 1;
    if (!line.band) continue;
    for (const ends of line.band) {
      series.push({ label: "band", stroke: "transparent", width: 0, points: { show: false } });
      columns.push(drawable(ends));
    }
    bands.push({ series: [line.place + 2, line.place + 1], fill: line.colour.slice(0, 7) + "26" });
  }
  // on a logarithmic axis only the powers of ten
  const decades = (_, ticks) => ticks.map((tick) => (!logarithmic || tick === 0 || Number.isInteger(Math.log10(Math.abs(tick))) ? tick : null));
  const axis = { stroke: () => themeColour("--soft"), grid: { stroke: () => themeColour("--rule"), width: 1, filter: decades }, filter: decades, ticks: { show: false },
    font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif", labelSize: 20 };
  const room = labelRoom(group);
  const names = (u) => {
    if (room <= frame.right) return;
    const { ctx, bbox } = u, scale = devicePixelRatio;
    const ends = lines.filter(({ cell, values }) => cell && !lookOf(cell).grey && isNumber(values.at(-1)));
    const places = spread(ends.map(({ values }) => u.valToPos(values.at(-1), "y", true) / scale), 13, bbox.top / scale, (bbox.top + bbox.height) / scale);
    ctx.save();
    ctx.font = `${11 * scale}px system-ui, sans-serif`;
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    ends.forEach(({ cell, colour }, k) => {
      ctx.fillStyle = colour;
      ctx.fillRect(bbox.left + bbox.width + 3 * scale, (places[k] - 1) * scale, 5 * scale, 3 * scale);
      ctx.fillStyle = themeColour("--soft");
      ctx.fillText(cut(directLabel(cell), room - 14), bbox.left + bbox.width + 11 * scale, places[k] * scale);
    });
    ctx.restore();
  };
  const texts = (plot, ticks) => (logarithmic ? ticks.map((tick) => (tick === null ? "" : tickText(tick))) : tickTexts(ticks));
  const readout = holder.querySelector(".readout");
  const plot = new uPlot({
    ...plotSize(), padding: [12, Math.max(room, 20), 0, 0], legend: { show: false }, series, bands,
    scales: { x: { time: false, distr: logarithmic ? 3 : 1 }, y: { distr: asinh ? 4 : logarithmic ? 3 : 1 } },
    axes: [{ ...axis, label: "Round t", size: 28, values: texts }, { ...axis, label: axisTitle(quantity, "t").replace("_t", "ₜ"), size: 58, values: texts }],
    cursor: { focus: { prox: 24 }, drag: { x: false, y: false }, points: { show: false } },
    hooks: { draw: [names], setCursor: [() => {
      const k = plot?.cursor.idx;
      const line = lines.find((candidate) => candidate.place === holder.nearest) ?? lines.find((candidate) => candidate.cell === chosen);
      readout.textContent = k === null || k === undefined || !line ? "\u00a0" : `t = ${grouped(columns[0][k])}, ${line.label}: ${significant(line.values[k], 5)}`
        + (line.band ? ` (${significant(line.band[0][k], 5)} to ${significant(line.band[1][k], 5)})` : "");
    }], setSeries: [(_, place) => (holder.nearest = place)] },
  }, columns, holder.querySelector(".canvas"));
  plot.over.addEventListener("click", () => {
    const line = lines.find((candidate) => candidate.cell && holder.nearest >= candidate.place && holder.nearest <= candidate.place + (candidate.band ? 2 : 0));
    if (line) choose(line.cell);
  });
  holder.plot = plot;
  holder.lines = lines;
  holder.rows = () => [["learner", "cell", "t", quantity, "low", "high"], ...lines.filter((line) => line.cell).flatMap((line) =>
    columns[0].map((t, k) => [line.label, line.cell.cell, t, line.values[k], line.band?.[0][k], line.band?.[1][k]]))];
  holder.querySelector(".asinh").hidden = !asinh;
};

/** Explains gaps in the curves of the regret: checkpoints at which some cell of the group has no regret. */
const gapText = (group) => {
  if (group.length === 0) return "";
  const rounds = roundsOf(group[0]);
  const gaps = rounds.filter((_, k) => group.some((cell) => !isNumber(cell.regret.curve.mean[k])));
  if (gaps.length === 0) return "";
  const shown = gaps.slice(0, 6).map(grouped).join(", ") + (gaps.length > 6 ? ", ..." : "");
  return `The regret has gaps, and single points between them, at ${gaps.length} of ${rounds.length} checkpoints (t = ${shown}): `
    + "there no strategy satisfies every constraint over the rounds so far, so there is no feasible OPT to measure the regret against. ";
};

const curvesView = () => {
  const controls = html("div", { class: "controls" },
    picker("Scale", [["linear", "linear"], ["log", "log-log"]], curveOptions.scale, (value) => {
      curveOptions.scale = value;
      curveOptions.bound = box.querySelector("input").checked = value === "log";  // it dwarfs curves on a linear axis
      draw();
    }),
    picker("Band", [["interval", "95% interval of the mean"], ["quantiles", "5% to 95% of trials"], ["none", "none"]], curveOptions.band,
      (value) => { curveOptions.band = value; draw(); }));
  const box = checkbox("theorem bound at T", curveOptions.bound, (on) => { curveOptions.bound = on; draw(); });
  const guide = checkbox("√t through the chosen cell's end", curveOptions.guide, (on) => { curveOptions.guide = on; draw(); });
  box.id = "bound-control";
  box.hidden = !theoremApplies;
  controls.append(...[box, guide, colourPicker()].filter(Boolean));
  const holders = ["regret", "violation"].map((quantity) => html("figure", { class: "curve", "data-quantity": quantity, role: "group", "aria-label": `${quantity} over t` },
    html("div", { class: "canvas" }), html("div", { class: "readout" }, "\u00a0"),
    html("p", { class: "asinh note", hidden: true }, "Some values are below 0: the vertical scale is the area hyperbolic sine, logarithmic above 1 in size on both sides.")));
  const { keys, about } = stage();
  const draw = () => {
    const chosen = selection.cell;
    const group = greyFirst(settingOf(chosen).filter((cell) => cell.trials > cell.failed && cell.checkpoints === chosen.checkpoints));
    keys.replaceChildren(legend(group));
    about.textContent = `${settingText(chosen)}. ` + gapText(group)
      + (curveOptions.guide ? "Dotted grey: the slope of √t. " : "")
      + (curveOptions.band !== "none" && group.length > mostBands ? "The band is the chosen learner's. " : "")
      + (curveOptions.bound ? ["regret", "violation"].map((quantity) => chosen[quantity].bound
        ? `Bound on the ${quantity} at T: ${chosen[quantity].bound.text}${chosen[quantity].bound.vacuous ? " (vacuous)" : ""}. `
        : `No theorem bounds this learner's ${quantity} here. `).join("") : "");
    for (const holder of holders) {
      holder.plot?.destroy();
      holder.plot = null;
      holder.nearest = null;
      const quantity = holder.dataset.quantity;
      const some = group.some((cell) => cell[quantity].curve.mean.some(isNumber));
      holder.querySelector(".canvas").replaceChildren(...(some ? [] : [noChart(quantity)]));
      if (some) curvePlot(holder, group, group.includes(chosen) ? chosen : group[0], quantity);
    }
  };
  onChoice(draw);
  return section("curves", "Curves", controls, html("div", { class: "columns" }, holders), keys, about);
};

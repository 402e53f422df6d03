// The distribution of final values over trials: the share of trials at or below each value, or, logarithmic, above it.
const distributionOptions = { shown: "distribution" };

/** The chart of the tails of `group`; null if no trial has the quantity. */
const tailChart = (group, chosen, quantity) => {
  const lists = group.map((cell) => [cell, [...cell[quantity].tail].reverse()]).filter(([, points]) => points.length > 0);
  if (lists.length === 0) return null;
  const least = Math.min(...lists.flatMap(([, points]) => points.map(([, share]) => share).filter((share) => share > 0)), 1);
  const floor = Math.floor(Math.log10(Math.min(least, 0.5)) - 0.15);
  const place = (share) => (share > 0 ? Math.max(Math.log10(share), floor) : floor);
  const decades = Array.from({ length: -floor + 1 }, (_, k) => [-k, k > 3 ? `1e-${k}` : String(10 ** -k)]);
  const { element, plot, x, y } = chart({ label: `tail of ${quantity}`, x: { domain: extent(lists.flatMap(([, points]) => points.map(([value]) => value))), label: axisTitle(quantity) },
    y: { domain: [floor, 0.05], ticks: decades, label: "Share of trials above" } });
  for (const [cell, points] of lists) {
    const path = (column) => points.map((point) => [x(point[0]), y(place(point[column]))]);  // between points: straight lines
    if (cell === chosen || group.length <= mostBands) plot.append(bandBetween(path(2), path(3), cell));
    plot.append(lineMark(polyline(path(1)), cell, `${cell.learnerLabel}: the largest ${quantity} is ${significant(points.at(-1)[0], 5)}`));
  }
  finishMarks(element);
  return figureOf(quantity, element, [["learner", "cell", quantity, "share_above", "low", "high"],
    ...lists.flatMap(([cell, points]) => points.map((point) => [cell.learnerLabel, cell.cell, ...point]))]);
};

const distributionView = () => {
  const { charts, keys, about } = stage();
  const hasTails = cells.some((cell) => cell.regret.tail.length + cell.violation.tail.length > 0);  // not in large studies
  const controls = html("div", { class: "controls" }, !hasTails ? "" : picker("Show", [["distribution", "share of trials at or below"], ["tails", "share above, logarithmic"]],
    distributionOptions.shown, (value) => { distributionOptions.shown = value; draw(selection.cell); markChosen(); }));
  const draw = (chosen) => {
    const group = greyFirst(settingOf(chosen));
    charts.replaceChildren(...["regret", "violation"].map((quantity) => {
      if (distributionOptions.shown === "tails")
        return tailChart(group, chosen, quantity) ?? html("figure", { "data-quantity": quantity }, noChart(quantity));
      const lists = group.map((cell) => [cell, cell[quantity].values.filter(isNumber).sort((a, b) => a - b)]).filter(([, values]) => values.length > 0);
      if (lists.length === 0) return html("figure", { "data-quantity": quantity }, noChart(quantity));
      const { element, plot, x, y, left, right } = chart({ label: `distribution of ${quantity}`,
        x: { domain: extent(lists.flatMap(([, values]) => [values[0], values.at(-1)])), label: axisTitle(quantity) },
        y: { domain: [0, 1.02], label: "Share of trials" } });
      for (const [cell, values] of lists) {
        // one step at every value
        const steps = values.map((value, k) => `H${x(value).toFixed(2)}V${y((k + 1) / values.length).toFixed(2)}`).join("");
        plot.append(lineMark(`M${left} ${y(0)}${steps}H${right}`, cell,
          `${cell.learnerLabel}: ${counted(values.length, "trial")} with a ${quantity}, median ${significant(statistic(cell, quantity).q50, 4)}`));
      }
      finishMarks(element);
      return figureOf(quantity, element, [["learner", "cell", quantity, "share"],
        ...lists.flatMap(([cell, values]) => values.map((value, k) => [cell.learnerLabel, cell.cell, value, (k + 1) / values.length]))]);
    }));
    keys.replaceChildren(legend(group));
    const stored = chosen.regret.values.length;
    about.textContent = `${settingText(chosen)}. ` + (distributionOptions.shown === "tails" ? "Straight lines join some of the trials' values. Bands: 95% intervals (Clopper and Pearson, each value alone). " : stored < chosen.trials ? `The first ${grouped(stored)} of ${grouped(chosen.trials)} trials. ` : "")
      + (chosen.infeasible + chosen.failed > 0 ? `The chosen cell has no regret in ${grouped(chosen.infeasible + chosen.failed)} of them. ` : "");
  };
  onChoice(draw);
  return section("distribution", "Distribution over trials", controls, charts, keys, about);
};

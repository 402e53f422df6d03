// The distribution of final values over trials: the share of trials at or below each value.
const distributionView = () => {
  const charts = html("div", { class: "columns" });
  const keys = html("div");
  const about = html("p", { class: "note" });
  onChoice((chosen) => {
    const group = greyFirst(settingOf(chosen));
    charts.replaceChildren(...["regret", "violation"].map((quantity) => {
      const lists = group.map((cell) => [cell, cell[quantity].values.filter(isNumber).sort((a, b) => a - b)]).filter(([, values]) => values.length > 0);
      if (lists.length === 0) return html("figure", { "data-quantity": quantity }, noChart(quantity));
      const { element, plot, x, y, left, right } = chart({ label: `distribution of ${quantity}`,
        x: { domain: extent(lists.flatMap(([, values]) => [values[0], values.at(-1)])), label: axisTitle(quantity) },
        y: { domain: [0, 1.02], label: "Share of trials" } });
      for (const [cell, values] of lists) {
        const { colour, dash, grey } = lookOf(cell);
        // one step at every value
        const steps = values.map((value, k) => `H${x(value).toFixed(2)}V${y((k + 1) / values.length).toFixed(2)}`).join("");
        plot.append(mark(svg("path", { class: grey ? "line thin" : "line", d: `M${left} ${y(0)}${steps}H${right}`,
          style: `stroke: ${colour}`, "stroke-dasharray": dash.join(" ") }), cell,
          `${cell.learnerLabel}: ${counted(values.length, "trial")} with a ${quantity}, median ${significant(statistic(cell, quantity).q50, 4)}`));
      }
      finishMarks(element);
      return figureOf(quantity, element, [["learner", "cell", quantity, "share"],
        ...lists.flatMap(([cell, values]) => values.map((value, k) => [cell.learnerLabel, cell.cell, value, (k + 1) / values.length]))]);
    }));
    keys.replaceChildren(legend(group));
    const stored = chosen.regret.values.length;
    about.textContent = `${settingText(chosen)}. ` + (stored < chosen.trials ? `The first ${grouped(stored)} of ${grouped(chosen.trials)} trials. ` : "")
      + (chosen.infeasible + chosen.failed > 0 ? `The chosen cell has no regret in ${grouped(chosen.infeasible + chosen.failed)} of them. ` : "");
  });
  return section("distribution", "Distribution over trials", charts, keys, about);
};

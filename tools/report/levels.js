// Final values against the measured corruption, one line per learner, if the study sweeps a budget.
/** The knees of the learners in a slice. */
const kneesOf = (group, quantity) => data.knees
  .filter((knee) => knee.quantity === quantity && knee.cells.every((k) => group.includes(cells[k])))
  .map((knee) => ({ ...knee, cell: cells[knee.cells[0]] }));

/** Explains every dashed line of the two charts. */
const kneeText = (group) => {
  const knees = ["regret", "violation"].flatMap((quantity) => kneesOf(group, quantity).map((knee) => ({ ...knee, quantity })));
  if (knees.length === 0) return "";
  const texts = [...new Set(knees.map(({ cell }) => cell.learnerLabel))].map((label) => `${label}: `
    + knees.filter(({ cell }) => cell.learnerLabel === label).map(({ quantity, text }) => `${quantity} ${separated(text)}`).join(", "));
  return `Dashed, in the learner's colour: its knee, the C that adds as much as there is at C = 0, with a 95% interval. ${texts.join("; ")}. `;
};

/** Says where the regret ends before the violation. */
const absentText = (group) => {
  const absent = group.filter((cell) => cell.infeasible > 0 && !isNumber(cell.regret.mean));
  const axis = axes.find((one) => varies(one) && ofCorruption(one));
  const values = axis.values.filter((value) => absent.some((cell) => axis.of(cell) === value)).map(separated);
  return values.length === 0 ? "" : `There is no regret at ${axis.title} ${values.join(", ")}: no strategy satisfies the constraints there. `;
};

const levelsView = () => {
  if (!axes.some((axis) => varies(axis) && ofCorruption(axis))) return null;
  const { charts, keys, about } = stage();
  onChoice((chosen) => {
    const group = slice(chosen, (axis) => ofLearner(axis) || ofCorruption(axis));
    const corruption = (cell) => statistic(cell, "corruption")?.mean;
    charts.replaceChildren(...["regret", "violation"].map((quantity) => {
      const points = group.map((cell) => ({ cell, x: corruption(cell), y: cell[quantity].mean, low: cell[quantity].low ?? cell[quantity].mean, high: cell[quantity].high ?? cell[quantity].mean }))
        .filter((point) => isNumber(point.x) && isNumber(point.y));
      if (points.length === 0) return html("figure", { "data-quantity": quantity }, noChart(quantity));
      const room = labelRoom(settingOf(chosen));
      const axesOfChart = chart({ label: `${quantity} against corruption`, margin: room,
        x: { domain: extent([0, ...points.map((point) => point.x)]), label: axisTitle("corruption") },
        y: { domain: extent([0, ...points.flatMap(({ low, high }) => [low, high])]), label: axisTitle(quantity) } });
      const { element, plot, x, y, top, bottom } = axesOfChart;
      const ends = [];
      for (const label of new Set(greyFirst(points.map((point) => point.cell)).map((cell) => cell.learnerLabel))) {
        const own = points.filter((point) => point.cell.learnerLabel === label).sort((a, b) => a.x - b.x);
        ends.push({ cell: own[0].cell, y: y(own.at(-1).y) });
        const { colour, dash, grey } = lookOf(own[0].cell);
        plot.append(svg("path", { class: label === chosen.learnerLabel ? "line chosen" : grey ? "line thin" : "line", d: polyline(own.map((point) => [x(point.x), y(point.y)])),
          style: `stroke: ${colour}`, "stroke-dasharray": dash.join(" ") }));
        for (const { cell, x: at, y: mean, low, high } of own)
          plot.append(svg("line", { class: "error-bar", x1: x(at), x2: x(at), y1: y(low), y2: y(high), style: `stroke: ${colour}` }),
            pointMark(x(at), y(mean), cell,
              `${cell.learnerLabel}: C = ${significant(at, 4)}, ${quantity} ${cell[quantity].text}`));
      }
      for (const { cell, value, text } of kneesOf(group, quantity)) {
        const { colour } = lookOf(cell);
        plot.prepend(svg("line", { class: "knee", x1: x(value), x2: x(value), y1: top, y2: bottom, style: `stroke: ${colour}` },
          svg("title", {}, `${cell.learnerLabel}: knee at C = ${separated(text)}`)));
      }
      finishMarks(element);
      endLabels(axesOfChart, ends, room);
      return figureOf(quantity, element, [["learner", "cell", "C", quantity, "low_95", "high_95"],
        ...points.map(({ cell, x: at, y: mean, low, high }) => [cell.learnerLabel, cell.cell, at, mean, low, high])]);
    }));
    // the legend shows the learners of the selected cell's setting; choosing one keeps the level of corruption
    keys.replaceChildren(legend(settingOf(chosen)));
    const held = axes.filter((axis) => varies(axis) && !ofLearner(axis) && !ofCorruption(axis));
    about.textContent = "Mean and 95% interval at the mean C of each cell. " + absentText(group) + kneeText(group)
      + (held.length > 0 ? `Held as in the chosen cell: ${held.map((axis) => `${axis.title} ${separated(axis.of(chosen)) || "none"}`).join(", ")}.` : "");
  });
  return section("levels", "Final values against corruption", charts, keys, about);
};

// Regret and violation together: a point and an ellipse per cell, and paths along one axis.
const frontierView = () => {
  const axesOfPath = axes.filter((axis) => varies(axis) && axis.name !== "learner" && axis.name !== "environment");
  let path = axesOfPath.find(ofCorruption) ?? axesOfPath.find(ofLearner) ?? axesOfPath[0];
  const figure = html("figure", { class: "wide" });
  const keys = html("div");
  const ellipse = (numbers, x, y, colour) => {
    const [violation, regret, major, minor, angle] = numbers;
    const points = [];
    for (let k = 0; k <= 48; ++k) {
      const turn = (k / 48) * 2 * Math.PI;
      const u = major * Math.cos(turn), v = minor * Math.sin(turn);
      points.push([x(violation + u * Math.cos(angle) - v * Math.sin(angle)), y(regret + u * Math.sin(angle) + v * Math.cos(angle))]);
    }
    return svg("path", { class: "ellipse", d: polyline(points) + "Z", style: `stroke: ${colour}; fill: ${colour}` });
  };
  const draw = () => {
    const chosen = selection.cell;
    const group = slice(chosen, (axis) => ofLearner(axis) || axis === path).filter((cell) => cell.ellipse);
    keys.replaceChildren(legend(settingOf(chosen)));
    if (group.length === 0) return figure.replaceChildren(noChart("regret"));
    const reach = ([, , major]) => major ?? 0;
    const { element, plot, x, y } = chart({ label: "regret against violation", width: 700, height: 430,
      x: { domain: extent(group.flatMap(({ ellipse: e }) => [e[0] - reach(e), e[0] + reach(e)])), label: "violation" },
      y: { domain: extent([0, ...group.flatMap(({ ellipse: e }) => [e[1] - reach(e), e[1] + reach(e)])]), label: "regret" } });
    const without = axes.filter((axis) => axis !== path);
    const strands = new Map();
    for (const cell of group) {
      const key = without.map((axis) => axis.of(cell)).join("\n");
      strands.set(key, [...(strands.get(key) ?? []), cell]);
    }
    for (const strand of strands.values()) {
      if (path) strand.sort((a, b) => path.values.indexOf(path.of(a)) - path.values.indexOf(path.of(b)));
      for (const cell of strand)
        if (isNumber(cell.ellipse[2])) plot.append(ellipse(cell.ellipse, x, y, lookOf(cell).colour));
      if (strand.length > 1)
        plot.append(svg("path", { class: "line", d: polyline(strand.map(({ ellipse: e }) => [x(e[0]), y(e[1])])), style: "stroke: var(--soft)" }));
    }
    for (const cell of group) {
      const [violation, regret] = cell.ellipse;
      plot.append(mark(svg("circle", { cx: x(violation), cy: y(regret), r: 4.5, style: `fill: ${lookOf(cell).colour}` }), cell,
        `${cell.learnerLabel}${path ? `, ${path.title} = ${path.of(cell)}` : ""}: violation ${cell.violation.text}, regret ${cell.regret.text}`));
      if (path && path.of(cell) !== "" && cell.learnerLabel === chosen.learnerLabel)
        plot.append(svg("text", { class: "tag", x: x(violation) + 7, y: y(regret) - 6 }, path.of(cell)));
    }
    finishMarks(element);
    figure.replaceChildren(element);
  };
  onChoice(draw);
  return section("frontier", "Regret and violation together",
    axesOfPath.length > 0 ? html("div", { class: "controls" },
      picker("Path along", axesOfPath.map((axis) => [axis.name, axis.title]), path.name, (name) => {
        path = axesOfPath.find((axis) => axis.name === name);
        draw();
        markChosen();
      })) : null,
    figure, keys,
    html("p", { class: "note" }, "Means over trials that have both, each in the 95% confidence ellipse of the two means (Hotelling). Down and left is better. Everything else is held as in the chosen cell."));
};

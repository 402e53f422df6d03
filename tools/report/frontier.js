// Regret and violation together: a point and an ellipse per cell, and paths along one axis.
const frontierView = () => {
  const axesOfPath = axes.filter((axis) => varies(axis) && axis.name !== "learner" && axis.name !== "environment");
  let path = axesOfPath.find(ofCorruption) ?? axesOfPath.find(ofLearner) ?? axesOfPath[0];
  const figure = html("figure");
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
  /** Places texts beside points, where they hide neither a point nor each other; a text without room is left out. */
  const labeller = (plot, points, width, height) => {
    const half = 6;  // of a text's height, and of a point
    const taken = points.map(([left, top]) => ({ left: left - half, long: 2 * half, top }));
    return (text, [at, top]) => {
      const long = textWidth(text) + 2;
      const right = at + 9, left = at - 9 - long;
      const places = [[right, 0], [right, 12], [right, -12], [left, 12], [left, -12], [left, 0], [at - long / 2, 16], [at - long / 2, -16], [right, 24], [right, -24], [left, 24], [left, -24]];
      const free = places.map(([x, step]) => ({ left: x, long, top: top + step })).find((one) => one.left >= 0 && one.left + long <= width && one.top > 2 * half && one.top < height - 2 * half
        && taken.every((other) => Math.abs(other.top - one.top) >= 2 * half || other.left >= one.left + long || one.left >= other.left + other.long));
      if (!free) return;
      taken.push(free);
      plot.append(svg("text", { class: "tag", x: free.left, y: free.top, "dominant-baseline": "central" }, text));
    };
  };
  const draw = () => {
    const chosen = selection.cell;
    const group = greyFirst(slice(chosen, (axis) => ofLearner(axis) || axis === path).filter((cell) => cell.ellipse));
    keys.replaceChildren(legend(settingOf(chosen)));
    if (group.length === 0) return figure.replaceChildren(noChart("regret"));
    const reach = ([, , major]) => major ?? 0;
    const width = contentWidth() >= frame.twoColumns && !isPrinting() ? Math.round(0.62 * contentWidth()) : contentWidth();
    const { element, plot, x, y, bottom } = chart({ label: "regret against violation", width, height: Math.round(Math.max(300, 0.6 * width)),
      x: { domain: extent(group.flatMap(({ ellipse: e }) => [e[0] - reach(e), e[0] + reach(e)])), label: axisTitle("violation") },
      y: { domain: extent([0, ...group.flatMap(({ ellipse: e }) => [e[1] - reach(e), e[1] + reach(e)])]), label: axisTitle("regret") } });
    const without = axes.filter((axis) => axis !== path);
    const strands = new Map();
    for (const cell of group) {
      const key = without.map((axis) => axis.of(cell)).join("\n");
      strands.set(key, [...(strands.get(key) ?? []), cell]);
    }
    for (const strand of strands.values()) {
      if (path) strand.sort((a, b) => path.values.indexOf(path.of(a)) - path.values.indexOf(path.of(b)));
      for (const cell of strand)
        if (isNumber(cell.ellipse[2]) && !lookOf(cell).grey) plot.append(ellipse(cell.ellipse, x, y, lookOf(cell).colour));
      if (strand.length > 1)
        plot.append(svg("path", { class: "line thin", d: polyline(strand.map(({ ellipse: e }) => [x(e[0]), y(e[1])])), style: `stroke: ${lookOf(strand[0]).colour}` }));
    }
    for (const cell of group) {
      const [violation, regret] = cell.ellipse;
      plot.append(pointMark(x(violation), y(regret), cell,
        `${cell.learnerLabel}${path ? `, ${path.title} = ${separated(path.of(cell))}` : ""}: violation ${cell.violation.text}, regret ${cell.regret.text}`));
    }
    finishMarks(element);
    const placeOf = (cell) => [x(cell.ellipse[0]), y(cell.ellipse[1])];
    const label = labeller(plot, group.filter((cell) => !lookOf(cell).grey).map(placeOf), width, bottom);
    const ends = [...strands.values()].map((strand) => strand.at(-1)).filter((end) => !lookOf(end).grey);
    for (const cell of new Map(ends.map((end) => [end.learnerLabel, end])).values()) label(cut(directLabel(cell), 220), placeOf(cell));
    for (const cell of group)
      if (path && path.of(cell) !== "" && cell.learnerLabel === chosen.learnerLabel) label(separated(path.of(cell)), placeOf(cell));
    figure.replaceChildren(element);
    figure.rows = () => [["learner", "cell", path?.title ?? "", "violation", "regret", "ellipse_major", "ellipse_minor", "ellipse_angle"],
      ...group.map((cell) => [cell.learnerLabel, cell.cell, path?.of(cell) ?? "", ...cell.ellipse])];
  };
  onChoice(draw);
  return section("frontier", "Regret and violation together",
    axesOfPath.length > 0 ? html("div", { class: "controls" },
      picker("Path along", axesOfPath.map((axis) => [axis.name, axis.title]), path.name, (name) => {
        path = axesOfPath.find((axis) => axis.name === name);
        draw();
        markChosen();
      })) : null,
    html("div", { class: "split" }, figure, html("div", {}, keys,
    html("p", { class: "note" }, "Means over the trials that have both, each with the 95% confidence ellipse of the two means (Hotelling). Lower left is better. Everything else is as in the chosen cell."))));
};

// Regret and violation together: a point and an ellipse per cell, and paths along one axis.
const tagHalf = 6;  // of a text's height, and of a point

/** Where the text may lie beside its point: {step: how far below the point, left}. The nearest first. */
const tagPlaces = ([x], long) => [0, 12, -12, 24, -24, 36, -36, 48, -48, 60, -60].flatMap((step) => {
  const aside = 9 + Math.max(0, Math.abs(step) - 12) / 3;
  return [{ step, left: x + aside }, { step, left: x - aside - long }];
});

/**
 * Places texts beside points, where they hide neither a point nor each other. A text is nearer to its own point than to
 * another learner's, or a line joins the two; one without room is left out. points: {cell, at: [x, y]}.
 */
const labeller = ({ plot, left, right, top, bottom }, points) => {
  const taken = points.map(({ at: [x, y] }) => ({ left: x - tagHalf, long: 2 * tagHalf, top: y }));
  const isFree = (box) => box.left >= left && box.left + box.long <= right && box.top > top + tagHalf && box.top < bottom - tagHalf
    && taken.every((other) => Math.abs(other.top - box.top) >= 2 * tagHalf || other.left >= box.left + box.long || box.left >= other.left + other.long);
  const distance = (box, [x, y]) => Math.hypot(Math.max(box.left - x, 0, x - box.left - box.long), y - box.top);
  return (text, cell, at) => {
    const long = textWidth(text) * 0.92 + 2;
    const free = tagPlaces(at, long).map(({ step, left: start }) => ({ left: start, long, top: at[1] + step })).filter(isFree);
    const others = points.filter((point) => point.cell.learnerLabel !== cell.learnerLabel);
    const own = free.find((box) => others.every((point) => distance(box, at) < distance(box, point.at)));
    const box = own ?? free[0];
    if (!box) return;
    taken.push(box);
    const ink = inkOf(cell);
    if (!own || distance(box, at) > 24)
      plot.append(svg("line", { class: "leader", x1: at[0], y1: at[1], x2: box.left > at[0] ? box.left - 1 : box.left + long, y2: box.top, style: `stroke: ${ink}` }));
    plot.append(svg("text", { class: "tag", x: box.left, y: box.top, "dominant-baseline": "central", style: `fill: ${ink}` }, text));
  };
};

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
  const draw = () => {
    const chosen = selection.cell;
    const group = greyFirst(slice(chosen, (axis) => ofLearner(axis) || axis === path).filter((cell) => cell.ellipse));
    keys.replaceChildren(legend(settingOf(chosen)));
    if (group.length === 0) return figure.replaceChildren(noChart("regret"));
    const reach = ([, , major]) => major ?? 0;
    const width = contentWidth() >= frame.twoColumns && !isPrinting() ? Math.round(0.62 * contentWidth()) : contentWidth();
    const axesOfChart = chart({ label: "regret against violation", width, height: Math.round(Math.max(300, 0.6 * width)),
      x: { domain: extent(group.flatMap(({ ellipse: e }) => [e[0] - reach(e), e[0] + reach(e)])), label: axisTitle("violation") },
      y: { domain: extent([0, ...group.flatMap(({ ellipse: e }) => [e[1] - reach(e), e[1] + reach(e)])]), label: axisTitle("regret") } });
    const { element, plot, x, y } = axesOfChart;
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
    const label = labeller(axesOfChart, group.map((cell) => ({ cell, at: placeOf(cell) })));
    const ends = [...strands.values()].map((strand) => strand.at(-1)).filter((end) => !lookOf(end).grey);
    for (const cell of new Map(ends.map((end) => [end.learnerLabel, end])).values()) label(cut(directLabel(cell), 220), cell, placeOf(cell));
    for (const cell of group)
      if (path && path.of(cell) !== "" && cell.learnerLabel === chosen.learnerLabel) label(separated(path.of(cell)), cell, placeOf(cell));
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

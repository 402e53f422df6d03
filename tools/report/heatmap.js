/** Black or white, whichever has more contrast (WCAG 2): above 4.5 : 1 on any colour. */
const inkOn = (rgb) => {
  const [r, g, b] = rgb.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000000" : "#ffffff";
};

// Two quantities over two axes of the grid, with everything else fixed as in the selected cell.
const heatmapView = () => {
  // Learners and environments with all their parameters; if one is free, so are its own axes.
  const whole = (name, title, of, own) => ({ name, title, own, of, values: [...new Set(cells.map(of))] });
  const learner = { ...whole("learner", "learner", (cell) => cell.learnerLabel, ofLearner),
    label: (text, room) => rowLabel(cells.find((cell) => cell.learnerLabel === text), room) };
  const environment = whole("environment", "environment", (cell) => cell.environmentLabel, (axis) => axis.name.startsWith("environment"));
  const plain = axes.filter((axis) => varies(axis) && axis.name !== "learner" && axis.name !== "environment").map((axis) => ({ ...axis, own: (other) => other.name === axis.name }));
  const choices = [...plain, ...[learner, ...(axes[1].values.length > 1 ? [environment] : [])].filter(varies)];
  const compatible = (a, b) => a.name !== b.name && !axes.some((axis) => a.own(axis) && b.own(axis));
  // learners as rows, where something else than their parameters varies
  const beside = plain.find(ofCorruption) ?? choices.find((axis) => compatible(axis, learner));
  let x = beside ?? choices[0];
  let y = x && ([learner].filter(varies).find((axis) => compatible(axis, x)) ?? choices.find((axis) => compatible(axis, x)));
  if (!y) return null;
  const quantities = data.quantities.filter((name) => cells.some((cell) => statistic(cell, name)));
  const maps = ["regret", "violation"].map((name) => ({ quantity: quantities.includes(name) ? name : quantities[0], figure: html("figure") }));
  const controls = html("div", { class: "controls" });
  const about = html("p", { class: "note" });

  const drawMap = ({ quantity, figure }) => {
    const chosen = selection.cell;
    const group = slice(chosen, (axis) => x.own(axis) || y.own(axis));
    const columns = x.values.filter((value) => group.some((cell) => x.of(cell) === value));
    const rows = y.values.filter((value) => group.some((cell) => y.of(cell) === value));
    const means = group.map((cell) => statistic(cell, quantity)?.mean).filter(isNumber);
    const low = Math.min(...means), high = Math.max(...means);
    const room = columnWidth();
    const left = Math.min(0.42 * room, 20 + Math.max(...rows.map(textWidth), 27));
    const wide = Math.min(130, Math.max(58, (room - left - 4) / columns.length)), tall = 30;
    const [ground, full] = ["--page", "--heat"].map((name) => channels(themeColour(name)));
    const map = svg("svg", { class: "chart heat", role: "group", "aria-label": `${quantity} over ${x.title} and ${y.title}`,
      width: left + wide * columns.length + 2, height: tall * rows.length + 46 });
    const plot = svg("g", { class: "plot" });
    columns.forEach((text, k) => map.append(svg("text", { x: left + (k + 0.5) * wide, y: tall * rows.length + 16, "text-anchor": "middle" }, text === "" ? "none" : separated(text))));
    rows.forEach((text, k) => map.append(svg("text", { x: left - 6, y: (k + 0.5) * tall, "text-anchor": "end", "dominant-baseline": "central" }, text === "" ? "none" : y.label?.(text, left - 8) ?? cut(separated(text), left - 8))));
    map.append(svg("text", { class: "title", x: left + (wide * columns.length) / 2, y: tall * rows.length + 38, "text-anchor": "middle" }, x.title), plot);
    for (const cell of group) {
      const column = columns.indexOf(x.of(cell)), row = rows.indexOf(y.of(cell));
      const mean = statistic(cell, quantity)?.mean;
      const depth = isNumber(mean) ? (high > low ? (mean - low) / (high - low) : 0.5) : null;
      const shade = depth === null ? null : mixed(ground, full, 0.06 + 0.94 * depth);
      const tile = svg("g", {}, svg("rect", { x: left + column * wide + 1, y: row * tall + 1, width: wide - 2, height: tall - 2,
        style: `fill: ${shade ? cssColour(shade) : "none"}` }),
        svg("text", { style: `fill: ${shade ? inkOn(shade) : "var(--text)"}`, x: left + (column + 0.5) * wide, y: (row + 0.5) * tall, "text-anchor": "middle", "dominant-baseline": "central" }, significant(mean, 3)));
      plot.append(mark(tile, cell, `${cell.learnerLabel} in ${settingText(cell)}: ${quantity} ${significant(mean, 5)}`));
    }
    finishMarks(map);
    figure.replaceChildren(html("div", { class: "scroll plain" }, map));
    figure.dataset.quantity = quantity;
    figure.rows = () => [["cell", y.title, x.title, quantity], ...group.map((cell) => [cell.cell, y.of(cell), x.of(cell), statistic(cell, quantity)?.mean])];
  };
  const draw = () => {
    maps.forEach(drawMap);
    const held = axes.filter((axis) => varies(axis) && !x.own(axis) && !y.own(axis));
    about.textContent = `Means: the stronger the colour, the more; rows: ${y.title}. `
      + (held.length > 0 ? `Held as in the chosen cell: ${held.map((axis) => `${axis.title} ${separated(axis.of(selection.cell)) || "none"}`).join(", ")}.` : "");
  };
  const columns = html("div", { class: "columns" }, maps.map((map) => html("div", {},
    html("div", { class: "controls" }, picker("Quantity", quantities.map((name) => [name, name]), map.quantity, (name) => { map.quantity = name; drawMap(map); markChosen(); })), map.figure)));
  const offer = () => controls.replaceChildren(
    picker("Columns", choices.map((axis) => [axis.name, axis.title]), x.name, (name) => {
      x = choices.find((axis) => axis.name === name);
      if (!compatible(x, y)) y = choices.find((axis) => compatible(axis, x)) ?? y;
      offer();
      draw();
      markChosen();
    }),
    picker("Rows", choices.filter((axis) => compatible(axis, x)).map((axis) => [axis.name, axis.title]), y.name, (name) => {
      y = choices.find((axis) => axis.name === name);
      draw();
      markChosen();
    }));
  offer();
  onChoice(draw);
  return section("heatmap", "Heat map", controls, columns, about);
};

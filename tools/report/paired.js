// Differences between learners that saw the same noise, trial by trial.
const mostDots = 300;  // per learner

const pairedView = () => {
  const { baseline, lines, reason } = data.paired;
  if (reason) return section("paired", "Paired differences", html("p", { class: "note" }, `Not shown: ${reason}.`));
  if (lines.length === 0) return null;
  const { charts, about } = stage();
  const tables = html("div", { class: "beside" });
  const drawn = (own, quantity) => {
    const rows = own.map((line) => {
      const cell = cells[line.cell], against = cells[line.baseline];
      const differences = cell[quantity].values.map((value, k) => (value === null || against[quantity].values[k] === null ? null : value - against[quantity].values[k]));
      return { line, cell, dots: differences.filter(isNumber).slice(0, mostDots) };
    });
    const width = columnWidth();
    const room = Math.min(0.42 * width, 14 + Math.max(...rows.map(({ cell }) => textWidth(cell.learnerLabel))));
    const { element, plot, x, y } = chart({ label: `paired differences of ${quantity}`, left: room, height: Math.max(150, 60 + 30 * rows.length),
      x: { domain: extent([0, ...rows.flatMap(({ line, dots }) => [line.low, line.high, ...dots])]), label: axisTitle(quantity).replace(" (", " minus baseline's (") },
      y: { names: rows.map(({ cell }) => rowLabel(cell, room - 10)) } });
    rows.forEach(({ line, cell, dots }, row) => {
      const { colour } = lookOf(cell);
      const group = svg("g", {}, svg("rect", { class: "reach", x: room, width: width - room, y: y(row) - 14, height: 28 }));
      dots.forEach((difference, k) => group.append(svg("circle", { class: "dot", cx: x(difference), cy: y(row) - 7 + ((k * 7) % 11), r: 1.7, style: `fill: ${colour}` })));
      if (isNumber(line.low) && isNumber(line.high))
        group.append(svg("line", { class: "interval", x1: x(line.low), x2: x(line.high), y1: y(row) + 8, y2: y(row) + 8 }));
      if (isNumber(line.mean)) group.append(svg("line", { class: "interval", x1: x(line.mean), x2: x(line.mean), y1: y(row) + 4, y2: y(row) + 12 }));
      plot.append(mark(group, cell, `${cell.learnerLabel}: ${line.text} (${line.interval_text})`));
    });
    rove([...element.querySelectorAll(".mark")]);
    return figureOf(quantity, element, [["learner", "cell", "baseline_cell", "pairs", "difference", "interval_low", "interval_high"],
      ...rows.map(({ line, cell }) => [cell.learnerLabel, line.cell, line.baseline, line.pairs, line.mean, line.low, line.high])]);
  };
  const listed = (own, quantity) => html("div", { class: "wide-table" }, html("table", { "data-quantity": quantity },
    html("caption", {}, axisTitle(quantity).replace(/ .*/, " minus baseline's")),
    html("thead", {}, html("tr", {}, ["learner", "difference", "95% interval", "P(better)", "pairs"].map((title, k) => html("th", { scope: "col", class: k ? "number" : "" }, title)))),
    html("tbody", {}, own.map((line) => chooses(html("tr", {}, html("td", {}, cells[line.cell].learnerLabel),
      [line.text, line.interval_text, line.better_text, grouped(line.pairs)].map((text) => html("td", { class: "number" }, text))), cells[line.cell])))));
  onChoice((chosen) => {
    const group = new Set(settingOf(chosen).map((cell) => cell.cell));
    const own = (quantity) => lines.filter((line) => line.quantity === quantity && group.has(line.cell));
    const some = own("regret").length > 0;
    charts.replaceChildren(...(some ? ["regret", "violation"].map((quantity) => drawn(own(quantity), quantity)) : []));
    tables.replaceChildren(...(some ? ["regret", "violation"].map((quantity) => listed(own(quantity), quantity)) : []));
    const stored = chosen.regret.values.length;
    about.textContent = `${settingText(chosen)}, against ${baseline}. ` + (some ? "A dot is a trial; the bar is the mean difference with its 95% interval, which holds for each line alone (regretta compare judges all lines together). Below 0 is better. "
      + (Math.min(stored, mostDots) < chosen.trials ? `Dots of the first ${grouped(Math.min(stored, mostDots))} trials. ` : "") : "Here the baseline has no partner.");
  });
  return section("paired", "Paired differences", charts, tables, about);
};

// In which share of the settings a learner is the best, or close to it.

/** Logarithmic above 1, with 0: its map, and its ticks up to `high`. */
const asinhScale = (high) => {
  const of = (x) => Math.asinh(x / 2) / Math.LN10;
  const ticks = [[0, "0"]];
  for (let power = high < 10 ? 1 : 10; power <= high; power *= 10) ticks.push([of(power), tickText(power)]);
  return { of, ticks, domain: [0, Math.max(of(high) * 1.03, 0.1)] };
};

/** The outline of a staircase from its first to its last value of x: points [x, y], each y up to the next x. */
const stairs = (points, end) => points.flatMap(([x, y], k) => [[x, y], [k + 1 < points.length ? points[k + 1][0] : end, y]]);

/** The learner's cell in the setting of the chosen one: a profile is of all settings, and any of them can stand for it. */
const shownAs = (cell, chosen) => settingOf(chosen).find((other) => other.learnerLabel === cell.learnerLabel) ?? cell;

const profilesView = () => {
  if (data.profiles.length === 0) return null;
  const { charts, keys, about } = stage();
  const drawn = (profile, chosen) => {
    const { quantity } = profile;
    const lines = profile.learners.map(({ cell, points }) => ({ cell: shownAs(cells[cell], chosen), points }));
    const shown = greyFirst(lines.map(({ cell }) => cell)).map((cell) => lines.find((line) => line.cell === cell));
    const scale = asinhScale(Math.max(0, ...lines.map(({ points }) => points.at(-1)[0])));
    const { element, plot, x, y, right } = chart({ label: `profile of ${quantity}`, x: { ...scale, label: `${axisTitle(quantity)} above the best` },
      y: { domain: [0, 1.02], label: "Share of settings" } });
    for (const { cell, points } of shown) {
      const own = cell.learnerLabel === chosen.learnerLabel;
      const path = (column) => stairs(points.map((point) => [x(scale.of(point[0])), y(point[column])]), right);
      if (own || lines.length <= mostBands) plot.append(bandBetween(path(2), path(3), cell));
      plot.append(lineMark(polyline(path(1)), cell,
        `${cell.learnerLabel}: the best in ${significant(100 * points[0][1], 3)}% of ${counted(profile.settings, "setting")}`, lookOf(cell).grey && !own));
    }
    rove([...element.querySelectorAll(".mark")]);
    return figureOf(quantity, element, [["learner", `${quantity}_above_best`, "share", "low", "high"],
      ...lines.flatMap(({ cell, points }) => points.map((point) => [cell.learnerLabel, ...point]))]);
  };
  onChoice((chosen) => {
    const own = data.profiles.filter((profile) => profile.horizon === chosen.horizon);
    charts.replaceChildren(...own.map((profile) => drawn(profile, chosen)));
    keys.replaceChildren(own.length === 0 ? "" : legend(own[0].learners.map(({ cell }) => shownAs(cells[cell], chosen))));
    about.textContent = own.length === 0 ? "At this horizon there are not two settings in which the same learners play."
      : `T = ${grouped(chosen.horizon)}. The share of settings in which a learner's mean exceeds the best learner's by at most x; at 0, those in which it is the best. `
        + "Differences, because ratios mean nothing where values can be 0 or negative; the horizontal scale is logarithmic above 1. "
        + "Bands: 95%, each x alone, by resampling the trials of each setting.";
  });
  return section("profiles", "Profiles over settings", charts, keys, about);
};

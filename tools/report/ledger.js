// Every cell compared with the paper's theorems.
const ledgerView = () => {
  const { lines, reason } = data.ledger;
  if (reason) return section("ledger", "Theorems", html("p", { class: "note" }, `Not shown: ${reason}.`));
  const spoken = lines.filter((line) => line.verdict !== "not applicable");
  if (spoken.length === 0) {
    const reasons = [...new Set(lines.map((line) => line.remarks).filter(Boolean))];
    return section("ledger", "Theorems", html("p", {}, "No theorem of the paper applies to any cell of this study, so nothing here is "
      + `compared with a bound.${reasons.length > 0 ? ` Reasons: ${reasons.slice(0, 4).join("; ")}.` : ""}`));
  }
  const rows = spoken.map((line) => ({ ...line, cell: cells[line.cell] }));
  const number = ([title, hint], k) => ({ title, hint, align: "number", text: (row) => row.texts?.[k] ?? "-",
    key: k === 3 ? (row) => row.ratio : (row) => row.texts && Number.parseFloat(row.texts[k].replaceAll(",", "")) });
  const counts = countedBy(spoken, (line) => line.verdict);
  return section("ledger", "Theorems",
    html("p", {}, `${counted(spoken.length, "line")}: ${[...counts].map(([verdict, n]) => `${n} ${verdict}`).join(", ")}.`),
    sortableTable("ledger-table", [
      { title: "cell", text: ({ cell }) => String(cell.cell), key: ({ cell }) => cell.cell, align: "number" },
      ...labelColumns(),
      { title: "theorem", text: (row) => row.theorem },
      { title: "verdict", text: (row) => row.verdict },
      ...[["median", "of the measured values"],
        ["quantile", "of the measured values, at the probability with which the bound is promised"], ["bound", "median over trials"],
        ["ratio", "quantile of measured / bound"], ["above", "trials beyond their bound"],
        ["share %", "exact 95% interval of the share above"], ["promised %", "share that the theorem allows"]].map(number),
      ...(rows.some((row) => row.remarks) ? [{ title: "remarks", text: (row) => row.remarks }] : []),
    ], rows).element,
    html("p", { class: "note" }, "As regretta audit prints it: each trial is compared with the bound at its own C and rho. ",
      "Holds: the exact interval of the share above is within what is promised. Holds so far: too few trials to tell. ",
      "Doubtful: more than promised, but this may be chance in a table of this size. Violated: significantly more (Holm over all lines, ",
      "alpha 0.001). Vacuous: no trial can exceed the bound. Learners without a theorem are left out."));
};

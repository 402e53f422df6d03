#!/usr/bin/env python3
"""inside.py ROUNDS.csv FIGURE.svg: strategy, estimates and widths of a trial that `regretta replay --output` wrote, over log t. Needs
matplotlib."""

import csv
import sys

import matplotlib
from matplotlib import pyplot


def main(rounds, figure):
    with open(rounds, newline="") as file:
        rows = list(csv.DictReader(file))
    horizon, arms = len(rows), sum(name.startswith("x_") for name in rows[0])
    shown = sorted({min(horizon, round(horizon ** (k / 400))) for k in range(401)})
    column = {name: [float(rows[t - 1][name]) for t in shown] for name in rows[0]}
    matplotlib.rcParams.update({"svg.hashsalt": "regretta", "axes.spines.top": False, "axes.spines.right": False})
    drawn, (above, below) = pyplot.subplots(2, sharex=True, figsize=(7, 5), layout="constrained")
    above.set(title="chance of each arm, $x_t$", xscale="log", ylim=(0, 1))
    below.set(title="violation as estimated (lines), less the width (dashed), true mean (dotted)", xlabel="round $t$", ylim=(-1, 1))
    for a in range(1, arms + 1):
        (line,) = above.plot(shown, column[f"x_{a}"], label=f"arm {a}")
        seen = [(t, *numbers) for t, n, *numbers in zip(shown, *(column[f"{part}_{a}"] for part in (
            "pulls", "ghat1", "width1", "mean_g1"))) if n > 0]
        for numbers, dash in (([(t, g) for t, g, _, _ in seen], "-"), ([(t, g - w) for t, g, w, _ in seen], "--"),
                              ([(t, m) for t, _, _, m in seen if t > horizon / 3], ":")):
            below.plot(*zip(*numbers), linestyle=dash, color=line.get_color())
    above.legend()
    drawn.savefig(figure, metadata={"Date": None} if figure.endswith(".svg") else None)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])

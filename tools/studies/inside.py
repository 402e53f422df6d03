#!/usr/bin/env python3
"""inside.py ROUNDS.csv FIGURE.svg: strategy, estimates and widths of a trial that `regretta replay --output` wrote, over log t."""

import csv
import math
import sys

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"]
WIDTH, HEIGHT, LEFT, GAP = 620, 190, 52, 44


def panel(top, title, low, high, ticks, T):
    """The frame of a panel, and how its points are placed."""
    def place(t, y):
        return LEFT + WIDTH * math.log10(t) / math.log10(T), top + HEIGHT * (high - min(max(y, low), high)) / (high - low)
    out = [f'<text x="{LEFT}" y="{top - 8}">{title}</text>',
           f'<rect x="{LEFT}" y="{top}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>']
    for y in ticks:
        v = place(1, y)[1]
        out.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{v:.1f}" y2="{v:.1f}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{v + 4:.1f}" text-anchor="end">{y:g}</text>')
    for k in range(int(math.log10(T)) + 1):
        u = place(10 ** k, low)[0]
        out.append(f'<text x="{u:.1f}" y="{top + HEIGHT + 15}" text-anchor="middle">{10 ** k:,}</text>')
    return out, place


def line(points, colour, more=""):
    at = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="1.6" {more}/>'


def main(rounds, figure):
    with open(rounds, newline="") as file:
        rows = list(csv.DictReader(file))
    T = len(rows)
    arms = sum(1 for name in rows[0] if name.startswith("x_"))
    shown = sorted({min(T, round(10 ** (k * math.log10(T) / 400))) for k in range(401)})
    column = {name: [float(rows[t - 1][name]) for t in shown] for name in rows[0]}
    out, place = panel(24, "chance of each arm, x_t", 0, 1, [0, 0.5, 1], T)
    for a in range(arms):
        out.append(line([place(t, y) for t, y in zip(shown, column[f"x_{a + 1}"])], COLOURS[a]))
    lower, put = panel(24 + HEIGHT + GAP, "violation as estimated (lines), less the width (dashed), true mean (dotted)", -1, 1,
                       [-1, -0.5, 0, 0.5, 1], T)
    for a in range(arms):
        seen = [(t, g, w, m) for t, g, w, m, n in zip(shown, *(column[f"{part}_{a + 1}"] for part in (
            "ghat1", "width1", "mean_g1", "pulls")))if n > 0]
        lower += [line([put(t, g) for t, g, w, m in seen], COLOURS[a]),
                  line([put(t, g - w) for t, g, w, m in seen], COLOURS[a], 'stroke-dasharray="6 3"'),
                  line([put(t, m) for t, g, w, m in seen if t > T / 3], COLOURS[a], 'stroke-dasharray="1 3"')]
    height = 24 + 2 * HEIGHT + GAP + 46
    names = "".join(f'<text x="{LEFT + 80 * a}" y="{height - 8}" fill="{COLOURS[a]}">arm {a + 1}</text>' for a in range(arms))
    with open(figure, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 34} {height}" font-family="sans-serif" '
                   f'font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(out + lower) + "\n" + names +
                   f'<text x="{LEFT + WIDTH}" y="{height - 8}" text-anchor="end">round t</text>\n</svg>\n')


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])

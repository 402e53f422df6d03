"""The series of a figure, read from the program's CSV, and how each is drawn."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple

import numpy

from .tables import Columns

# Okabe and Ito, in the order of the program's own figures.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#a89a00")
DASHES = ("-", (0, (5, 2)), (0, (1.5, 2)), (0, (6, 2, 1.5, 2)), (0, (3, 1.5)))
MARKERS = ("o", "s", "^", "D")


class Series(NamedTuple):
    """Consecutive rows of the CSV with one label and one mark. `style` is the place of the learner in the study."""

    label: str
    mark: str
    style: int
    columns: Columns  # x, y, low, high

    @property
    def words(self) -> str:
        """The label for a legend."""
        return plain_text(self.label)

    @property
    def look(self) -> Dict[str, Any]:
        return {"color": COLOURS[self.style % len(COLOURS)], "linestyle": DASHES[self.style // len(COLOURS) % len(DASHES)]}


def plain_text(text: str) -> str:
    """Text in which matplotlib finds no formula."""
    return text.replace("$", r"\$")


def series_of(columns: Columns, styles: Dict[str, int]) -> List[Series]:
    """The series in their order, with the learners' styles by label. Outlines, of which a learner has one per point, are
    told apart by their number."""
    labels, marks = columns["series"], columns["mark"]
    changes = numpy.nonzero((labels[1:] != labels[:-1]) | (marks[1:] != marks[:-1]))[0] + 1
    pieces = [piece for piece in numpy.split(numpy.arange(len(labels)), changes) if len(piece)]
    found = []
    for piece in pieces:
        label, mark = str(labels[piece[0]]), str(marks[piece[0]])
        points = numpy.count_nonzero((labels == label) & (marks == "points"))
        parts = numpy.split(piece, points) if mark == "outline" else [piece]
        for part in parts:
            numbers = {name: columns[name][part].astype(float) for name in ("x", "y", "low", "high")}
            found.append(Series(label, mark, styles.get(label, len(styles)), numbers))
    return found


def draw_series(place: Any, series: Series) -> None:
    """The series on a matplotlib Axes. Raises KeyError for a mark that is not known here."""
    {"curve": draw_curve, "points": draw_points, "steps": draw_steps, "outline": draw_outline, "bound": draw_bound,
     "guide": draw_guide}[series.mark](place, series, **series.columns)


def draw_curve(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, label=series.words, **series.look)
    place.fill_between(x, low, high, color=series.look["color"], alpha=0.2, linewidth=0)


def draw_points(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    bars = None if numpy.isnan(low).all() else [y - low, high - y]
    place.errorbar(x, y, yerr=bars, label=series.words, marker=MARKERS[series.style % len(MARKERS)], markersize=4,
                   capsize=2, **series.look)


def draw_steps(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.step(x, y, where="post", label=series.words, **series.look)


def draw_outline(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.fill(x, y, facecolor=series.look["color"], edgecolor=series.look["color"], alpha=0.2)


def draw_bound(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, color=series.look["color"], linestyle="-.", linewidth=0.8)


def draw_guide(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, color="grey", linestyle=":", linewidth=0.8, label=series.words)

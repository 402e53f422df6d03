"""The series of a figure, read from the program's CSV, and how each is drawn."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence

import numpy

from .tables import Columns

# Okabe and Ito's colours. The program's own figures have them in the same order, some of them darker.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#a89a00")
DASHES = ("-", (0, (5, 2)), (0, (1.5, 2)), (0, (6, 2, 1.5, 2)), (0, (3, 1.5)))
MARKERS = ("o", "s", "^", "D")


class Series(NamedTuple):
    """Consecutive rows of the CSV with one label and one mark. `style` is the place of the learner in the study."""

    label: str
    mark: str
    style: int
    columns: Columns  # x, y, low, high
    texts: list[str]  # beside the points, or on the tiles
    values: Any = None  # of tiles
    x_names: Sequence[str] = ()  # of the columns of tiles

    @property
    def words(self) -> str:
        """The label for a legend."""
        return plain_text(self.label)

    @property
    def look(self) -> dict[str, Any]:
        return {"color": COLOURS[self.style % len(COLOURS)], "linestyle": DASHES[self.style // len(COLOURS) % len(DASHES)]}


def plain_text(text: str) -> str:
    """Text in which matplotlib finds no formula."""
    return text.replace("$", r"\$")


def series_of(columns: Columns, styles: dict[str, int]) -> list[Series]:
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
            texts = [str(text) for text in columns["label"][part]]
            tiles = (columns["value"][part], [str(name) for name in columns["x_name"][part]]) if mark == "tile" else ()
            found.append(Series(label, mark, styles.get(label, len(styles)), numbers, texts, *tiles))
    return found


def draw_all(place: Any, all_series: list[Series]) -> None:
    """The series on a matplotlib Axes. Raises KeyError for a mark that is not known here."""
    tiles = [series for series in all_series if series.mark == "tile"]
    rows = [series for series in all_series if series.mark == "across"]
    if tiles:
        draw_tiles(place, tiles)
    if rows:
        place.axvline(0, color="grey", linewidth=0.8)
        place.set_yticks(range(len(rows)), [series.words for series in rows])
        place.set_ylim(len(rows) - 0.5, -0.5)
    draw = {"curve": draw_curve, "points": draw_points, "steps": draw_steps, "outline": draw_outline, "bound": draw_bound,
            "guide": draw_guide, "across": draw_across, "tile": lambda *_, **__: None}
    for series in all_series:
        draw[series.mark](place, series, **series.columns)


def draw_curve(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, label=series.words, **series.look)
    place.fill_between(x, low, high, color=series.look["color"], alpha=0.2, linewidth=0)


def draw_points(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    bars = None if numpy.isnan(low).all() else [y - low, high - y]
    place.errorbar(x, y, yerr=bars, label=series.words, marker=MARKERS[series.style % len(MARKERS)], markersize=4,
                   capsize=2, **series.look)


def draw_across(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.errorbar(x, y, xerr=[x - low, high - x], marker=MARKERS[series.style % len(MARKERS)], markersize=4, capsize=2,
                   color=series.look["color"], linestyle="none")


def draw_steps(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.step(x, y, where="post", label=series.words, **series.look)
    if not numpy.isnan(low).all():
        place.fill_between(x, low, high, step="post", color=series.look["color"], alpha=0.2, linewidth=0)


def draw_outline(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.fill(x, y, facecolor=series.look["color"], edgecolor=series.look["color"], alpha=0.2)


def draw_bound(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, color=series.look["color"], linestyle="-.", linewidth=0.8)


def draw_guide(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, color="grey", linestyle=":", linewidth=0.8, label=series.words)


def draw_tiles(place: Any, rows: list[Series]) -> None:
    """A heat map with a row for each series: the darker, the more."""
    names = {int(x): name for series in rows for x, name in zip(series.columns["x"], series.x_names)}
    values = numpy.full((len(rows), 1 + max(names)), numpy.nan)
    for row, series in enumerate(rows):
        values[row, series.columns["x"].astype(int)] = series.values
    image = place.imshow(values, cmap="Blues", aspect="auto")
    for row, series in enumerate(rows):
        for x, value, text in zip(series.columns["x"], series.values, series.texts):
            place.text(x, row, text, ha="center", va="center", color="white" if image.norm(value) > 0.6 else "black")
    place.set_xticks(sorted(names), [plain_text(names[x]) for x in sorted(names)])
    place.set_yticks(range(len(rows)), [series.words for series in rows])

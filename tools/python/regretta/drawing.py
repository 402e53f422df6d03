"""A panel of a figure of the program, as FORMATS.md describes it, on a matplotlib Axes."""

from __future__ import annotations

import textwrap
from typing import Any, Mapping, NamedTuple

import numpy

MARKERS = ("o", "s", "^", "D", "v", "*")


class Series(NamedTuple):
    """Series with one mark and look: x, y, low and high are NaN where there is no number."""

    label: str
    points: Mapping[str, Any]
    look: dict[str, Any]  # for lines
    marker: str
    raw: Mapping[str, Any]


def plain_text(text: str) -> str:
    """Text in which matplotlib finds no formula."""
    return text.replace("$", r"\$")


def formula_text(runs: list[list[str]]) -> str:
    """Runs of text with symbols, which matplotlib sets as formulas."""
    ways = {"symbol": "${}$", "subscript": "$_{}$", "exponent": "$^{{{}}}$"}
    parts = [ways[run[1]].format(run[0]) if len(run) > 1 else plain_text(run[0]) for run in runs]
    return "".join(parts).replace("$$", "")  # one formula: $R_T$


def series_of(panel: Mapping[str, Any], styles: Mapping[str, Any]) -> list[Series]:
    """The series in their order. One without places of its own has those of the one before."""
    found: list[Series] = []
    for raw in panel["series"]:
        x = numpy.array(raw["x"], dtype=float) if "x" in raw else found[-1].points["x"]
        points = {"x": x, **{name: numpy.array(raw.get(name) or [None] * len(x), dtype=float) for name in ("y", "low", "high")}}
        style = styles.get(str(raw["style"]), {"colour": "grey", "dash": [], "marker": 0})
        look = {"color": style["colour"], "linestyle": (0, style["dash"]) if style["dash"] else "-"}
        found.append(Series(plain_text(raw["label"]), points, look, MARKERS[style["marker"]], raw))
    return found


def draw_panel(place: Any, panel: Mapping[str, Any], styles: Mapping[str, Any], note: str = "") -> None:
    """Axes, series and legend, whose title is the note. Raises KeyError for a mark that is not known here."""
    draw = {"curve": draw_line, "points": draw_points, "steps": draw_line, "outline": draw_outline, "bound": draw_bound,
            "guide": draw_guide, "across": draw_across, "tile": draw_nothing, "spread": draw_nothing, "dots": draw_dots}
    found = series_of(panel, styles)
    tiles = [series for series in found if series.raw["mark"] == "tile"]
    if tiles:
        draw_tiles(place, panel, tiles)
    for axis, about in ((place.xaxis, panel["x"]), (place.yaxis, panel["y"])):
        set_axis(axis, about)
    for series in found:
        draw[series.raw["mark"]](place, series, **series.points)
    if handles := {label: handle for handle, label in zip(*place.get_legend_handles_labels())}:
        place.legend(handles.values(), handles.keys(), fontsize="x-small",
                     title=textwrap.fill(plain_text(note), 40) or None, title_fontsize="xx-small")


def set_axis(axis: Any, about: Mapping[str, Any]) -> None:
    """Label, and scale or names."""
    from matplotlib.ticker import SymmetricalLogLocator

    axis.set_label_text(formula_text(about["label"]))
    if "names" in about:
        axis.set_ticks(range(len(about["names"])), [plain_text(name) for name in about["names"]])
        if axis.axis_name == "y":
            axis.axes.set_ylim(len(about["names"]) - 0.5, -0.5)
        return
    getattr(axis.axes, f"set_{axis.axis_name}scale")(about["scale"])
    if about["scale"] == "asinh":
        axis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=1))
        axis.set_minor_locator(SymmetricalLogLocator(base=10, linthresh=1, subs=range(2, 10)))


def draw_line(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    step = "post" if series.raw["mark"] == "steps" else None
    place.plot(x, y, label=series.label, drawstyle=f"steps-{step}" if step else "default",
               marker=series.marker if series.raw["mark"] == "curve" else None, markevery=max(1, len(x) // 6), markersize=4, **series.look)
    if not numpy.isnan(low).all():
        place.fill_between(x, low, high, step=step, color=series.look["color"], alpha=0.2, linewidth=0)


def draw_points(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    bars = None if numpy.isnan(low).all() else [y - low, high - y]
    look = series.look
    place.errorbar(x, y, yerr=bars, label=series.label, marker=series.marker, markersize=4, capsize=2, **look)
    for at, text in zip(zip(x, y), series.raw.get("labels", ())):
        place.annotate(plain_text(text), at, xytext=(4, 4), textcoords="offset points", fontsize="xx-small", color=series.look["color"])
    if series.raw.get("directed"):
        for begin, end in zip(zip(x, y), zip(x[1:], y[1:])):
            place.annotate("", end, xytext=begin, arrowprops={"arrowstyle": "->", "color": series.look["color"]})


def draw_dots(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, label=series.label, color=series.look["color"], marker="o", markersize=1.5, linestyle="none")


def draw_across(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.axvline(0, color="grey", linewidth=0.8)
    place.errorbar(x, y, xerr=[x - low, high - x], marker=series.marker, markersize=4, capsize=2, color=series.look["color"],
                   linestyle="none")


def draw_outline(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.fill(x, y, facecolor=series.look["color"], edgecolor=series.look["color"], alpha=0.2)


def draw_bound(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, color=series.look["color"], linestyle="-.", linewidth=0.8)


def draw_guide(place: Any, series: Series, x: Any, y: Any, low: Any, high: Any) -> None:
    place.plot(x, y, color="grey", linestyle=":", linewidth=0.8, label=series.label)


def draw_nothing(place: Any, series: Series, **points: Any) -> None:
    """Tiles are drawn together; of the others, which readers of the page choose, the program makes none here."""


def draw_tiles(place: Any, panel: Mapping[str, Any], rows: list[Series]) -> None:
    """A heat map with a row for each series: the darker, the more."""
    values = numpy.full((len(rows), len(panel["x"]["names"])), numpy.nan)
    for row, series in enumerate(rows):
        values[row, series.points["x"].astype(int)] = series.raw["value"]
    image = place.imshow(values, cmap="Blues", aspect="auto")
    for row, series in enumerate(rows):
        for x, value, text in zip(series.points["x"], series.raw["value"], series.raw["labels"]):
            place.text(x, row, text, ha="center", va="center", color="white" if image.norm(value) > 0.6 else "black")

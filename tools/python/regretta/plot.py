"""The figures of `regretta plot`, with matplotlib.

What is drawn is what `regretta plot --format csv` writes, with the means, 95% intervals and ellipses that the program
computed. Each function returns a matplotlib Figure with one panel per figure of the program: one setting of the environment
(and, for curves, paired differences, distributions and tails, one budget at the largest horizon) and one quantity. Arguments:

study     a Study or the path of a study file
metric    quantities to draw ["regret", "violation"]
where     only cells with these values: {"environment": "walk", "budget": [0, 100]}
scale     of curves and corruption: "linear" or "log" (asinh where a value is negative)
bounds    draws the theorems' bounds at T, in curves
baseline  of paired differences, as in regretta.compare [the first learner]
ax        the Axes to draw on, if there is only one panel

Raises RegrettaError with the program's message if there is nothing to draw, ImportError without matplotlib.
"""

from __future__ import annotations

import math
import pathlib
import tempfile
import textwrap
import weakref
from typing import Any, Mapping, NamedTuple, Sequence

from .evidence import listed
from .marks import draw_all, plain_text, series_of
from .program import Path
from .study import Study, loaded
from .tables import Columns, columns_of_csv
from .toml import value_text

Metric = str | Sequence[str] | None
Where = Mapping[str, Any] | None

SYMBOLS = {"regret": "Regret $R_{}$ (loss units)", "violation": "Violation $V_{}$ (constraint units)",
           "expected_regret": "Expected regret (loss units)", "signed_violation": "Signed violation (constraint units)",
           "corruption": "Corruption $C$ (constraint units)"}


def curves(study: Study | Path, metric: Metric = None, *, where: Where = None, scale: str = "linear", bounds: bool = False,
           ax: Any = None) -> Any:
    """Running sums over t: the mean of the trials and its 95% interval as a band, one line per learner."""
    options = ["--scale", scale, *(["--bounds"] if bounds else [])]
    return drawn(study, "curves", metric, where, options, AxesStyle("Round $t$", "{}", scale, scale, "t"), ax)


def corruption(study: Study | Path, metric: Metric = None, *, where: Where = None, scale: str = "linear", ax: Any = None) -> Any:
    """Sums at T against the measured corruption C: means and 95% intervals."""
    return drawn(study, "corruption", metric, where, ["--scale", scale], AxesStyle(SYMBOLS["corruption"], "{}", scale, scale), ax)


def horizon(study: Study | Path, metric: Metric = None, *, where: Where = None, ax: Any = None) -> Any:
    """Sums at T against the horizon T: means and 95% intervals, beside a line that grows like sqrt T."""
    return drawn(study, "horizon", metric, where, [], AxesStyle("Horizon $T$ (rounds)", "{}", "log", "log"), ax)


def frontier(study: Study | Path, *, where: Where = None, ax: Any = None) -> Any:
    """Regret against violation at T: means with the 95% confidence ellipse of both, one point per budget."""
    axes = AxesStyle(label_of("violation", "T"), label_of("regret", "T"), "linear", "linear")
    return drawn(study, "frontier", None, where, [], axes, ax)


def distribution(study: Study | Path, metric: Metric = None, *, where: Where = None, ax: Any = None) -> Any:
    """The share of trials whose sum at T is at most x."""
    return drawn(study, "distribution", metric, where, [], AxesStyle("{}", "Share of trials", "linear", "linear"), ax)


def tails(study: Study | Path, metric: Metric = None, *, where: Where = None, ax: Any = None) -> Any:
    """The share of trials whose sum at T exceeds x, on a logarithmic scale, with 95% intervals."""
    return drawn(study, "tails", metric, where, [], AxesStyle("{}", "Share of trials above", "linear", "clipped log"), ax)


def heat(study: Study | Path, metric: Metric = None, *, where: Where = None, ax: Any = None) -> Any:
    """A heat map of means: one row per learner, one column per budget of the corruption (or environment)."""
    return drawn(study, "heat", metric, where, [], AxesStyle("", "", "linear", "linear"), ax)


def paired(study: Study | Path, metric: Metric = None, *, baseline: str | None = None, where: Where = None,
           ax: Any = None) -> Any:
    """Mean differences from the baseline, paired by trial, with 95% intervals; below 0 is better."""
    options = [] if baseline is None else ["--baseline", baseline]
    return drawn(study, "paired", metric, where, options, AxesStyle("{} minus baseline's", "", "linear", "linear"), ax)


def profile(study: Study | Path, metric: Metric = None, *, where: Where = None, ax: Any = None) -> Any:
    """The share of settings in which a learner's mean exceeds the best learner's by at most x, with 95% bands."""
    axes = AxesStyle("{} above the best", "Share of settings", "asinh", "linear")
    return drawn(study, "profile", metric, where, [], axes, ax)


class AxesStyle(NamedTuple):
    """Labels, in which {} stands for the quantity, and scales of a kind of figure."""

    x: str
    y: str
    x_scale: str
    y_scale: str
    at: str = "T"


class Panel(NamedTuple):
    """A figure of the program."""

    quantity: str
    caption: str
    columns: Columns


def label_of(quantity: str, at: str) -> str:
    """The quantity's name, with its symbol at t or T and its unit where the paper has one."""
    return SYMBOLS.get(quantity, quantity.replace("_", " ")).replace("{}", at)


def panels_of(study: Study, kind: str, metric: Metric, where: Where, options: Sequence[str], notes: bool = True) -> list[Panel]:
    """What the program would draw, one quantity after the other."""
    names = ["regret", "violation"] if metric is None else metric.split(",") if isinstance(metric, str) else list(metric)
    chosen = []
    for name, values in (where or {}).items():
        for value in values if isinstance(values, (list, tuple)) else [values]:
            chosen += ["--where", f"{name}={where_text(value)}"]
    with tempfile.TemporaryDirectory(prefix="regretta-") as folder:
        said = study.call("plot", "--figure", kind, "--format", "csv", "--output", folder, *listed("--metric", names),
                          *chosen, *options, plugins=True, notes=notes).splitlines()
        captions: dict[str, str] = dict(line.split(": ", 1) for line in said if ": " in line)
        files = {file.stem: file for file in sorted(pathlib.Path(folder).glob("*.csv"))}
        order = [name for name in captions if name in files] + [name for name in files if name not in captions]
        return [Panel(next((q for q in sorted(names, key=len, reverse=True) if name.startswith(q + "-")), ""),
                      captions.get(name, name), columns_of_csv(files[name].read_text())) for name in order]


STYLES: weakref.WeakKeyDictionary[Study, dict[str, int]] = weakref.WeakKeyDictionary()


def styles_of(study: Study) -> dict[str, int]:
    """The learners' places in the study, by label: a learner looks the same in every figure of a study."""
    if study not in STYLES:
        panels = panels_of(study, "distribution", "violation", None, [], notes=False)
        labels = [str(label) for panel in panels for label in panel.columns["series"]]
        STYLES[study] = {label: style for style, label in enumerate(dict.fromkeys(labels))}
    return STYLES[study]


def where_text(value: Any) -> str:
    """A value as the program prints it, which --where is compared with: shortest, 100 instead of 100.0."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:  # also numpy.float64
        return str(int(value))
    return value_text(value)


def drawn(study: Study | Path, kind: str, metric: Metric, where: Where, options: Sequence[str], axes: AxesStyle,
          ax: Any) -> Any:
    """The figure with a panel for each of the program's."""
    from matplotlib import pyplot

    study = loaded(study)
    panels = panels_of(study, kind, metric, where, options)
    if ax is not None and len(panels) != 1:
        captions = "\n".join(panel.caption for panel in panels)
        raise ValueError(f"ax: {len(panels)} panels, but one Axes; metric and where choose among\n{captions}")
    styles = styles_of(study)
    columns = min(len(panels), 2)
    rows = math.ceil(len(panels) / columns)
    if ax is None:
        size = (4.8 * columns, 3.6 * rows)  # inches
        figure, grid = pyplot.subplots(rows, columns, squeeze=False, figsize=size, layout="constrained")
        places = list(grid.flat)
    else:
        figure, places = ax.figure, [ax]
    for place, panel in zip(places, panels):
        draw_panel(place, panel, axes, styles)
    for place in places[len(panels):]:
        place.remove()
    return figure


def draw_panel(place: Any, panel: Panel, axes: AxesStyle, styles: dict[str, int]) -> None:
    """One figure of the program on one Axes, with its caption."""
    all_series = series_of(panel.columns, styles)
    for axis, label, scale, along in ((place.xaxis, axes.x, axes.x_scale, "x"), (place.yaxis, axes.y, axes.y_scale, "y")):
        set_scale(axis, scale, any((series.columns[along] <= 0).any() for series in all_series))
        axis.set_label_text(label.replace("{}", label_of(panel.quantity, axes.at)))
    draw_all(place, all_series)
    place.set_title(textwrap.fill(plain_text(panel.caption), 66), fontsize="x-small")
    if place.get_legend_handles_labels()[0]:
        place.legend(fontsize="x-small")


def set_scale(axis: Any, scale: str, has_no_logarithm: bool) -> None:
    """The scale of an axis, as in the program's figures: asinh, logarithmic above 1 in size, where log is impossible
    ("clipped log" leaves out what has no logarithm instead)."""
    from matplotlib.ticker import SymmetricalLogLocator

    kind = "asinh" if scale == "log" and has_no_logarithm else scale.removeprefix("clipped ")
    getattr(axis.axes, f"set_{axis.axis_name}scale")(kind)
    if kind == "asinh":
        axis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=1))
        axis.set_minor_locator(SymmetricalLogLocator(base=10, linthresh=1, subs=range(2, 10)))

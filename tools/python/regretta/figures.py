"""Draws the figures that `regretta plot --format json` writes (engine/study/FORMATS.md), with matplotlib. For SVG, PDF, PNG and LaTeX,
`regretta plot` calls `python3 -m regretta plot OPTIONS`."""

import json
import pathlib
import shutil
import textwrap
from typing import Any, Mapping, NamedTuple, Sequence

import numpy

from .program import Path, RegrettaError

STYLE = pathlib.Path(__file__).with_name("regretta.mplstyle")
GREY = "0.54"
# Dashes and markers of learners, in the order of their hues.
DASHES = ["-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (3, 1)), (0, (8, 2)), (0, (4, 1, 1, 1, 1, 1)), (0, (1.2, 2.4))]
MARKERS = {"o": 3.5, "s": 3.5, "^": 4, "D": 3.5, "v": 4, "*": 6, "P": 4.5, "X": 4.5}  # with their sizes in points
MOST_NAMED = 8
"""Largest number of learners that the legend names if a parameter orders them; for more, a colour bar shows the parameter's values."""
MOST_BARS = 60
"""Panels with more points have no error bars."""
OFFSETS = (5, 0), (-5, 0), (0, 5), (0, -5), (4, 4), (4, -4), (-4, 4), (-4, -4), (6, 6), (6, -6), (-6, 6), (-6, -6), (0, 8), (0, -8)
"""Offsets in points from a data point to the nearest edge or corner of its label. The first without a collision is used."""
SIDE = {1: "left", 0: "center", -1: "right"}  # alignment of a label by the sign of its offset
EDGE = {1: "bottom", 0: "center", -1: "top"}


class Series(NamedTuple):
    """A series and how it is drawn. Coordinates are NaN where a number is missing."""

    label: str
    mark: str
    x: Any
    y: Any
    low: Any
    high: Any
    look: dict[str, Any]  # matplotlib's properties of lines: color, linestyle, ...
    marker: str
    role: str  # "learner", "reference", "other" (grey), or "guide"
    raw: Mapping[str, Any]  # the series in JSON


def figure_from(figure: Mapping[str, Any], style: Path | None = None, ax: Any = None) -> Any:
    """The figure as a matplotlib Figure. ax: the axes to draw on, for a figure with one panel."""
    import matplotlib.style

    with matplotlib.style.context([STYLE if style is None else style]):
        return Drawing(figure, ax).draw()


def save_figures(folder: str, names: Sequence[str], formats: Sequence[str], style: str | None) -> None:
    """Draws the file NAME.json of each name as NAME.FORMAT. The same version of matplotlib gives the same bytes."""
    import matplotlib.style
    from matplotlib import pyplot

    matplotlib.use("agg")
    if {"pgf", "tex"} & {*formats} and not shutil.which("pdflatex"):
        raise RegrettaError("figures for LaTeX (pgf) are measured by LaTeX, which is not installed: no pdflatex was found", 2)
    for name in names:
        data = json.loads(pathlib.Path(folder, name + ".json").read_text(encoding="utf-8"))
        with matplotlib.style.context([STYLE if style is None else style, {"svg.hashsalt": "regretta"}]):
            drawn = Drawing(data).draw()
            for kind in formats:
                metadata = {"svg": {"metadata": {"Date": None}},
                            "pdf": {"metadata": {"CreationDate": None, "Title": data["caption"], "Subject": data["origin"]}}}
                drawn.savefig(pathlib.Path(folder, f"{name}.{kind}"), format="pgf" if kind == "tex" else kind, **metadata.get(kind, {}))
            pyplot.close(drawn)


def plain_text(text: str) -> str:
    """The text with $ escaped, so that matplotlib finds no formula in it."""
    return text.replace("$", r"\$")


def formula_text(runs: Sequence[Sequence[str]]) -> str:
    """The runs as a text in which matplotlib sets symbols, subscripts and exponents as formulas."""
    templates = {"symbol": "${}$", "subscript": "$_{}$", "exponent": "$^{{{}}}$"}
    parts = [templates[run[1]].format(run[0]) if len(run) > 1 else plain_text(run[0]) for run in runs]
    return "".join(parts).replace("$$", "")  # joins adjacent formulas: $R$$_T$ to $R_T$


class Drawing:
    """A figure while it is drawn."""

    def __init__(self, figure: Mapping[str, Any], ax: Any = None) -> None:
        import matplotlib
        from matplotlib.colors import LogNorm, Normalize

        self.data, self.ax = figure, ax
        marks = [{"linestyle": dash, "marker": marker, "markersize": size} for dash, (marker, size) in zip(DASHES, MARKERS.items())]
        colours = list(matplotlib.rcParams["axes.prop_cycle"])
        self.cycle = [{**mark, **colours[k % len(colours)]} for k, mark in enumerate(marks)]
        self.ordered = {key: style["order"] for key, style in figure["styles"].items() if "order" in style}
        numbers = [order["number"] for order in self.ordered.values()]
        self.has_bar = len(numbers) > MOST_NAMED
        is_log = bool(numbers) and min(numbers) > 0 and max(numbers) > 30 * min(numbers)
        self.norm = (LogNorm if is_log else Normalize)(min(numbers, default=0), max(numbers, default=1))
        colormap = matplotlib.colormaps[matplotlib.rcParams["image.cmap"]]
        self.colours = matplotlib.colors.ListedColormap(dark_enough(colormap(numpy.linspace(0, 1, 256))[:, :3]))
        self.handles: dict[str, tuple[str, Any]] = {}  # role and handle of each label in the legend
        self.others: set[str] = set()  # labels of grey learners
        self.labels: list[tuple[Any, list[tuple[float, float, str, Any]]]] = []  # axes, and texts beside points

    def draw(self) -> Any:
        panels = self.data["panels"]
        columns = min(self.data["columns"], len(panels))
        axs = [self.ax] if self.ax is not None else self.grid(len(panels), columns)
        for axes, panel in zip(axs, panels):
            self.panel(axes, panel)
        figure = axs[0].figure
        if self.ax is not None:
            handles, labels = self.legend_entries()
            if handles:
                self.ax.legend(handles, labels, title=self.note(40))
            return figure
        if not self.data.get("own_scales"):
            self.share_scales(axs, columns)
        if self.data.get("title"):
            figure.suptitle(textwrap.fill(plain_text(self.data["title"]), int(self.data["width"] / 1.6)))
        if self.has_bar:
            from matplotlib.cm import ScalarMappable
            figure.colorbar(ScalarMappable(self.norm, self.colours), ax=axs, pad=0.02,
                            label=plain_text(next(iter(self.ordered.values()))["name"].replace("_", " ")))
        self.legend(figure, axs)
        for axes, texts in self.labels:
            placed_labels(axes, texts)
        return figure

    def grid(self, count: int, columns: int) -> list[Any]:
        """Axes of a new figure, one per panel. Panels are wider than high, unless y has names: their number then determines the height."""
        from matplotlib import pyplot

        panels, rows = self.data["panels"], -(-count // columns)
        width = self.data["width"] / 25.4  # inches
        names = max(len(panel["y"].get("names", ())) for panel in panels)
        height = 0.6 + 0.17 * min(names, 60) if names else max(1.6, 0.5 + 0.6 * (width / columns if columns > 1 else width * 0.88))
        figure, grid = pyplot.subplots(rows, columns, squeeze=False, figsize=(width, height * rows), layout="constrained")
        for axes in grid.flat[count:]:
            axes.remove()
        return list(grid.flat[:count])

    def share_scales(self, axs: Sequence[Any], columns: int) -> None:
        """Gives axes with equal labels, names and scales equal limits, and tick labels at the edge of the figure only."""
        panels = self.data["panels"]
        for axis, step in (("x", columns), ("y", 1)):
            descriptions = [(panel[axis]["label"], panel[axis].get("names"), panel[axis]["scale"]) for panel in panels]
            for group in ([k for k in range(len(axs)) if descriptions[k] == description] for description in descriptions):
                ends = [getattr(axs[k], f"get_{axis}lim")() for k in group]
                is_reversed = ends[0][0] > ends[0][1]
                low, high = min(min(end) for end in ends), max(max(end) for end in ends)
                for k in group:
                    getattr(axs[k], f"set_{axis}lim")((high, low) if is_reversed else (low, high))
            for k, axes in enumerate(axs):
                neighbour = k + step if axis == "x" else k - step  # the panel below, or on the left
                has_neighbour = neighbour < len(axs) if axis == "x" else k % columns > 0
                if has_neighbour and descriptions[k] == descriptions[neighbour]:
                    getattr(axes, f"set_{axis}label")("")
                    axes.tick_params(axis=axis, which="both", **{"labelbottom" if axis == "x" else "labelleft": False})

    def panel(self, axes: Any, panel: Mapping[str, Any]) -> None:
        all_series = self.series_of(panel)
        tiles = [series for series in all_series if series.mark == "tile"]
        if tiles:
            draw_tiles(axes, panel, tiles)
        if panel["title"]:
            axes.set_title(textwrap.fill(formula_text(panel["title"]), 60))
        ends = [set_axis(axes, axis, panel[axis], all_series) for axis in ("x", "y")]
        if "names" in panel["y"]:  # long names may leave the axes little room
            axes.xaxis.label.set(x=1, ha="right")
        else:
            inches = axes.get_position().height * axes.figure.get_figheight()
            axes.set_ylabel(textwrap.fill(axes.get_ylabel(), max(12, int(inches / 0.043))))  # a letter is about 0.043 inches wide
        lines = [series for series in all_series if series.mark != "tile"]
        for series in sorted(lines, key=lambda series: series.role == "learner"):  # learners last, so that grey lines are below
            series = series._replace(x=clipped(series.x, ends[0]), y=clipped(series.y, ends[1]), low=clipped(series.low, ends[1]),
                                     high=clipped(series.high, ends[1])) if series.mark != "across" else series
            handle = getattr(self, "draw_" + series.mark)(axes, series, panel)
            if handle is not None:
                self.add_to_legend(series, handle)
        for axis, end in zip("xy", ends):
            if end is not None:
                mark_zero(axes, axis, end)
            elif panel[axis].get("from_zero"):
                low, high = getattr(axes, f"get_{axis}lim")()
                has_negative = (numbers_along(all_series, axis) < 0).any()
                getattr(axes, f"set_{axis}lim")(min(low, 0) if has_negative else 0, max(high, 0))
        if "names" not in panel["y"] and axes.get_ylim()[0] < 0 < axes.get_ylim()[1]:
            axes.axhline(0, color=GREY, linewidth=0.6, zorder=0.6)

    def series_of(self, panel: Mapping[str, Any]) -> list[Series]:
        """The series of a panel in their order. A series without `x` has the `x` of the series before it."""
        found: list[Series] = []
        for raw in panel["series"]:
            x = numpy.array(raw["x"], dtype=float) if "x" in raw else found[-1].x
            numbers = [numpy.array(raw.get(name) or [None] * len(x), dtype=float) for name in ("y", "low", "high")]
            look, marker, role = self.look_of(raw)
            found.append(Series(plain_text(raw["label"]), raw["mark"], x, *numbers, look, marker, role, raw))
        return found

    def look_of(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], str, str]:
        """The line properties, marker and role of a series."""
        key = str(raw["style"])
        style = self.data["styles"].get(key)
        if style is None or raw["mark"] == "guide":
            return {"color": GREY, "linestyle": ":", "linewidth": 0.8}, "none", "guide"
        if style.get("grey") and not self.is_reference(style):
            return {"color": GREY, "linestyle": "-", "linewidth": 0.6}, "none", "other"
        cycle = self.cycle[style["hue"] % len(self.cycle)]
        look = {"color": GREY if style.get("grey") else cycle["color"],
                "linestyle": cycle["linestyle"], "markersize": cycle["markersize"]}
        if key in self.ordered and not style.get("grey"):
            order = self.ordered[key]
            look["color"] = self.colours(self.norm(order["number"]) if self.has_bar else order["share"])
            if self.has_bar:
                return {**look, "linestyle": "-", "linewidth": 0.6}, "none", "learner"
        return look, cycle["marker"], "reference" if style.get("grey") else "learner"

    def is_reference(self, style: Mapping[str, Any]) -> bool:
        """Whether a grey learner has its own dashes and legend entry: a reference line in a study with few learners."""
        return bool(style.get("reference")) and len(self.data["styles"]) <= MOST_NAMED

    def add_to_legend(self, series: Series, handle: Any) -> None:
        if series.role == "other":
            self.others.add(series.label)
            self.handles.setdefault("", (series.role, handle))
        elif not (self.has_bar and series.role == "learner"):
            self.handles.setdefault(series.label, (series.role, handle))

    def legend_entries(self) -> tuple[list[Any], list[str]]:
        """Handles and labels of the legend, with a single entry for all grey learners."""
        count = len(self.others)
        grey = next(iter(self.others)) if count == 1 else f"{count} others"
        ordered = sorted(self.handles.items(), key=lambda entry: ("learner", "reference", "other", "guide").index(entry[1][0]))
        return [handle for _, (_, handle) in ordered], [label or grey for label, _ in ordered]

    def note(self, width: int) -> str | None:
        return textwrap.fill(plain_text(self.data.get("note") or ""), width) or None

    def legend(self, figure: Any, axs: Sequence[Any]) -> None:
        """Puts the legend below the axes. If it would be larger than the axes, shortens names first and then drops entries."""
        handles, labels = self.legend_entries()
        if not handles and not self.note(99):
            return figure.draw_without_rendering()
        figure.draw_without_rendering()
        boxes = [axes.get_window_extent() for axes in axs]
        width = max(box.x1 for box in boxes) - min(box.x0 for box in boxes)
        height = max(box.y1 for box in boxes) - min(box.y0 for box in boxes)
        letters = int(width / figure.dpi * 72 / 3.6)  # a letter of 7 points is about 3.6 points wide
        while True:
            for columns in range(min(4, max(1, len(handles))), 0, -1):
                legend = figure.legend(handles, labels, loc="lower center", ncols=columns, title=self.note(letters), alignment="left",
                                       borderaxespad=0.2)
                box = legend.get_window_extent()
                if box.width <= width:
                    break
                legend.remove()
            else:
                longest = max(map(len, labels))
                labels = [text if len(text) < longest or longest < 9 else text[:longest - 6] + "..." for text in labels]
                if longest >= 9:
                    continue
                return None
            if box.height <= height:
                break
            legend.remove()
            handles, labels = handles[:-2] + handles[-1:], labels[:-2] + ["..."]
        added, (_, before) = box.height / figure.dpi + 0.04, figure.get_size_inches()
        figure.set_figheight(before + added)
        figure.get_layout_engine().set(rect=(0, added / (before + added), 1, before / (before + added)))
        figure.draw_without_rendering()

    def draw_curve(self, axes: Any, series: Series, panel: Mapping[str, Any]) -> Any:
        gaps = numpy.diff(series.x)
        is_uneven = len(gaps) > 0 and panel["x"]["scale"] == "linear" and gaps.max() > 3 * gaps.min()
        stride = 1 if is_uneven else max(1, len(series.x) // 6)
        look = dict(series.look)
        if is_uneven and "markersize" in look:  # marks every point, because the long lines between points are not data
            look["markersize"] *= 0.6
        line, = axes.plot(series.x, series.y, marker=series.marker, markevery=stride, clip_on=False, **look)
        band(axes, series)
        return line

    def draw_points(self, axes: Any, series: Series, panel: Mapping[str, Any]) -> Any:
        raw, x, y = series.raw, series.x, series.y
        is_path = len(x) > 1
        has_few_points = sum(len(raw.get("x", x)) for raw in panel["series"]) <= MOST_BARS
        bars = {}
        if has_few_points and series.role != "other":
            if not numpy.isnan(series.low).all():
                bars["yerr"] = [y - series.low, series.high - y]
            if "x_low" in raw:
                bars["xerr"] = [x - numpy.array(raw["x_low"], dtype=float), numpy.array(raw["x_high"], dtype=float) - x]
        marker = "none" if len(x) > MOST_BARS else "." if series.marker == "none" else series.marker
        drawn = axes.errorbar(x, y, marker=marker, elinewidth=0.7, clip_on=False, **bars, **series.look)
        if raw.get("labels"):
            texts = [(a, b, plain_text(text), series.look["color"]) for a, b, text in zip(x, y, raw["labels"]) if text]
            self.labels.append((axes, texts))
        if raw.get("directed") and is_path:
            for a, b, u, v in zip(x, y, x[1:], y[1:]):  # an arrow in the middle of the line from (a, b) to (u, v)
                if (a, b) != (u, v):
                    axes.annotate("", ((a + 3 * u) / 4, (b + 3 * v) / 4), xytext=((3 * a + u) / 4, (3 * b + v) / 4), annotation_clip=True,
                                   arrowprops={"arrowstyle": "-|>", "color": series.look["color"], "linewidth": 0, "mutation_scale": 6,
                                               "shrinkA": 0, "shrinkB": 0})
        return drawn.lines[0]

    def draw_steps(self, axes: Any, series: Series, panel: Mapping[str, Any]) -> Any:
        line, = axes.plot(series.x, series.y, drawstyle="steps-post", marker="none", **series.look)
        band(axes, series, "post")
        return line

    def draw_guide(self, axes: Any, series: Series, panel: Mapping[str, Any]) -> Any:
        return axes.plot(series.x, series.y, marker="none", **series.look)[0]

    def draw_across(self, axes: Any, series: Series, panel: Mapping[str, Any]) -> None:
        axes.axvline(0, color=GREY, linewidth=0.8, zorder=0.5)
        bars = [series.x - series.low, series.high - series.x]
        axes.errorbar(series.x, series.y, xerr=bars, marker="." if series.marker == "none" else series.marker, capsize=2,
                       color=series.look["color"], linestyle="none", markersize=series.look.get("markersize"))


def dark_enough(colours: Any) -> Any:
    """The colours, darkened where their contrast with white would be less than 3 : 1: to a luminance of at most 0.29."""
    luminance = colours ** 2.2 @ [0.2126, 0.7152, 0.0722]
    return colours * numpy.minimum(1, (0.29 / numpy.maximum(luminance, 0.01)) ** (1 / 2.2))[:, None]


def band(axes: Any, series: Series, step: str | None = None) -> None:
    if not numpy.isnan(series.low).all() and series.role != "other":
        axes.fill_between(series.x, series.low, series.high, step=step, color=series.look["color"], alpha=0.15, linewidth=0)


def numbers_along(all_series: Sequence[Series], axis: str) -> Any:
    """All coordinates of the series along an axis, with the ends of intervals and without NaN."""
    parts = [numpy.empty(0)]
    for series in all_series:
        has_ends = (axis == "x") == (series.mark == "across")
        parts += [getattr(series, axis), *((series.low, series.high) if has_ends else ())]
    numbers = numpy.concatenate(parts)
    return numbers[numpy.isfinite(numbers)]


def set_axis(axes: Any, axis: str, settings: Mapping[str, Any], all_series: Sequence[Series]) -> float | None:
    """Sets the label of an axis, and its scale or names. Returns the position at which zeros are drawn if the axis is logarithmic and has
    numbers that are not positive, else None."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    line = getattr(axes, f"{axis}axis")
    line.set_label_text(textwrap.fill(formula_text(settings["label"]), 60))
    if "names" in settings:
        count = len(settings["names"])
        stride = -(-count // 60)  # rounded up: at most 60 names
        names = [textwrap.shorten(plain_text(name), 60, placeholder="...") for name in settings["names"][::stride]]
        line.set_ticks(range(0, count, stride), names)
        line.grid(False)
        if axis == "y":
            axes.set_ylim(count - 0.5, -0.5)
        elif max(map(len, settings["names"]), default=0) * count > 60:
            axes.tick_params(axis="x", labelrotation=90 if count > 12 else 30)
        return None
    numbers = numbers_along(all_series, axis)
    sizes = numpy.abs(numbers[numbers != 0])
    if settings["scale"] == "asinh" and len(sizes):
        top = numpy.floor(numpy.log10(sizes.max()))
        linear = 10 ** max(top - 3, numpy.floor(numpy.log10(sizes.min())))  # three decades on each side: smaller numbers are mostly noise
        getattr(axes, f"set_{axis}scale")("asinh", linear_width=linear)
        ticks = asinh_ticks(linear, numbers)
        line.set_ticks(ticks, [f"{x:,g}".replace("-", "\u2212") if abs(x) < 1e5 else formula_text([["\u2212" * (x < 0) + "10"], [
            str(round(numpy.log10(abs(x)))), "exponent"]]) for x in ticks])
    elif settings["scale"] == "log":
        getattr(axes, f"set_{axis}scale")("log")
        if (numbers <= 0).any() and len(sizes):
            return float(10 ** (numpy.floor(numpy.log10(max(sizes.min(), 1e-9 * sizes.max()))) - 0.5))
    elif len(sizes):
        inches = axes.get_position().width * axes.figure.get_figwidth()
        line.set_major_locator(MaxNLocator(6 if axis == "y" else max(2, min(8, int(1.9 * inches))), steps=[1, 2, 2.5, 5, 10]))
    if settings["scale"] == "linear" and len(sizes) and 1e-4 <= sizes.max() < 1e6:
        line.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}".replace("-", "\u2212")))
    return None


def asinh_ticks(linear: float, numbers: Any) -> list[float]:
    """Ticks at 0, and on both sides at `linear` times powers of ten; if these are few, also at 2 and 5 times each of them."""
    top = numpy.abs(numbers).max()
    powers = linear * 10 ** numpy.arange(numpy.ceil(numpy.log10(top / linear)) + 1)
    for parts in (1,), (1, 2, 5):
        sizes = numpy.outer(powers, parts).ravel()
        ticks = [0, *sizes, *-sizes]
        shown = [x for x in ticks if min(numbers.min(), 0) <= x <= max(numbers.max(), 0)]
        if len(shown) > 3:
            break
    return sorted(shown)


def clipped(numbers: Any, end: float | None) -> Any:
    """The numbers, with those below `end` (the end of a logarithmic axis) moved to it."""
    return numbers if end is None else numpy.where(numbers <= end, end, numbers)


def mark_zero(axes: Any, axis: str, end: float) -> None:
    """Ends a logarithmic axis at `end`, with a tick that is labelled 0."""
    getattr(axes, f"set_{axis}lim")(**{"left" if axis == "x" else "bottom": end})
    line = getattr(axes, f"{axis}axis")
    high = getattr(axes, f"get_{axis}lim")()[1]
    ticks = [tick for tick in line.get_majorticklocs() if 1.5 * end < tick <= high]
    stride = -(-len(ticks) // 6)  # rounded up: at most six ticks
    line.set_ticks([end, *ticks[::stride]], ["0", *(f"$10^{{{round(numpy.log10(tick))}}}$" for tick in ticks[::stride])])


def draw_tiles(axes: Any, panel: Mapping[str, Any], rows: Sequence[Series]) -> None:
    """Draws a heat map with a row for each series, darker for larger values; with numbers if they fit, else with a colour bar."""
    columns = len(panel["x"]["names"])
    values = numpy.full((len(rows), columns), numpy.nan)
    for row, series in enumerate(rows):
        values[row, series.x.astype(int)] = series.raw["value"]
    across, down = (numpy.arange(count + 1) - 0.5 for count in (columns, len(rows)))
    # A mesh, because an image would become a separate file beside a PGF.
    image = axes.pcolormesh(across, down, values, cmap="Blues", edgecolors="face", linewidth=0.1)
    axes.invert_yaxis()
    letters = max((len(text) for series in rows for text in series.raw["labels"]), default=0)
    if letters * columns > 70 or len(rows) > 60:
        axes.figure.colorbar(image, ax=axes)
        return
    for row, series in enumerate(rows):
        for x, value, text in zip(series.x, series.raw["value"], series.raw["labels"]):
            axes.text(x, row, text, ha="center", va="center", fontsize="x-small", color="white" if image.norm(value) > 0.6 else "black")


def placed_labels(axes: Any, texts: Sequence[tuple[float, float, str, Any]]) -> None:
    """Adds labels beside points, without collisions. The axes must have their final position. texts: x, y, text, colour of each label."""
    from matplotlib.transforms import Bbox

    figure, frame = axes.figure, axes.get_window_extent()
    segments, occupied = obstacles(axes), [text.get_window_extent() for text in axes.texts if text.get_text()]
    for x, y, text, colour in texts:
        for right, up in OFFSETS:
            label = axes.annotate(text, (x, y), xytext=(right, up), textcoords="offset points", fontsize="x-small", color=colour,
                                   ha=SIDE[numpy.sign(right)], va=EDGE[numpy.sign(up)])
            box = Bbox.from_extents(*(label.get_window_extent().extents + numpy.array([-1, -1, 1, 1]) * figure.dpi / 72))
            is_inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if is_inside and not any(box.overlaps(obstacle) for obstacle in occupied) and not crosses(segments, box):
                occupied.append(box)
                break
            label.remove()


def obstacles(axes: Any) -> Any:
    """All line segments of the axes, including error bars, and a cross for each marker: x and y of both ends, in pixels."""
    half = 2.2 * axes.figure.dpi / 72  # about half a marker
    parts = [numpy.empty((0, 4))]
    paths = [line.get_transform().transform(line.get_xydata()) for line in axes.get_lines() if len(line.get_xdata()) > 0]
    paths += [axes.transData.transform(piece) for bars in axes.containers for stems in bars.lines[2] for piece in stems.get_segments()]
    for path in paths:
        parts.append(numpy.hstack([path[:-1], path[1:]]))
        parts += [numpy.hstack([path - step, path + step]) for step in ([half, 0], [0, half])]
    segments = numpy.vstack(parts)
    return segments[numpy.isfinite(segments).all(axis=1)]


def crosses(segments: Any, box: Any) -> bool:
    """Whether a segment has a part inside the box, by the Liang-Barsky test: the part between both pairs of edges is not empty."""
    start, step = segments[:, :2], segments[:, 2:] - segments[:, :2]
    step = numpy.where(step == 0, 1e-12, step)
    to_low, to_high = (box.min - start) / step, (box.max - start) / step
    enters, leaves = numpy.minimum(to_low, to_high).max(axis=1), numpy.maximum(to_low, to_high).min(axis=1)
    return bool((numpy.maximum(enters, 0) <= numpy.minimum(leaves, 1)).any())

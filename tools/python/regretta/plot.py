"""The figures of `regretta plot`, with matplotlib: regretta.plot.curves(study), .frontier(study), and so on for every KIND
that `regretta plot --help` lists under --figure.

The program makes the figure (`plot --format json`), and matplotlib draws it, as for `regretta plot`. The function of a kind returns a
matplotlib Figure. If the program makes several figures (one per setting of the environment and quantity), this Figure has a panel for
each. Arguments:

study     a Study or the path of a results file
metric    quantities to draw ["regret", "violation"]
where     only cells with these values, as in `Study.table`: {"environment": "walk", "budget": [0, 100]}
ax        the Axes to draw on, if there is only one panel
style     the path of a matplotlib style sheet [regretta.mplstyle of this package]
others    other options of `regretta plot`: over="gap" and divide_by="sqrt(T)" (sweeps), facet=[...], baseline="NAME" (differences),
          highlight=[...], width=140 (mm), title="..."

Raises RegrettaError with the program's message if there is nothing to draw, ImportError without matplotlib.
"""

import functools
import json
import pathlib
import tempfile
from typing import Any, Callable, Mapping, Sequence

from .chosen import Where, options, repeated, where_text
from .figures import figure_from
from .program import Path
from .study import Study, loaded


def __getattr__(kind: str) -> Callable[..., Any]:
    """The function that draws this kind of figure."""
    if kind.startswith("_"):
        raise AttributeError(kind)
    return functools.partial(drawn, kind)


def drawn(kind: str, study: Study | Path, metric: str | Sequence[str] | None = None, *, where: Where | None = None,
          ax: Any = None, style: Path | None = None, **others: Any) -> Any:
    """The program's figure, or a figure with a panel for each figure of the program if there are several."""
    figures = figures_of(loaded(study), kind, metric, where, others)
    panels = sum(len(figure["panels"]) for figure in figures)
    if ax is not None and panels != 1:
        captions = "\n".join(figure["caption"] for figure in figures)
        raise ValueError(f"ax: {panels} panels, but one Axes; metric and where choose among\n{captions}")
    figure = figure_from(figures[0] if len(figures) == 1 else combined(figures, others), style, ax)
    if ax is None:
        figure._ipython_display_ = functools.partial(close_before_display, figure)
    return figure


def combined(figures: Sequence[Mapping[str, Any]], others: Mapping[str, Any]) -> dict[str, Any]:
    """The figures as one, whose panels have separate scales, and the first sentences of captions as titles."""
    columns = min(len(figures), 2)
    panels = [{**figure["panels"][0], "title": [[figure["caption"].partition(". ")[0]]]} for figure in figures]
    return {**figures[0], "panels": panels, "columns": columns, "own_scales": True, "width": float(others.get("width") or 110 * columns),
            "styles": {key: style for figure in figures for key, style in figure["styles"].items()}}


def close_before_display(figure: Any) -> None:
    """Called by a notebook before it shows the value of a cell's last line. Closes the figure, because notebook backends also show every
    open figure at the end of the cell, so that it would appear twice."""
    import matplotlib
    from matplotlib import pyplot

    backend = matplotlib.get_backend().lower()
    if backend == "agg" or "inline" in backend:
        pyplot.close(figure)
    raise NotImplementedError  # IPython then shows the figure in its usual way


def figures_of(study: Study, kind: str, metric: str | Sequence[str] | None, where: Where | None,
               others: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The figures of the program, as JSON that FORMATS.md describes."""
    highlight = others.get("highlight") or []  # names of learners may have commas: one option for each
    names = [highlight] if isinstance(highlight, str) else highlight
    words = options(where, figure=kind, format="json", metric=metric or None, **{**others, "highlight": None})
    words += repeated("--highlight", [where_text(name) for name in names])
    with tempfile.TemporaryDirectory(prefix="regretta-") as folder:
        printed = study.call("plot", "--output", folder, *words, plugins=True)
        names = [line.partition(": ")[0] for line in printed.splitlines()]
        files = {file.stem: file for file in pathlib.Path(folder).glob("*.json")}
        return [json.loads(files[name].read_text(encoding="utf-8")) for name in names if name in files]

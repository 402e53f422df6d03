"""The figures of `regretta plot`, with matplotlib: regretta.plot.curves(study), .frontier(study), and so on for every KIND
that `regretta plot --help` lists under --figure.

What is drawn is the figure that the program made (`plot --format json`): its series, means, 95% intervals, ellipses, labels,
scales and colours. The function of a kind returns a matplotlib Figure with one panel per figure of the program: one setting of
the environment and one quantity. Arguments:

study     a Study or the path of a results file
metric    quantities to draw ["regret", "violation"]
where     only cells with these values, as in `Study.table`: {"environment": "walk", "budget": [0, 100]}
ax        the Axes to draw on, if there is only one panel
others    the program's options of figures: scale="log" (curves and corruption; asinh where a value is negative) ["linear"],
          bounds=True (the theorems', in curves), per_round=True (sums divided by T), baseline="NAME" (of differences), highlight=[...]

Raises RegrettaError with the program's message if there is nothing to draw, ImportError without matplotlib.
"""

from __future__ import annotations

import functools
import json
import math
import pathlib
import tempfile
import textwrap
from typing import Any, Callable, Mapping, Sequence

from .chosen import Where, conditions, listed, where_text
from .drawing import draw_panel, plain_text
from .program import Path
from .study import Study, loaded


def __getattr__(kind: str) -> Callable[..., Any]:
    """The function that draws this kind of figure."""
    if kind.startswith("_"):
        raise AttributeError(kind)
    return functools.partial(drawn, kind)


def drawn(kind: str, study: Study | Path, metric: str | Sequence[str] | None = None, *, where: Where | None = None,
          ax: Any = None, scale: str = "linear", **others: Any) -> Any:
    """The figure with a panel for each of the program's."""
    from matplotlib import pyplot

    found = figures_of(loaded(study), kind, metric, where, {"scale": scale, **others})
    if ax is not None and len(found) != 1:
        captions = "\n".join(one["caption"] for one in found)
        raise ValueError(f"ax: {len(found)} panels, but one Axes; metric and where choose among\n{captions}")
    columns = min(len(found), 2)
    rows = math.ceil(len(found) / columns)
    if ax is None:
        size = (4.8 * columns, 3.6 * rows)  # inches
        figure, grid = pyplot.subplots(rows, columns, squeeze=False, figsize=size, layout="constrained")
        places = list(grid.flat)
        figure._ipython_display_ = functools.partial(shown_once, figure)
    else:
        figure, places = ax.figure, [ax]
    for place, one in zip(places, found):
        draw_panel(place, one["panels"][0], one["styles"], one.get("note") or "")
        place.set_title(textwrap.fill(plain_text(one["caption"]), 66), fontsize="x-small")
    for place in places[len(found):]:
        place.remove()
    return figure


def shown_once(figure: Any) -> None:
    """What a notebook calls before it shows the value of a cell's last line. Its backends show every open figure at the end of the cell,
    too, which this one need not be for."""
    import matplotlib
    from matplotlib import pyplot

    backend = matplotlib.get_backend().lower()
    if backend == "agg" or "inline" in backend:
        pyplot.close(figure)
    raise NotImplementedError  # so that it is shown as any figure


def figures_of(study: Study, kind: str, metric: str | Sequence[str] | None, where: Where | None,
               others: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the program would draw, as FORMATS.md describes it."""
    words = ["--figure", kind, "--format", "json", *conditions(where)]
    if metric:
        words += listed("--metric", [metric] if isinstance(metric, str) else list(metric))
    for name, value in others.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            values = [value] if isinstance(value, str) else list(value)
            # a learner's name may have commas
            words += [word for one in values for word in (option, where_text(one))] if name == "highlight" else listed(option, values)
    with tempfile.TemporaryDirectory(prefix="regretta-") as folder:
        said = study.call("plot", "--output", folder, *words, plugins=True)
        names = [line.partition(": ")[0] for line in said.splitlines()]
        files = {file.stem: file for file in pathlib.Path(folder).glob("*.json")}
        return [json.loads(files[name].read_text(encoding="utf-8")) for name in names if name in files]

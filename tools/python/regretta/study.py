"""A results file's results, read through the program, which checks every checksum."""

from __future__ import annotations

import difflib
import functools
import json
import os
import pathlib
import shutil
import tempfile
import weakref
from typing import Any, Mapping, Sequence

import numpy

from .chosen import Where, conditions
from .environment import Environment
from .forked import call_forked
from .own import checked_own
from .program import Path, RegrettaError, absolute_paths, call, find_program
from .tables import Array, Columns, Table, columns_of_csv, html_of, table


class Study:
    """What a results file contained when it was loaded. Made by `load` and `run`.

    path     the results file, absolute
    name     title of the study
    seed     seed of all randomness
    delta    failure probability of the theorems
    digest   32 hexadecimal digits: equal digests, equal bits
    version  of the program that wrote the file
    shard    such as "2/7"; empty for a whole study
    finished_trials, planned_trials   of all cells together
    quantities   names of the numbers that every trial has: "regret", "violation", ...
    """

    def __init__(self, path: Path, program: Path | None = None, with_: Path | Sequence[Path] = (),
                 learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None) -> None:
        self.path = pathlib.Path(path).absolute()
        self.program = find_program(program)
        self.with_ = tuple(absolute_paths(with_))
        self._own = checked_own(learners, environments)
        self._folder = tempfile.mkdtemp(prefix="regretta-")
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        npz = os.path.join(self._folder, "study.npz")
        self.call("export", "--format", "npz", "--output", npz)
        self._arrays: Mapping[str, Array] = numpy.load(npz, allow_pickle=False)  # reads an array when it is asked for
        about = json.loads(str(self._arrays["study"]))
        self._axes: dict[str, list[str]] = json.loads(str(self._arrays["axes"]))
        self.name: str = about["name"]
        self.seed = int(about["seed"])
        self.delta = float(about["delta"])
        self.digest: str = about["digest"]
        self.version: str = about["version"]
        self.shard: str = about["shard"]
        self.finished_trials = int(about["trials"])
        self.planned_trials = int(about["planned_trials"])
        self.quantities = tuple(name for name, axes in self._axes.items() if axes == ["cell", "trial"] and name != "finished")
        self._on_curve = tuple(name.removeprefix("curve.") for name, axes in self._axes.items() if len(axes) == 3)

    def __repr__(self) -> str:
        trials = f"{self.finished_trials:,} of {self.planned_trials:,} trials"
        here = pathlib.Path.cwd()
        path = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        return f"<Study {self.name!r}: {len(self._arrays['cell'])} cells, {trials}, {path}>"

    def call(self, command: str, *arguments: str, accepted: Sequence[int] = (0,), plugins: bool = False,
             notes: bool = True) -> str:
        """What `regretta command FILE arguments...` prints; with `plugins`, for a command that has an option --with."""
        headers = [word for header in self.with_ if plugins for word in ("--with", header)]
        words = [command, self.path, *arguments, *headers]
        if plugins and self._own:
            return call_forked(words, self._own, self.program, bool(headers), accepted, notes)
        return call(self.program, words, accepted, notes)

    def _repr_html_(self) -> str:
        return html_of(self._usual_columns, repr(self)[1:-1])

    @functools.cached_property
    def cells(self) -> Table:
        """One row per cell that has a finished trial: what `regretta show` says of it.

        Columns: `cell`, `learner` (its name), `kind`, `environment`, `horizon` (T, rounds), `arms`, `constraints`, each
        swept parameter (`learner.PARAM`, `environment.PARAM`), `trials`; for regret, violation and each measure Q of the study
        `Q`, its mean, with a 95% interval `Q_low` to `Q_high`; `infeasible_trials`, `failed_trials`. `table("cells", columns="all")`
        has the rest. Regrets are in units of loss and violations in units of constraint, both summed over the T rounds.
        """
        return table(self._usual_columns)

    @functools.cached_property
    def curves(self) -> Table:
        """One row per checkpoint of those cells: their labels, `t` (rounds played), and for `regret`, `expected_regret`,
        `violation`, `signed_violation` and measures with curves `Q_mean`, `Q_se` (standard error), `Q_q05`, `Q_q50`, `Q_q95`,
        summed over rounds 1 to t."""
        return table(self._curve_columns)

    @functools.cached_property
    def trials(self) -> Table:
        """One row per finished trial, by cell and trial: the labels of `cells`, `trial` (from 0), the quantities,
        `failed_round` (-1 if the trial did not fail) and `failure` (the message). Values that a trial lacks are NaN: all
        of a failed one, and regret and `opt` where no strategy is feasible."""
        return table(self._trial_columns)

    def table(self, name: str = "cells", *, columns: str | Sequence[str] | None = None, where: Where | None = None) -> Table:
        """The table `name`, "cells", "trials" or "curves", or a part of it.

        columns  names, or "all": of cells also `Q_mean`, `Q_se`, `Q_q05`, `Q_q50` and `Q_q95` of every quantity Q, plainly over the
                 trials that have a value (the mean of `cells` is that of `expected_regret` for regret, which is the same but less
                 noisy)
        where    only these cells: {"environment": "easy", "budget": [0, 100]}, or conditions such as ["budget>=100"]; names are
                 those of label columns, or what follows their last dot

        Raises KeyError for a column, and RegrettaError for a name or value in `where`, that there is not, with the nearest one.
        """
        found = {"cells": lambda: {**self._usual_columns, **(self._all_columns if columns else {})},
                 "trials": lambda: self._trial_columns, "curves": lambda: self._curve_columns}
        whole: Columns = named(found, name, "table")()
        if where:
            printed = self.call("export", "--columns", "cell", *conditions(where), notes=False)
            kept = numpy.isin(whole["cell"], columns_of_csv(printed)["cell"])
            whole = {one: values[kept] for one, values in whole.items()}
        if columns is not None and columns != "all":
            whole = {one: named(whole, one, "column") for one in ([columns] if isinstance(columns, str) else columns)}
        return table(whole)

    @functools.cached_property
    def _usual_columns(self) -> Columns:
        shown = columns_of_csv(self.call("show", "--format", "csv", notes=False))
        cells = self._all_columns["cell"]
        place = {cell: k for k, cell in enumerate(cells.tolist())}
        columns = {**self._labelled(cells), "trials": self._all_columns["trials"]}
        for quantity in dict.fromkeys(shown["quantity"].tolist()):
            rows = shown["quantity"] == quantity
            places = [place[cell] for cell in shown["cell"][rows].tolist()]
            for name, value in ((quantity, "mean"), (f"{quantity}_low", "low"), (f"{quantity}_high", "high")):
                columns[name] = numpy.full(len(cells), numpy.nan)
                columns[name][places] = shown[value][rows]
        return {**columns, **{name: self._all_columns[name] for name in ("infeasible_trials", "failed_trials")}}

    @functools.cached_property
    def _trial_columns(self) -> Columns:
        cell, place = numpy.nonzero(self._arrays["finished"])
        trial = self.trial_numbers[place]
        columns = {**self._labelled(cell), "trial": trial}
        for quantity in self.quantities:
            columns[quantity] = self._arrays[quantity][cell, place]
        failures = {(int(c), int(t)): (int(r), str(m)) for c, t, r, m in zip(
            *(self._arrays[f"failure.{part}"] for part in ("cell", "trial", "round", "message")))}
        ends = [failures.get(place, (-1, "")) for place in zip(cell.tolist(), trial.tolist())] if failures else []
        columns["failed_round"] = numpy.array([end[0] for end in ends] or [-1] * len(cell), dtype=numpy.int64)
        columns["failure"] = numpy.array([end[1] for end in ends] or [""] * len(cell), dtype=str)
        return columns

    def values(self, quantity: str) -> Array:
        """The quantity in every trial at T: float64, cells x trials, in the order of the cells' numbers and of
        `trial_numbers`. NaN where a trial is missing, failed or has no such value. Raises KeyError, with the nearest name,
        for an unknown quantity."""
        return self._array(quantity, self.quantities, "quantity")

    def curve_values(self, quantity: str) -> Array:
        """The quantity's running sum in every trial: float64, cells x checkpoints x trials. NaN as in `values`, and behind
        the last checkpoint of a cell that has fewer."""
        return self._array(quantity, self._on_curve, "quantity with curves", "curve.")

    @property
    def trial_numbers(self) -> Array:
        """The trials that are saved of any cell, ascending: int64. All from 0 on if the study is finished."""
        return self._arrays["trial"]

    @property
    def failed_trials(self) -> Array:
        """How many trials of each cell failed: int64, one per cell."""
        return self._arrays["failed_trials"]

    @property
    def checkpoints(self) -> Array:
        """The rounds t at which curves are known: int64, cells x checkpoints; 0 behind the last one of a cell."""
        return self._arrays["checkpoint"]

    def _array(self, name: str, known: Sequence[str], what: str, prefix: str = "") -> Array:
        return self._arrays[named({one: prefix + one for one in known}, name, what)]

    @functools.cached_property
    def _labels(self) -> Columns:
        """What is known of every cell before it is run: one entry per cell."""
        swept = [name for name in self._axes if name.startswith(("learner.", "environment."))]
        fixed = ["cell", "learner", "kind", "environment", "horizon", "arms", "constraints"]
        return {name: self._arrays[name] for name in fixed + swept}

    @functools.cached_property
    def _all_columns(self) -> Columns:
        """Of the cells that have a finished trial."""
        cell = numpy.flatnonzero(self._arrays["trials"])
        columns = self._labelled(cell)
        columns.update((name, self._arrays[name][cell]) for name in ("trials", "infeasible_trials"))
        for quantity in self.quantities:
            columns.update((name, self._arrays[name][cell]) for name in statistics_of(quantity))
        return {**columns, "failed_trials": self.failed_trials[cell]}

    @functools.cached_property
    def _curve_columns(self) -> Columns:
        cell, point = numpy.nonzero(self.checkpoints * (self._arrays["trials"] > 0)[:, None])
        columns = {**self._labelled(cell), "t": self.checkpoints[cell, point]}
        for quantity in self._on_curve:
            columns.update((name, self._arrays[f"curve.{name}"][cell, point]) for name in statistics_of(quantity))
        return columns

    def _labelled(self, cell: Array) -> Columns:
        return {name: values[cell] for name, values in self._labels.items()}


def statistics_of(quantity: str) -> list[str]:
    """The columns of the tables of cells and curves that are about the quantity."""
    return [f"{quantity}_{number}" for number in ("mean", "se", "q05", "q50", "q95")]


def named(known: Mapping[str, Any], name: str, what: str) -> Any:
    """What is called so. Raises KeyError with the nearest name."""
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, 1)
    hint = f'; did you mean "{near[0]}"?' if near else f", expected one of {', '.join(known)}"
    raise KeyError(f'no {what} "{name}"{hint}')


def load(path: Path, *, program: Path | None = None, with_: Path | Sequence[Path] = (),
         learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None) -> Study:
    """The results in the results file `path`, finished or not.

    `program` is the program to read it with (see `find_program`), `with_` the headers with learners or environments of
    your own that `replay`, `verify`, `audit`, `rates` and `plot` need, `learners` and `environments` those in Python. Every stored value is checked; the arrays are kept in a
    temporary file as large as the results, and read from it when they are asked for. Raises RegrettaError, for
    example if the file is damaged.
    """
    return Study(path, program, with_, learners, environments)


def loaded(study: Study | Path) -> Study:
    """The study, loaded if only its path is given."""
    return study if isinstance(study, Study) else load(study)

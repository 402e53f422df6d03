"""A results file's results, read through the library, which checks every checksum."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import pathlib
from typing import Any, Iterator, Mapping, Sequence

import numpy

from .chosen import Where, options, repeated
from .environment import Environment
from .forked import call_forked
from .library import find_library, load_library
from .kinds import checked_kinds
from .program import Path, RegrettaError, absolute_paths, call, find_program, nearest
from .tables import Array, Columns, Table, columns_of_csv, html_of, table, typed


class Study:
    """The content of a results file when it was loaded. Made by `load` and `run`.

    path     the results file, absolute
    name     title of the study
    seed     seed of all randomness
    delta    failure probability of the theorems
    digest   32 hexadecimal digits: equal digests, equal bits
    version  of the program that wrote the file
    shard    such as "2/7"; empty for a whole study
    finished_trials, planned_trials   of all cells together
    failed_trials   int64, one per cell
    trial_numbers   int64, ascending: the trials that are saved of any cell, all from 0 on if the study is finished
    quantities   names of the numbers that every trial has: "regret", "violation", ...
    """

    def __init__(self, path: Path, program: Path | None = None, with_: Path | Sequence[Path] = (),
                 learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None) -> None:
        self.path = pathlib.Path(path).absolute()
        self.program = find_program(program)
        self.with_ = tuple(absolute_paths(with_))
        self._kinds = checked_kinds(learners, environments)
        self._exported = columns_of_csv(self.call("export"))  # of the cells that have a finished trial
        self._library = load_library(find_library(self.program))
        self._shape: tuple[int, int] | None = None
        with self._results() as results:
            library = self._library
            self._about: dict[str, Any] = json.loads(library.checked(library.results_about(results)))
            self._cells: list[dict[str, Any]] = [json.loads(library.checked(library.results_cell(results, cell)))
                                                 for cell in range(library.checked(library.results_cells(results)))]
        self.name: str = self._about["name"]
        self.seed: int = self._about["seed"]
        self.delta: float = self._about["delta"]
        self.digest: str = self._about["digest"]
        self.version: str = self._about["version"]
        self.shard: str = self._about["shard"]
        self.finished_trials: int = self._about["trials"]
        self.planned_trials: int = self._about["planned_trials"]
        self.quantities: tuple[str, ...] = tuple(self._about["quantities"])
        saved = [numpy.arange(first, end) for cell in self._cells for first, end in cell["saved"]]
        self.failed_trials: Array = numpy.array([len(cell["failures"]) for cell in self._cells], dtype=numpy.int64)
        self.trial_numbers: Array = numpy.unique(numpy.concatenate([numpy.arange(0), *saved]))
        self._shape = (len(self._cells), len(self.trial_numbers))

    def __repr__(self) -> str:
        trials = f"{self.finished_trials:,} of {self.planned_trials:,} trials"
        here = pathlib.Path.cwd()
        path = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        return f"<Study {self.name!r}: {len(self._cells)} cells, {trials}, {path}>"

    def call(self, command: str, *arguments: str, accepted: Sequence[int] = (0,), plugins: bool = False,
             notes: bool = True) -> str:
        """What `regretta command FILE arguments...` prints; with `plugins`, for a command that has an option --with."""
        headers = repeated("--with", self.with_ if plugins else ())
        words = [command, self.path, *arguments, *headers]
        if plugins and self._kinds:
            return call_forked(words, self._kinds, self.program, bool(headers), accepted, notes)
        return call(self.program, words, accepted, notes)

    @contextlib.contextmanager
    def _results(self) -> Iterator[int]:
        """The file, opened: a handle of the library."""
        library = self._library
        results = library.checked(library.results_open(os.fsencode(self.path)))
        try:
            if self._shape not in (None, (library.results_cells(results), library.results_trials(results))):
                raise RegrettaError(f"{self.path} has changed since it was loaded; load it again", None)
            yield results
        finally:
            library.results_free(results)

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
        found = {"cells": lambda: {**self._usual_columns, **(self._exported if columns else {})},
                 "trials": lambda: self._trial_columns, "curves": lambda: self._curve_columns}
        whole: Columns = named(found, name, "table")()
        if where:
            printed = self.call("export", "--columns", "cell", *options(where), notes=False)
            kept = numpy.isin(whole["cell"], columns_of_csv(printed)["cell"])
            whole = {column: values[kept] for column, values in whole.items()}
        if columns is not None and columns != "all":
            whole = {column: named(whole, column, "column") for column in ([columns] if isinstance(columns, str) else columns)}
        return table(whole)

    @functools.cached_property
    def _usual_columns(self) -> Columns:
        shown = columns_of_csv(self.call("show", "--format", "csv", notes=False))
        cells = self._exported["cell"]
        place = {cell: k for k, cell in enumerate(cells.tolist())}
        columns = {**self._labelled(cells), "trials": self._exported["trials"]}
        for quantity in dict.fromkeys(shown["quantity"].tolist()):
            rows = shown["quantity"] == quantity
            places = [place[cell] for cell in shown["cell"][rows].tolist()]
            for name, value in ((quantity, "mean"), (f"{quantity}_low", "low"), (f"{quantity}_high", "high")):
                columns[name] = numpy.full(len(cells), numpy.nan)
                columns[name][places] = shown[value][rows]
        return {**columns, **{name: self._exported[name] for name in ("infeasible_trials", "failed_trials")}}

    @functools.cached_property
    def _trial_columns(self) -> Columns:
        cell, place = numpy.nonzero(self._finished)
        trial = self.trial_numbers[place]
        columns = {**self._labelled(cell), "trial": trial}
        for quantity, values in self._all_values.items():
            columns[quantity] = values[cell, place]
        failures = {(c, t): (r, m) for c, t, r, m in self._failures}
        ends = [failures.get(place, (-1, "")) for place in zip(cell.tolist(), trial.tolist())] if failures else []
        columns["failed_round"] = numpy.array([end[0] for end in ends] or [-1] * len(cell), dtype=numpy.int64)
        columns["failure"] = numpy.array([end[1] for end in ends] or [""] * len(cell), dtype=str)
        return columns

    def values(self, quantity: str) -> Array:
        """The quantity in every trial at T: float64, cells x trials, in the order of the cells' numbers and of
        `trial_numbers`. NaN where a trial is missing, failed or has no such value. Raises KeyError, with the nearest name,
        for an unknown quantity."""
        return self._read(named({name: name for name in self.quantities}, quantity, "quantity"))[0]

    def curve_values(self, quantity: str) -> Array:
        """The quantity's running sum in every trial: float64, cells x checkpoints x trials. NaN as in `values`, and behind
        the last checkpoint of a cell that has fewer."""
        found = numpy.full((self._shape[0], self.checkpoints.shape[1], self._shape[1]), numpy.nan)  # type: ignore[index]
        name = named({name: name for name in self._about["curves"]}, quantity, "quantity with curves").encode()
        with self._results() as results:
            for cell, values in enumerate(found):
                self._library.checked(self._library.results_curve_values(results, cell, name, values.ctypes.data))
        return found

    @functools.cached_property
    def checkpoints(self) -> Array:
        """The rounds t at which curves are known: int64, cells x checkpoints; 0 behind the last one of a cell."""
        found = numpy.zeros((len(self._cells), max(len(cell["checkpoints"]) for cell in self._cells)), dtype=numpy.int64)
        for row, cell in zip(found, self._cells):
            row[:len(cell["checkpoints"])] = cell["checkpoints"]
        return found

    def save_npz(self, path: Path) -> None:
        """Writes all trials as arrays that `numpy.load` reads without pickle:

            cell, learner (its name), kind, environment, horizon, arms, constraints       by cell
            learner.PARAM, environment.PARAM        by cell: each swept parameter; NaN or "" in a cell that lacks it
            checkpoint                              cells x checkpoints: rounds; 0 behind a cell's last one
            trial                                   by trial: its number, from 0, of those that are saved of any cell
            finished                                cells x trials: whether the trial is in the file
            regret, ... (`quantities`)              cells x trials, NaN as in `values`
            curve.regret, ... (those on curves)     cells x checkpoints x trials, NaN as in `curve_values`
            failure.cell, failure.trial, failure.round, failure.message                   by failure
            study                                   JSON: name, seed, delta, version, shard, digest, ...
        """
        curves = {f"curve.{name}": self.curve_values(name) for name in self._about["curves"]}
        types = {"cell": int, "trial": int, "round": int, "message": str}
        failures = {f"failure.{name}": numpy.array([failure[place] for failure in self._failures], dtype=kind)
                    for place, (name, kind) in enumerate(types.items())}
        numpy.savez(path, **self._labels, checkpoint=self.checkpoints, trial=self.trial_numbers, finished=self._finished,
                    **self._all_values, **curves, **failures, study=numpy.array(json.dumps(self._about)))

    def _read(self, quantity: str | None) -> Array:
        """The quantity in every trial, or all quantities: quantities x cells x trials."""
        found = numpy.empty((len(self._cells), 1 if quantity else len(self.quantities), len(self.trial_numbers)))
        name = quantity.encode() if quantity else None
        with self._results() as results:
            for cell, values in enumerate(found):
                self._library.checked(self._library.results_values(results, cell, name, values.ctypes.data))
        return found.swapaxes(0, 1)

    @property
    def _all_values(self) -> Columns:
        return dict(zip(self.quantities, self._read(None)))

    @functools.cached_property
    def _finished(self) -> Array:
        """Whether a trial is in the file: cells x trials."""
        found = numpy.zeros(self._shape, dtype=bool)  # type: ignore[arg-type]
        for row, cell in zip(found, self._cells):
            for first, end in cell["saved"]:
                row[slice(*numpy.searchsorted(self.trial_numbers, (first, end)))] = True
        return found

    @property
    def _failures(self) -> list[tuple[int, int, int, str]]:
        """Cell, trial, round and message of each."""
        return [(number, *failure) for number, cell in enumerate(self._cells) for failure in cell["failures"]]

    @functools.cached_property
    def _labels(self) -> Columns:
        """The facts of every cell that are known before it is run: one entry per cell."""
        columns = {"cell": numpy.arange(len(self._cells))}
        for name in ("learner", "kind", "environment", "horizon", "arms", "constraints"):
            columns[name] = numpy.array([cell[name] for cell in self._cells])
        for name in self._cells[0]["swept"]:
            columns[name] = typed(name, [cell["swept"][name] for cell in self._cells])
        return columns

    @functools.cached_property
    def _curve_columns(self) -> Columns:
        return columns_of_csv(self.call("export", "--table", "curves", notes=False))

    def _labelled(self, cell: Array) -> Columns:
        return {name: values[cell] for name, values in self._labels.items()}


def named(known: Mapping[str, Any], name: str, what: str) -> Any:
    """The entry of this name. Raises KeyError with the nearest name."""
    if name in known:
        return known[name]
    raise KeyError(f'no {what} "{name}"{nearest(name, known)}')


def load(path: Path, *, program: Path | None = None, with_: Path | Sequence[Path] = (),
         learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None) -> Study:
    """The results in the results file `path`, finished or not.

    `program` is the program to read it with (see `find_program`), `with_` the headers with learners or environments of
    your own that `replay`, `verify`, `audit`, `rates` and `plot` need, `learners` and `environments` those in Python.
    Every stored value is checked; values of trials are read when they are requested, as long as the file has the same trials.
    Raises RegrettaError, for example if the file is damaged.
    """
    return Study(path, program, with_, learners, environments)


def loaded(study: Study | Path) -> Study:
    """The study, loaded if only its path is given."""
    return study if isinstance(study, Study) else load(study)

"""The results in a results file. The library reads them, and checks every checksum."""

import contextlib
import functools
import json
import os
import pathlib
from typing import Any, Collection, Iterator, Mapping, Sequence

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
    digest   32 hexadecimal digits: files with equal digests hold bit-identical results
    version  version of the program that wrote the file
    shard    such as "2/7"; "" for a whole study
    finished_trials, planned_trials   numbers of trials, summed over cells
    failed_trials   number of failed trials of each cell, int64
    trial_numbers   numbers of the trials that at least one cell has saved, int64, ascending; 0, 1, ... if the study is finished
    quantities   names of the numbers that every trial has: "regret", "violation", ...
    """

    def __init__(self, path: Path, program: Path | None = None, with_: Path | Sequence[Path] = (),
                 learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None) -> None:
        self.path = pathlib.Path(path).absolute()
        self.program = find_program(program)
        self.with_ = tuple(absolute_paths(with_))
        self._kinds = checked_kinds(learners, environments)
        self._exported = columns_of_csv(self.call("export"))  # a row for each cell that has a finished trial
        self._library = load_library(find_library(self.program))
        library = self._library
        with self._opened() as results:
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
        self._shape = len(self._cells), len(self.trial_numbers)

    def __repr__(self) -> str:
        trials = f"{self.finished_trials:,} of {self.planned_trials:,} trials"
        here = pathlib.Path.cwd()
        path = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        return f"<Study {self.name!r}: {len(self._cells)} cells, {trials}, {path}>"

    def call(self, command: str, *arguments: str, accepted: Sequence[int] = (0,), plugins: bool = False,
             notes: bool = True) -> str:
        """The standard output of `regretta command FILE arguments...`.

        accepted  exit statuses that are not errors
        plugins   passes on the headers and kinds of the study; only for commands that have the option --with
        notes     whether notes of the program become warnings
        """
        headers = repeated("--with", self.with_ if plugins else ())
        words = [command, self.path, *arguments, *headers]
        if plugins and self._kinds:
            return call_forked(words, self._kinds, self.program, bool(headers), accepted, notes)
        return call(self.program, words, accepted, notes)

    @contextlib.contextmanager
    def _opened(self) -> Iterator[int]:
        """A handle of the library for the results file."""
        results = self._library.checked(self._library.results_open(os.fsencode(self.path)))
        try:
            yield results
        finally:
            self._library.results_free(results)

    @contextlib.contextmanager
    def _unchanged(self) -> Iterator[int]:
        """A handle for the file. Raises RegrettaError if the number of cells or of trials has changed since the file was loaded."""
        with self._opened() as results:
            if (self._library.results_cells(results), self._library.results_trials(results)) != self._shape:
                raise RegrettaError(f"{self.path} has changed since it was loaded; load it again", None)
            yield results

    def _repr_html_(self) -> str:
        return html_of(self._usual_columns, repr(self)[1:-1])

    @functools.cached_property
    def cells(self) -> Table:
        """One row per cell that has a finished trial, with the numbers that `regretta show` prints.

        Columns: `cell`, `learner` (its name), `kind`, `environment`, `horizon` (T, rounds), `arms`, `constraints`, each
        swept parameter (`learner.PARAM`, `environment.PARAM`), `trials`; for each quantity Q (regret, violation and
        the study's measures) `Q` (its mean), `Q_low` and `Q_high` (its 95% interval); `infeasible_trials`,
        `failed_trials`. `table("cells", columns="all")` has more columns. Regrets are in units of loss and violations in
        units of constraint, both summed over the T rounds.
        """
        return table(self._usual_columns)

    @functools.cached_property
    def curves(self) -> Table:
        """One row per checkpoint of each cell that has a finished trial: the labels of `cells`, `t` (rounds played), and for
        `regret`, `expected_regret`, `violation`, `signed_violation` and measures with curves `Q_mean`, `Q_se` (standard error),
        `Q_q05`, `Q_q50`, `Q_q95`, summed over rounds 1 to t."""
        return table(self._curve_columns)

    @functools.cached_property
    def trials(self) -> Table:
        """One row per finished trial, by cell and trial: the labels of `cells`, `trial` (from 0), the quantities,
        `failed_round` (-1 if the trial did not fail) and `failure` (the message). All quantities of a failed trial are NaN,
        and so are regret and `opt` where no strategy is feasible."""
        return table(self._trial_columns)

    def table(self, name: str = "cells", *, columns: str | Sequence[str] | None = None, where: Where | None = None) -> Table:
        """The table `name`, "cells", "trials" or "curves", or a part of it.

        columns  names, or "all". Cells also have `Q_mean`, `Q_se`, `Q_q05`, `Q_q50` and `Q_q95` of every quantity Q, computed from the
                 values of trials. For regret `Q_mean` differs from the column `regret`, which estimates the same mean from
                 `expected_regret`, with less noise
        where    only these cells: {"environment": "easy", "budget": [0, 100]}, or conditions such as ["budget>=100"]; names are
                 those of label columns, or the parts after their last dot

        Raises KeyError for an unknown column, and RegrettaError for an unknown name or value in `where`; messages suggest the
        nearest one.
        """
        tables = {"cells": lambda: {**self._usual_columns, **(self._exported if columns else {})},
                  "trials": lambda: self._trial_columns, "curves": lambda: self._curve_columns}
        whole: Columns = named(tables, name, "table")()
        if where:
            printed = self.call("export", "--columns", "cell", *options(where), notes=False)
            kept = numpy.isin(whole["cell"], columns_of_csv(printed)["cell"])
            whole = {column: values[kept] for column, values in whole.items()}
        if columns is not None and columns != "all":
            whole = {column: named(whole, column, "column") for column in ([columns] if isinstance(columns, str) else columns)}
        return table(whole)

    @functools.cached_property
    def _usual_columns(self) -> Columns:
        shown = columns_of_csv(self.call("show", "--format", "csv", notes=False))  # a row for each cell and quantity
        cells = self._exported["cell"]
        row_of = {cell: k for k, cell in enumerate(cells.tolist())}
        columns = {**self._labelled(cells), "trials": self._exported["trials"]}
        for quantity in dict.fromkeys(shown["quantity"].tolist()):
            selected = shown["quantity"] == quantity
            rows = [row_of[cell] for cell in shown["cell"][selected].tolist()]
            for name, value in ((quantity, "mean"), (f"{quantity}_low", "low"), (f"{quantity}_high", "high")):
                columns[name] = numpy.full(len(cells), numpy.nan)
                columns[name][rows] = shown[value][selected]
        return {**columns, **{name: self._exported[name] for name in ("infeasible_trials", "failed_trials")}}

    @functools.cached_property
    def _trial_columns(self) -> Columns:
        cell, index = numpy.nonzero(self._finished)
        trial = self.trial_numbers[index]
        columns = {**self._labelled(cell), "trial": trial}
        for quantity, values in self._all_values.items():
            columns[quantity] = values[cell, index]
        by_trial = {(number, failed): (t, message) for number, failed, t, message in self._failures}
        failures = [by_trial.get(key, (-1, "")) for key in zip(cell.tolist(), trial.tolist())]
        columns["failed_round"] = numpy.array([failure[0] for failure in failures], dtype=numpy.int64)
        columns["failure"] = numpy.array([failure[1] for failure in failures], dtype=str)
        return columns

    def values(self, quantity: str) -> Array:
        """The quantity in every trial at T: float64, cells x trials, in the order of the cells' numbers and of
        `trial_numbers`. NaN where a trial is missing, failed or has no such value. Raises KeyError, with the nearest name,
        for an unknown quantity."""
        return self._read(checked_name(self.quantities, quantity, "quantity"))[0]

    def curve_values(self, quantity: str) -> Array:
        """The quantity's running sum in every trial: float64, cells x checkpoints x trials. NaN as in `values`, and after
        the last checkpoint of a cell that has fewer than others."""
        curves = numpy.full((self._shape[0], self.checkpoints.shape[1], self._shape[1]), numpy.nan)
        name = checked_name(self._about["curves"], quantity, "quantity with curves").encode()
        with self._unchanged() as results:
            for cell, values in enumerate(curves):
                self._library.checked(self._library.results_curve_values(results, cell, name, values.ctypes.data))
        return curves

    @functools.cached_property
    def checkpoints(self) -> Array:
        """The rounds t at which curves are known: int64, cells x checkpoints; 0 after the last one of a cell."""
        checkpoints = numpy.zeros((len(self._cells), max(len(cell["checkpoints"]) for cell in self._cells)), dtype=numpy.int64)
        for row, cell in zip(checkpoints, self._cells):
            row[:len(cell["checkpoints"])] = cell["checkpoints"]
        return checkpoints

    def save_npz(self, path: Path) -> None:
        """Writes all trials as arrays that `numpy.load` reads without pickle:

            cell, learner (its name), kind, environment, horizon, arms, constraints       by cell
            learner.PARAM, environment.PARAM        by cell: each swept parameter; NaN or "" in a cell that lacks it
            checkpoint                              cells x checkpoints: rounds; 0 after the last one of a cell
            trial                                   by trial: `trial_numbers`
            finished                                cells x trials: whether the file has the trial
            regret, ... (`quantities`)              cells x trials, NaN as in `values`
            curve.regret, ... (those on curves)     cells x checkpoints x trials, NaN as in `curve_values`
            failure.cell, failure.trial, failure.round, failure.message                   by failure
            study                                   JSON: name, seed, delta, version, shard, digest, ...
        """
        curves = {f"curve.{name}": self.curve_values(name) for name in self._about["curves"]}
        types = {"cell": int, "trial": int, "round": int, "message": str}
        failures = {f"failure.{name}": numpy.array([failure[k] for failure in self._failures], dtype=kind)
                    for k, (name, kind) in enumerate(types.items())}
        numpy.savez(path, **self._labels, checkpoint=self.checkpoints, trial=self.trial_numbers, finished=self._finished,
                    **self._all_values, **curves, **failures, study=numpy.array(json.dumps(self._about)))

    def _read(self, quantity: str | None) -> Array:
        """The values of the quantity (None: of all quantities) in every trial: quantities x cells x trials."""
        by_cell = numpy.empty((len(self._cells), 1 if quantity else len(self.quantities), len(self.trial_numbers)))
        name = quantity.encode() if quantity else None
        with self._unchanged() as results:
            for cell, values in enumerate(by_cell):
                self._library.checked(self._library.results_values(results, cell, name, values.ctypes.data))
        return by_cell.swapaxes(0, 1)

    @property
    def _all_values(self) -> Columns:
        return dict(zip(self.quantities, self._read(None)))

    @functools.cached_property
    def _finished(self) -> Array:
        """Whether the file has each trial: cells x trials."""
        finished = numpy.zeros(self._shape, dtype=bool)
        for row, cell in zip(finished, self._cells):
            for first, end in cell["saved"]:
                row[slice(*numpy.searchsorted(self.trial_numbers, (first, end)))] = True
        return finished

    @property
    def _failures(self) -> list[tuple[int, int, int, str]]:
        """Cell, trial, round and message of each failed trial."""
        return [(number, *failure) for number, cell in enumerate(self._cells) for failure in cell["failures"]]

    @functools.cached_property
    def _labels(self) -> Columns:
        """The columns that identify cells: one entry per cell."""
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


def named(known: Mapping[str, Any], name: str, noun: str) -> Any:
    """The entry of this name. Raises KeyError as checked_name does."""
    return known[checked_name(known, name, noun)]


def checked_name(known: Collection[str], name: str, noun: str) -> str:
    """The name. Raises KeyError, with the nearest name, unless it is known. noun: the word for such names in the message, "column"."""
    if name in known:
        return name
    raise KeyError(f'no {noun} "{name}"{nearest(name, known)}')


def load(path: Path, *, program: Path | None = None, with_: Path | Sequence[Path] = (),
         learners: Mapping[str, type] | None = None, environments: Mapping[str, Environment] | None = None) -> Study:
    """The results in the results file `path`, finished or not.

    `program` is the program to read it with (see `find_program`), `with_` the headers with learners or environments of
    your own that `replay`, `verify`, `audit`, `rates` and `plot` need, `learners` and `environments` those in Python.
    Every stored value is checked. Values of trials are read from the file on request, which raises RegrettaError if the file has got
    other trials since it was loaded. Also raises RegrettaError if the file is damaged.
    """
    return Study(path, program, with_, learners, environments)


def loaded(study: Study | Path) -> Study:
    """The study; if it is a path, loads the study from it."""
    return study if isinstance(study, Study) else load(study)

"""The library: plans candidates, plays studies of them, and reads their trials."""

from __future__ import annotations

import contextlib
import json
import os
import re
import warnings
from typing import Any, Mapping, Sequence

import numpy

from ..library import find_library, load_library
from ..own import Own, new_session
from ..program import Path, RegrettaError, absolute_paths, find_program
from ..running import forked_processes, run_text
from ..toml import toml_text


class Engine:
    """Plans in this process, and plays in those that it forks. `catalogue`: what `list --format json` prints."""

    def __init__(self, own: Own, with_: Path | Sequence[Path], program: Path | None, threads: int | None, folder: Path) -> None:
        headers, path = absolute_paths(with_), find_library(find_program(program))
        self._library = load_library(path, bool(headers))
        self._session, self._bridges = new_session(self._library, own)
        for header in headers:
            self._library.checked(self._library.add_header(self._session, header.encode()))
        self.catalogue: dict[str, Any] = json.loads(self._library.checked(self._library.list(self._session)))
        self.folder, self.workers = os.path.relpath(folder), threads or len(os.sched_getaffinity(0))
        self._options = ["--threads", str(1 if own else self.workers), "--anew", *(word for header in headers for word in ("--with",
            header))]
        self._start = forked_processes(own, self.workers if own else 1, path, bool(headers))

    def plan(self, study: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Its cells, with what is known of each before the first trial. Raises RegrettaError without a file or a line."""
        library = self._library
        try:
            with contextlib.chdir(self.folder):
                plan = library.checked(library.plan_new(self._session, (toml_text(study) + "\n").encode(), None, 0))
            try:
                return [json.loads(library.checked(library.plan_cell(plan, cell))) for cell in range(library.plan_cells(plan))]
            finally:
                library.plan_free(plan)
        except RegrettaError as error:
            raise RegrettaError(re.sub(r"^<study>(:\d+)?: |-candidate\b", "", error.message), 2) from None

    def run(self, study: Mapping[str, Any], file: str) -> None:
        """Plays what the file lacks of the study."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of trials that fail: the search tells
            run_text(self._start, toml_text(study) + "\n", file, self._options, False, self.folder)

    def values(self, file: str, quantities: Sequence[str]) -> tuple[dict[str, Any], str]:
        """Of the study that the file had played last: an array for each quantity, cells x trials; and the digest."""
        library = self._library
        results = library.checked(library.results_open(file.encode()))
        try:
            cells, trials = library.results_cells(results), library.results_trials(results)
            found = {one: numpy.empty((cells, trials)) for one in quantities}
            for one, values in found.items():
                for cell in range(cells):
                    library.checked(library.results_values(results, cell, one.encode(), values[cell].ctypes.data))
            return found, "" if quantities else library.checked(library.results_digest(results)).decode()
        finally:
            library.results_free(results)

    def mean(self, values: Any, alpha: float, lines: int) -> dict[str, Any]:
        """The mean with an interval: `mean`, `low`, `high` and `text`. Those of so many lines hold together."""
        values = numpy.ascontiguousarray(values, dtype=float)
        found = json.loads(self._library.checked(self._library.mean(values.ctypes.data, len(values), alpha, float(lines))))
        return {key: numpy.nan if value is None else value for key, value in found.items()}

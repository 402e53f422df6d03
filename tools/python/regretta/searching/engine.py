"""Calls the library for a search: reads the search's study, plans candidates, plays them in studies, and reads their trials."""

import json
import os
import re
import warnings
from typing import Any, Mapping, Sequence

import numpy

from ..chosen import repeated
from ..kinds import Kinds, new_session
from ..library import find_library, load_library, texts
from ..program import Path, RegrettaError, absolute_paths, find_program
from ..running import forked_processes, run_text
from ..toml import toml_text


class Engine:
    """Plans studies in this process, and plays them in other processes. folder: where relative paths of a study start."""

    def __init__(self, kinds: Kinds, with_: Path | Sequence[Path], program: Path | None, threads: int | None, folder: Path) -> None:
        headers, path = absolute_paths(with_), find_library(find_program(program))
        self._library, self._folder = load_library(path, bool(headers)), os.path.abspath(folder)
        self._session, self._bridges = new_session(self._library, kinds)
        self._call("set_folder", self._folder.encode())
        for header in headers:
            self._call("add_header", header.encode())
        self.workers = threads or len(os.sched_getaffinity(0))
        self._start = forked_processes(kinds, self.workers if kinds else 1, path, bool(headers))
        self._options = ["--threads", str(1 if kinds else self.workers), *repeated("--with", headers)]
        self._has_played = False

    def _call(self, function: str, *arguments: Any) -> Any:
        return self._library.checked(getattr(self._library, function)(self._session, *arguments))

    def settings(self, study: str, overrides: Sequence[str]) -> dict[str, Any]:
        """The settings of a study (a path or text), as regretta_search_settings returns them (tools/c/regretta.h), and `catalogue`, as
        `list --format json` prints it."""
        written = self._call("search_settings", study.encode(), texts(overrides), len(overrides))
        return {**json.loads(written), "catalogue": json.loads(self._call("list"))}

    def plan(self, study: Mapping[str, Any]) -> list[dict[str, Any]]:
        """A description of each cell (regretta_plan_cell). Raises RegrettaError without file and line, as no file has the text."""
        try:
            plan = self._call("plan_new", (toml_text(study) + "\n").encode(), None, 0)
            try:
                return [json.loads(self._library.checked(self._library.plan_cell(plan, cell)))
                        for cell in range(self._library.plan_cells(plan))]
            finally:
                self._library.plan_free(plan)
        except RegrettaError as error:
            raise RegrettaError(re.sub(r"^<study>(:\d+)?: ", "", error.message), 2) from None

    def play(self, study: Mapping[str, Any], file: str, quantities: Sequence[str]) -> dict[str, Any]:
        """Plays the trials of the study that the file lacks, and returns each quantity: cells x trials. The first call raises RegrettaError
        if the file has trials, but none of this study."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the search reports failed trials itself
            try:
                run_text(self._start, toml_text(study) + "\n", file, [*self._options, *(["--anew"] if self._has_played else [])], False,
                         self._folder)
            except RegrettaError as error:
                if self._has_played or "--anew" not in error.message:
                    raise
                raise RegrettaError(f"{file}: has the results of a run or of another search; choose another --output", 2) from None
        self._has_played, library = True, self._library
        results = library.checked(library.results_open(file.encode()))
        try:
            values = numpy.empty((len(quantities), library.results_cells(results), library.results_trials(results)))
            for k, cell in numpy.ndindex(values.shape[:2]):
                library.checked(library.results_values(results, cell, quantities[k].encode(), values[k, cell].ctypes.data))
            return dict(zip(quantities, values))
        finally:
            library.results_free(results)

    def mean(self, values: Any, alpha: float, lines: int) -> dict[str, Any]:
        """The mean with an interval: `mean`, `low`, `high` and `text`. `lines` such intervals hold together with probability 1 - alpha."""
        if not numpy.isfinite(values).all():
            return {"mean": numpy.nan, "low": -numpy.inf, "high": numpy.inf, "text": "unknown"}
        values = numpy.ascontiguousarray(values, dtype=float)
        return json.loads(self._library.checked(self._library.mean(values.ctypes.data, len(values), alpha, float(lines))))

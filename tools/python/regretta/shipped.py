"""What ships, and how fast it is: `regretta list` and `regretta bench`."""

from __future__ import annotations

import json
from typing import Any, Mapping, Sequence

from .chosen import given
from .program import Path, Text, absolute_paths, call
from .running import overrides
from .tables import Table, columns_of_records, table


def list(name: str | None = None, *, with_: Path | Sequence[Path] = (), program: Path | None = None) -> Text:
    """The learners, environments and measures that ship; with a `name`, that kind with its parameters: type, range, default.
    "learners", "quantities" and "study" are names, too. A part of names or descriptions ("safe") lists what has it. `with_`: headers
    with kinds of your own. Raises RegrettaError if nothing is found, with the nearest name."""
    headers = [word for header in absolute_paths(with_) for word in ("--with", header)]
    return Text(call(program, ["list", *([] if name is None else [name]), *headers]))


def bench(*learners: str, arms: int | Sequence[int] = 10, constraints: int | Sequence[int] = 1, threads: int | Sequence[int] = 1,
          horizon: int | None = None, repetitions: int | None = None, min_time: float | None = None,
          set: Mapping[str, Any] | Sequence[str] | None = None, with_: Path | Sequence[Path] = (),
          program: Path | None = None) -> Table:
    """How fast learners in C++ play, on a common cell: one row per learner, number of arms, constraints and threads.

    learners          kinds, those of `with_` included [all]
    arms, constraints, threads   one number or several
    horizon           rounds of a trial [100,000]
    repetitions       in random order [9]
    min_time          seconds per repetition, at least [0.2]
    set               values to override, as in `run`

    Columns: `learner`, `arms`, `constraints`, `threads`, `ns` (median nanoseconds per trial's round and thread),
    `rounds_per_second` (median, all threads). Compare ratios of one call only.
    Raises RegrettaError, for example for a learner that there is not, with the nearest name.
    """
    words: Any = ["bench", *learners, "--format", "json"]
    for option, value in (("--arms", arms), ("--constraints", constraints), ("--threads", threads)):
        words += [option, ",".join(map(str, [value] if isinstance(value, int) else value))]
    words += given("--horizon", horizon) + given("--repetitions", repetitions) + given("--min-time", min_time)
    words += [word for override in overrides(set) for word in ("--set", override)]
    words += [word for header in absolute_paths(with_) for word in ("--with", header)]
    measured = json.loads(call(program, words))["benchmarks"]
    medians = [one for one in measured if one.get("aggregate_name") == "median"] or measured
    rows = []
    for one in medians:
        kind, arms_text, constraints_text = one["run_name"].split("/")[:3]
        rows.append({"learner": kind, "arms": int(arms_text), "constraints": int(constraints_text), "threads": one["threads"],
                     "ns": one["ns"], "rounds_per_second": one["items_per_second"]})
    return table(columns_of_records(sorted(rows, key=lambda row: tuple(row.values())[:4])))

"""Commands about learners and environments: `list`, `check` and `bench`."""

import json
import os
import re
from typing import Any, Mapping, Sequence

from .chosen import options, repeated
from .contents import named_generator
from .forked import call_forked
from .kinds import Kinds
from .learner import check_class
from .program import CHECK_FAILED, Path, RegrettaError, Text, absolute_paths, call
from .running import overrides
from .tables import Table, columns_of_records, table


def list(name: str | None = None, *, with_: Path | Sequence[Path] = (), program: Path | None = None) -> Text:
    """The learners, environments and measures that ship. With the name of a kind, its parameters: type, range, default. With "learners",
    "quantities" or "study", a list of these. With another word ("safe"), the kinds with this word in their name or description.
    `with_`: headers with your own kinds. Raises RegrettaError, with the nearest name, if nothing is found."""
    return Text(call(program, ["list", *([] if name is None else [name]), *repeated("--with", absolute_paths(with_))]))


def bench(*learners: str, arms: int | Sequence[int] = 10, constraints: int | Sequence[int] = 1, threads: int | Sequence[int] = 1,
          horizon: int | None = None, repetitions: int | None = None, min_time: float | None = None,
          set: Mapping[str, Any] | Sequence[str] | None = None, with_: Path | Sequence[Path] = (),
          program: Path | None = None) -> Table:
    """How fast learners in C++ play, on a common cell: one row per learner, number of arms, constraints and threads.

    learners          kinds, those of `with_` included [all]
    arms, constraints, threads   one number or several
    horizon           rounds of a trial [100,000]
    repetitions       of each measurement, in random order [9]
    min_time          least time of a repetition, in seconds [0.2]
    set               values to override, as in `run`

    Columns: `learner`, `arms`, `constraints`, `threads`, `ns` (median nanoseconds per trial's round and thread),
    `rounds_per_second` (median, all threads together). Compare only numbers from the same call.
    Raises RegrettaError, for example for an unknown learner, with the nearest name.
    """
    words = ["bench", *learners, *options(arms=arms, constraints=constraints, threads=threads, horizon=horizon, repetitions=repetitions,
                                          min_time=min_time, format="json")]
    words += repeated("--set", overrides(set)) + repeated("--with", absolute_paths(with_))
    measured = json.loads(call(program, words))["benchmarks"]
    medians = [run for run in measured if run.get("aggregate_name") == "median"] or measured
    rows = []
    for run in medians:
        kind, arms_text, constraints_text = run["run_name"].split("/")[:3]
        rows.append({"learner": kind, "arms": int(arms_text), "constraints": int(constraints_text), "threads": run["threads"],
                     "ns": run["ns"], "rounds_per_second": run["items_per_second"]})
    return table(columns_of_records(sorted(rows, key=lambda row: tuple(row.values())[:4])))


def check(learner: type | Path, *, rounds: int | None = None, program: Path | None = None) -> Text:
    """Checks a learner as `regretta check` does: plays small games with it, and looks for faults that would make its results worthless,
    such as rows that are not in the simplex, exceptions, rows that depend on other rows, random numbers that are not from `draw`, and
    state that objects share.

    learner  a class, the path of a header ("mine.hpp"), or the name of a learner that ships ("ucb1")
    rounds   length of the longest game [50,000]

    Returns a text with a line per property. Raises RegrettaError, with status 1 and that text, if a property does not hold, and
    TypeError for a class that cannot be a learner.
    """
    longest = [] if rounds is None else ["--horizon", str(rounds)]
    if isinstance(learner, (str, os.PathLike)):
        header = os.fspath(learner)
        words = ["--with", os.path.abspath(header)] if os.path.exists(header) or header.endswith(".hpp") else [header]
        return Text(call(program, ["check", *words, *longest]))
    check_class(getattr(learner, "__name__", str(learner)), learner)
    generator = named_generator(learner)
    try:
        printed = call_forked(["check", learner.__name__, *longest], Kinds({learner.__name__: learner}, {}), program, False, (0,), True)
    except RegrettaError as error:
        if error.status != CHECK_FAILED:
            raise
        printed, failed = error.message, True
    else:
        failed = bool(generator)
    draws = f"FAILS  draws from the engine alone: {generator}" if generator else "holds  draws from the engine alone"
    text = draws + "\n" + re.sub(r"\n +again: .*", "", printed)  # drops commands that repeat a check: they cannot name a class
    if failed:
        raise RegrettaError(text, CHECK_FAILED)
    return Text(text)

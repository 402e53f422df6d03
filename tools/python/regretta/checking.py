"""regretta.check: what a learner must satisfy for its results to be worth anything."""

from __future__ import annotations

import os
import pathlib
import re
from typing import Any, Mapping

from .comparing import difference, difference_in
from .forked import call_forked
from .generators import named_generator
from .learner import check_class
from .own import Own
from .program import Path, RegrettaError, Text, call

CHECK_FAILED = 1  # exit status


def check(learner: type | Path, *, like: type | None = None, study: Path | Mapping[str, Any] | None = None, rounds: int | None = None,
          kind: str | None = None, program: Path | None = None) -> Text:
    """Checks a learner in Python or in C++, or compares the two.

    check(MyUCB)                        what `regretta check` says of a class: it plays it in small games, and looks for what would make its
                                        results worthless: rows off the simplex, exceptions, rows that depend on one another, numbers
                                        from elsewhere than `draw`, state that objects share. `rounds` is the length of the longest game
                                        [50,000]
    check("mine.hpp", like=MyUCB)       plays both on the same draws: the first round in which they differ, by how much, and the
                                        state of both before it. `kind`: the header's learner [the file's name without .hpp]
    check("mine.hpp", like=MyUCB, study="study.toml")   also plays the cells that the study has of this learner (with its defaults, if it
                                        has none) with both: how many trials have another regret or violation, and where the first parts.
                                        Where indices tie, as with counts of 0 and 1, roundings may decide: if fewer than 1% of the
                                        trials differ, this is said, and the property holds; a trial that fails contradicts it.
                                        `study` is as for `run`
    check("mine.hpp"), check("ucb1")    the same of a header, or of what ships

    Returns what was found, a line per property. Raises RegrettaError, with status 1 and that text, if a property does not hold, and
    TypeError for a class that cannot be a learner.
    """
    if study is not None and like is None:
        raise ValueError("study: expected like=..., too: the class that plays its cells beside the header")
    longest = [] if rounds is None else ["--horizon", str(rounds)]
    if like is not None:
        return compared(pathlib.Path(os.path.abspath(learner)), like, study, kind, program)  # type: ignore[arg-type]
    if isinstance(learner, (str, os.PathLike)):
        header = os.fspath(learner)
        words = ["--with", os.path.abspath(header)] if os.path.exists(header) or header.endswith(".hpp") else [header]
        return Text(call(program, ["check", *words, *longest]))
    check_class(getattr(learner, "__name__", str(learner)), learner)
    generator = named_generator(learner)
    own = line("draws from the engine alone", generator)
    try:
        found = call_forked(["check", learner.__name__, *longest], Own({learner.__name__: learner}, {}), program, False, (0,), True)
    except RegrettaError as error:
        if error.status != CHECK_FAILED:
            raise
        found = generator = error.message
    found = own + "\n" + re.sub(r"\n +again: .*", "", found)  # no command plays a class
    if generator:
        raise RegrettaError(found, CHECK_FAILED)
    return Text(found)


def compared(header: pathlib.Path, like: type, study: Path | Mapping[str, Any] | None, kind: str | None, program: Path | None) -> Text:
    """What `check` says of a header and a class."""
    check_class(like.__name__, like)
    kind = kind or header.stem
    found = difference(header, kind, like, program)
    lines, holds = [line("the same strategies, to 1e-9", found)], not found
    if study is not None:
        found, few = difference_in(study, header, kind, like, program)
        lines.append(line("the same results in the trials of the study", found, few))
        holds = holds and few
    text = "\n".join(lines)
    if not holds:
        raise RegrettaError(text, CHECK_FAILED)
    return Text(text)


def line(name: str, found: str, holds: bool = False) -> str:
    """A property, and what contradicts it, or what is to be said although it holds."""
    return f"{'holds' if holds or not found else 'FAILS'}  {name}{': ' + found if found else ''}"

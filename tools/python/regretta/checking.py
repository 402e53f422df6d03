"""regretta.check: what a learner must satisfy for its results to be worth anything."""

from __future__ import annotations

import os
import re

from .contents import named_generator
from .forked import call_forked
from .learner import check_class
from .kinds import Kinds
from .program import CHECK_FAILED, Path, RegrettaError, Text, call


def check(learner: type | Path, *, rounds: int | None = None, program: Path | None = None) -> Text:
    """What `regretta check` says of a learner: it plays the learner in small games, and looks for what would make its results worthless,
    such as rows off the simplex, exceptions, rows that depend on one another, random numbers that are not from `draw`, and state that
    objects share.

    learner  a class, the path of a header ("mine.hpp"), or the name of a learner that ships ("ucb1")
    rounds   length of the longest game [50,000]

    Returns one line per property. Raises RegrettaError, with status 1 and that text, if a property does not hold, and TypeError for a
    class that cannot be a learner.
    """
    longest = [] if rounds is None else ["--horizon", str(rounds)]
    if isinstance(learner, (str, os.PathLike)):
        header = os.fspath(learner)
        words = ["--with", os.path.abspath(header)] if os.path.exists(header) or header.endswith(".hpp") else [header]
        return Text(call(program, ["check", *words, *longest]))
    check_class(getattr(learner, "__name__", str(learner)), learner)
    generator = named_generator(learner)
    try:
        said = call_forked(["check", learner.__name__, *longest], Kinds({learner.__name__: learner}, {}), program, False, (0,), True)
    except RegrettaError as error:
        if error.status != CHECK_FAILED:
            raise
        said, failed = error.message, True
    else:
        failed = bool(generator)
    first = f"FAILS  draws from the engine alone: {generator}" if generator else "holds  draws from the engine alone"
    text = first + "\n" + re.sub(r"\n +again: .*", "", said)  # no command plays a class
    if failed:
        raise RegrettaError(text, CHECK_FAILED)
    return Text(text)

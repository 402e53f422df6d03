"""Where a learner in C++ and a class in Python part, on the same draws."""

from __future__ import annotations

import os
import pathlib
import re
import tempfile
from typing import Any, Sequence

import numpy

from .evidence import replay
from .game import Game
from .program import Path
from .running import run

TRIALS, TOLERANCE = 4, 1e-9
OF_THE_ROUND = re.compile(r"t|arm|(x|(mean_)?loss|(mean_|uncorrupted_)?g\d+)_\d+")  # columns of replay; the others are the learner's state


def difference(header: pathlib.Path, kind: str, like: type, program: Path | None, studies: Sequence[str]) -> str:
    """The first round of one of the studies (TOML without learners) in which the strategies differ by more than TOLERANCE; "" if there
    is none."""
    for study in studies:
        with tempfile.TemporaryDirectory() as folder:
            results = [run(f'{study}[[learner]]\nkind = "{name}"\n', os.path.join(folder, name + ".db"), with_=headers, learners=learner,
                           workers=1, progress=False, program=program, set={"study.trials": TRIALS})
                       for name, headers, learner in ((kind, (header,), {}), ("in-python", (), {"in-python": like}))]
            for trial in range(TRIALS):
                ours, theirs = (replay(one, 0, trial) for one in results)
                names = [name for name in theirs if name.startswith("x_")]
                apart = numpy.abs(numpy.array([numpy.asarray(ours[name]) - numpy.asarray(theirs[name]) for name in names])).max(axis=0)
                rounds = numpy.flatnonzero(~(apart <= TOLERANCE))
                if len(rounds):
                    t = int(rounds[0]) + 1
                    strategies = ["; ".join(f"{name} {numpy.asarray(one[name])[t - 1]:.17g}" for name in names)
                                  for one in (ours, theirs)]
                    states = f"in C++: {state_in_cpp(ours, t)}; in Python: {state_in_python(study, like, trial, t, program)}"
                    return (f"{len(names)} arms, trial {trial}: first in round {t}, by {apart[t - 1]:.3g}: {strategies[0]} in C++, "
                            f"{strategies[1]} in Python. Before that round, {states}")
    return ""


def state_in_cpp(rounds: Any, t: int) -> str:
    """What the learner shows of itself after round t - 1."""
    names = [name for name in rounds if not OF_THE_ROUND.fullmatch(name)]
    if t == 1 or not names:
        return "nothing that it shows (internals())" if t > 1 else "the beginning"
    return ", ".join(f"{name} {numpy.asarray(rounds[name])[t - 2]:.9g}" for name in names)


def state_in_python(study: str, like: type, trial: int, t: int, program: Path | None) -> str:
    """The attributes of the object that has played rounds 1 to t - 1 of the trial."""
    game = Game(f'{study}[[learner]]\nkind = "uniform"\n', trials=1, first=trial,
                feedback=getattr(like, "feedback", "bandit"), program=program)
    player = like(game.problem, 1)
    while game.t < t - 1:
        if hasattr(player, "draw"):
            player.draw(game.random)
        seen = game.step(player.strategy())
        player.observe(game.t, *seen)
    return ", ".join(f"{name} {numpy.array2string(numpy.asarray(value), precision=9, threshold=20, separator=', ')}".replace("\n", "")
                     for name, value in vars(player).items() if isinstance(value, (bool, int, float, numpy.ndarray, numpy.generic)))

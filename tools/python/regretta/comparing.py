"""Where a learner in C++ and a class in Python part, on the same draws."""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import tempfile
import tomllib
from typing import Any, Mapping, Sequence

import numpy

from .evidence import replay
from .game import Game
from .program import Path, RegrettaError, find_program
from .running import run
from .study import Study
from .toml import study_text, toml_text

TRIALS, TOLERANCE = 4, 1e-9
MANY = 0.01  # share of trials from which on a difference is no matter of ties and roundings
OF_THE_ROUND = re.compile(r"t|arm|(x|(mean_)?loss|(mean_|uncorrupted_)?g\d+)_\d+")  # columns of replay; the others are the learner's state


STUDIES = [f"""[study]
name = "check"
trials = {TRIALS}
horizon = 400
seed = 20
[[environment]]
kind = "stationary"
{means}
""" for means in ("""loss = [0.2, 0.2, 0.2]
violation = [[-0.3, -0.167, -0.033]]
noise = "bernoulli\"""", """loss = [0.2, 0.56, 0.32, 0.68, 0.44]
violation = [[-0.3, -0.22, -0.14, -0.06, 0.02], [-0.22, -0.14, -0.06, 0.02, -0.3]]
noise = "none\"""")]


def difference(header: pathlib.Path, kind: str, like: type, program: Path | None) -> str:
    """The first round of one of STUDIES in which the strategies differ by more than TOLERANCE; "" if there is none."""
    for study in STUDIES:
        with tempfile.TemporaryDirectory() as folder:
            results = [run(f'{study}[[learner]]\nkind = "{name}"\n', os.path.join(folder, name + ".db"), with_=headers, learners=learner,
                           workers=1, progress=False, program=program)
                       for name, headers, learner in ((kind, (header,), {}), ("in-python", (), {"in-python": like}))]
            for trial in range(TRIALS):
                t, found, ours = first_round(results, 0, trial)
                if t:
                    arms = sum(name.startswith("x_") for name in ours)
                    states = f"in C++: {state_in_cpp(ours, t)}; in Python: {state_in_python(study, like, trial, t, program)}"
                    return f"{arms} arms, trial {trial}: first {found}. Before that round, {states}"
    return ""


def first_round(results: Sequence[Study], cell: int, trial: int) -> tuple[int, str, Any]:
    """The first round in which the strategies of a trial, in C++ and in Python, differ by more than TOLERANCE, 0 if there is none; what
    they are there; and the rounds in C++."""
    ours, theirs = (replay(one, cell, trial) for one in results)
    names = [name for name in theirs if name.startswith("x_")]
    apart = numpy.abs(numpy.array([numpy.asarray(ours[name]) - numpy.asarray(theirs[name]) for name in names])).max(axis=0)
    rounds = numpy.flatnonzero(~(apart <= TOLERANCE))
    if not len(rounds):
        return 0, "", ours
    t = int(rounds[0]) + 1
    strategies = ["; ".join(f"{name} {numpy.asarray(one[name])[t - 1]:.17g}" for name in names) for one in (ours, theirs)]
    return t, f"in round {t}, by {apart[t - 1]:.3g}: {strategies[0]} in C++, {strategies[1]} in Python", ours


def difference_in(study: Path | Mapping[str, Any], header: pathlib.Path, kind: str, like: type, program: Path | None) -> tuple[str, bool]:
    """In how many trials of the study's cells with this learner the two differ in a regret or violation, by more than TOLERANCE per round,
    and where the first of these trials parts; "" if none does. And whether these are so few, less than MANY, that ties and roundings may be
    the cause. A trial that fails, in one or both, cannot be compared, and is no such cause."""
    is_file = not isinstance(study, Mapping) and "\n" not in os.fspath(study)
    text = pathlib.Path(os.fspath(study)).read_text(encoding="utf-8") if is_file else study_text(study)
    place = pathlib.Path(os.fspath(study)).parent if is_file else "."  # relative paths in it start there
    alone, program = toml_text(with_one_learner(tomllib.loads(text), kind)), find_program(program)
    with tempfile.TemporaryDirectory() as folder:
        with contextlib.chdir(place):
            results = [run(alone, os.path.join(folder, name), with_=headers, learners=learner, progress=False, program=program)
                       for name, headers, learner in (("cpp.db", (header,), {}), ("python.db", (), {kind: like}))]
        cells = results[0].cells

        def first_of(places: Any) -> tuple[int, int, str]:
            cell, at = (int(axis[0]) for axis in numpy.nonzero(places))
            where = ", ".join(f"{name} {value[cell]}" for name, value in cells.items() if name in ("environment", "horizon") or "." in name)
            trial = int(results[0].trial_numbers[at])
            return cell, trial, f"trial {trial} of {where}"

        failures = [failure_messages(one) for one in results]
        failed = [messages != "" for messages in failures]
        either = failed[0] | failed[1]
        if either.any():
            cell, trial, where = first_of(either)
            says = [messages[either][0] or "no failure" for messages in failures]
            return (f"{int(either.sum()):,} of {either.size:,} trials fail, {int(failed[0].sum()):,} in C++ and {int(failed[1].sum()):,} "
                    f"in Python; first {where}: in C++ {says[0]}, in Python {says[1]}"), False
        differs = numpy.zeros(either.shape, dtype=bool)
        for quantity in ("regret", "expected_regret", "violation", "signed_violation"):
            ours, theirs = (one.values(quantity) for one in results)
            near = numpy.abs(ours - theirs) <= TOLERANCE * numpy.asarray(cells["horizon"])[:, None]
            differs |= ~(near | (numpy.isnan(ours) & numpy.isnan(theirs)))
        if not differs.any():
            return "", True
        cell, trial, where = first_of(differs)
        try:
            found = first_round(results, cell, trial)[1]
        except RegrettaError as error:
            found = f"in a round that is not known: {error}"
        few = bool(differs.mean() < MANY)
        return (f"{int(differs.sum()):,} of {differs.size:,} trials differ{f' (fewer than {MANY:.0%}: ties or rounding)' if few else ''}; "
                f"first in {where}, {found or 'by arms drawn from nearly the same strategies'}"), few


def failure_messages(study: Study) -> Any:
    """What ended each trial: texts, cells x trials; "" if it did not fail."""
    messages = numpy.full(study.values("regret").shape, "", dtype=object)
    trials = study.trials
    for cell, trial, at, text in zip(*(trials[name] for name in ("cell", "trial", "failed_round", "failure"))):
        if at >= 0:
            messages[cell, numpy.searchsorted(study.trial_numbers, trial)] = f"in round {at}: {text}"
    return messages


def with_one_learner(study: dict[str, Any], kind: str) -> dict[str, Any]:
    """The study with the cells of one learner alone, which gets its defaults if the study does not name it; of a number of trials that no
    rule chooses."""
    settings = {name: value for name, value in study.get("study", {}).items() if name not in ("until", "metric", "alpha", "most_trials")}
    settings.setdefault("trials", max(64, 16 * settings.get("instances", 1)))
    own = []
    for table in study.get("learner", []):
        kinds, names = ([given] if isinstance(given, str) else given for given in (table.get("kind", []), table.get("name", [])))
        own += [{**table, "kind": kind, **({"name": names[k]} if k < len(names) else {})} for k, one in enumerate(kinds) if one == kind]
    return {**study, "study": settings, "learner": own or [{"kind": kind}]}


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
        try:
            seen = game.step(player.strategy())
        except RegrettaError as error:
            return str(error)
        player.observe(game.t, *seen)
    return ", ".join(f"{name} {numpy.array2string(numpy.asarray(value), precision=9, threshold=20, separator=', ')}".replace("\n", "")
                     for name, value in vars(player).items() if isinstance(value, (bool, int, float, numpy.ndarray, numpy.generic)))

"""regretta.check: what a learner in Python must satisfy for its results to be worth anything."""

from __future__ import annotations

import dataclasses
import os
import pathlib
from typing import Any, Iterator, Mapping

import numpy

from .arrays import strategies
from .comparing import difference, difference_in
from .game import Feedback, Game
from .generators import named_generator
from .learner import Problem, check_class
from .library import find_library
from .program import Path, Text, call
from .tables import Array, html_of

ROUNDS = 400
TRIALS = 12
SUM_TOLERANCE = 1e-9  # the engine's


@dataclasses.dataclass(frozen=True)
class Property:
    """One property, and what contradicts it: "" if it holds; or what is to be said although it holds."""

    name: str
    found: str
    note: str = ""

    def __str__(self) -> str:
        said = self.found or self.note
        return f"{'holds ' if not self.found else 'FAILED'}  {self.name}{': ' + said if said else ''}"


class Checked:
    """The properties that were checked. True if all hold; printed, one line each."""

    def __init__(self, name: str, properties: list[Property]) -> None:
        self.name, self.properties = name, properties

    def __bool__(self) -> bool:
        return not any(one.found for one in self.properties)

    @property
    def failed(self) -> dict[str, str]:
        """What contradicts each property that does not hold, by name."""
        return {one.name: one.found for one in self.properties if one.found}

    def _repr_html_(self) -> str:
        rows = {"property": [one.name for one in self.properties], "holds": ["no" if one.found else "yes" for one in self.properties],
                "what was found": [one.found or one.note for one in self.properties]}
        return html_of(rows, self.name)

    def __repr__(self) -> str:
        failed = len(self.failed)
        last = "all properties hold" if not failed else f"{failed} of {len(self.properties)} properties do not hold"
        return "\n".join([*map(str, self.properties), f"{self.name}: {last}"])


class _Drawn:
    """The draws of some rows of a batch, from those of all."""

    def __init__(self, whole: Any, rows: Array, trials: int) -> None:
        self._whole, self._rows, self._trials = whole, rows, trials

    def uniform(self, columns: int | None = None, purpose: int = 0) -> Array:
        return self._whole.uniform(columns, purpose)[self._rows]

    def normal(self, columns: int | None = None, purpose: int = 0) -> Array:
        return self._whole.normal(columns, purpose)[self._rows]

    def exponential(self, columns: int | None = None, purpose: int = 0) -> Array:
        return self._whole.exponential(columns, purpose)[self._rows]

    def gamma(self, a: Any, purpose: int = 0) -> Array:
        return self._whole.gamma(self._spread(a), purpose)[self._rows]

    def beta(self, a: Any, b: Any, purpose: int = 0) -> Array:
        return self._whole.beta(self._spread(a), self._spread(b), purpose)[self._rows]

    def _spread(self, shape: Any) -> Array:
        given = numpy.asarray(shape, dtype=numpy.float64)
        if given.ndim == 0:
            given = numpy.full(len(self._rows), float(given))
        full = numpy.ones((self._trials, *given.shape[1:]))
        full[self._rows] = given
        return full


@dataclasses.dataclass
class _Played:
    """The strategies of some rounds: rounds x trials x arms; the losses seen; and where it ended."""

    x: Array
    seen: Array
    failure: str = ""


def study_with(feedback: str, arms: int, constraints: int, horizon: int, noise: str) -> str:
    """A stationary environment, as TOML."""
    loss = [round(0.2 + 0.6 * ((3 * a) % arms) / arms, 3) for a in range(arms)]
    violation = [[round(0.4 * ((a + i) % arms) / arms - 0.3, 3) for a in range(arms)] for i in range(constraints)]
    kind = {"full": "hedge", "bandit losses": "sv-ops", "bandit": "ucb1"}[feedback]
    return (f"[study]\nname = \"check\"\ntrials = {TRIALS}\nhorizon = {horizon}\nseed = 20\n[[environment]]\n"
            f"kind = \"stationary\"\nloss = {loss}\nviolation = {violation}\nnoise = \"{noise}\"\n[[learner]]\nkind = \"{kind}\"\n")


def play(learner: type, study: str, feedback: str, rows: Array | None = None, program: Path | None = None) -> _Played:
    """Plays the learner in a game of TRIALS trials. With `rows`, the learner plays only these; the others' arms are mixed
    equally. What it raises, or what is no strategy, ends the game and is said in `failure`."""
    game = Game(study, trials=TRIALS, feedback=feedback, program=program)
    mine = numpy.arange(TRIALS) if rows is None else rows
    strategies: list[Array] = []
    seen: list[Array] = []

    def ended(failure: str) -> _Played:
        shape = (len(strategies), len(mine), game.problem.num_arms)
        losses = numpy.array(seen) if seen else numpy.empty((0, len(mine), 0))
        return _Played(numpy.array(strategies).reshape(shape), losses, failure)

    try:
        player = learner(game.problem, len(mine))
    except Exception as error:
        return ended(f"__init__({game.problem}, {len(mine)}): {type(error).__name__}: {error}")
    while not game.done:
        t = game.t + 1
        method = "draw"
        try:
            if hasattr(player, "draw"):
                player.draw(_Drawn(game.random, mine, TRIALS))
            method = "strategy"
            x, failure = as_rows(player.strategy(), len(mine), game.problem)
            if failure:
                return ended(f"strategy, round {t}, {game.problem.num_arms} arms: {failure}")
            strategies.append(x)
            whole = game.uniform()
            whole[mine] = x
            feedback_all = game.step(whole)
            mine_seen = Feedback(*(None if one is None else one[mine] for one in feedback_all))
            assert mine_seen.loss is not None
            seen.append(mine_seen.loss.reshape(len(mine), -1).copy())
            method = "observe"
            player.observe(t, *mine_seen)
        except Exception as error:
            return ended(f"{method}, round {t}, {game.problem.num_arms} arms, {game.problem.num_constraints} constraints: "
                         f"{type(error).__name__}: {error}")
    return ended("")


def as_rows(returned: Any, trials: int, problem: Problem) -> tuple[Array, str]:
    """The strategies as rows, and what is wrong with them."""
    try:
        x, is_arms = strategies("returned", returned, trials, problem.num_arms)
    except ValueError as error:
        return numpy.zeros((trials, problem.num_arms)), str(error)
    if is_arms:
        bad = (x < 0) | (x >= problem.num_arms)
        return numpy.eye(problem.num_arms)[numpy.where(bad, 0, x)], (
            f"arm {x[bad][0]}, expected 0 to {problem.num_arms - 1}" if bad.any() else "")
    bad = ~((x >= 0).all(axis=1) & (numpy.abs(x.sum(axis=1) - 1) <= SUM_TOLERANCE))  # not of NaN, too
    if bad.any():
        row = int(numpy.flatnonzero(bad)[0])
        return x, (f"trial {row} of the batch: {x[row]} with sum {x[row].sum():.12g}, expected numbers from 0 on with sum 1, "
                   f"to {SUM_TOLERANCE:g}")
    return x, ""


def first_difference(one: _Played, other: _Played) -> str:
    """Where the strategies of the same trials differ; "" if they do not."""
    rounds = min(len(one.x), len(other.x))
    differs = (one.x[:rounds] != other.x[:rounds]).any(axis=(1, 2))
    if not differs.any():
        return "" if len(one.x) == len(other.x) else f"one ends after {len(one.x)} rounds, the other after {len(other.x)}"
    t = int(numpy.flatnonzero(differs)[0])
    row = int(numpy.flatnonzero((one.x[t] != other.x[t]).any(axis=1))[0])
    return f"first in round {t + 1}, trial {row}: {one.x[t][row]} and {other.x[t][row]}"


def properties_of(learner: type, program: Path | None, rounds: int) -> Iterator[Property]:
    """Checks one property after the other."""
    feedback = getattr(learner, "feedback", "bandit")

    def small(noise: str = "bernoulli", arms: int = 3, constraints: int = 2, horizon: int = ROUNDS) -> str:
        return study_with(feedback, arms, constraints, horizon, noise)

    whole = play(learner, small(), feedback, program=program)
    yield Property("plays: every row is in the simplex, nothing is raised", whole.failure)
    if whole.failure:
        return
    others = [(noise, arms, m) for noise, arms, m in (("none", 2, 1), ("bernoulli", 7, 3), ("uniform", 4, 1))]
    failures = [found for noise, arms, m in others
                if (found := play(learner, small(noise, arms, m), feedback, program=program).failure)]
    yield Property("other problems: 2 to 7 arms, 1 to 3 constraints, other noise", failures[0] if failures else "")
    again = play(learner, small(), feedback, program=program)
    found = first_difference(whole, again)
    yield Property("repeats: a second object plays the same", found and
                   f"{found}; numbers from elsewhere than draw(random), or state that objects share?")
    for row in (0, 5, TRIALS - 1):
        alone = play(learner, small(), feedback, numpy.array([row]), program)
        found = first_difference(_Played(whole.x[:, [row]], whole.seen), alone) or alone.failure
        if found:
            found = (f"trial {row} alone and beside others: {found}; does a row depend on the others (a mean or sum over "
                     "axis 0), or on a generator that the rows share?")
            break
    yield Property("rows are independent: alone, a trial plays as in a batch", found)
    yield Property("trials differ", same_in_all(whole))
    yield Property("draws from the engine alone", named_generator(learner))
    long = play(learner, small(horizon=rounds), feedback, program=program)
    yield Property(f"long trials: {rounds:,} rounds", long.failure)


def same_in_all(played: _Played) -> str:
    """Whether x_t moves, and alike in all trials, although they see different losses."""
    moves = (played.x != played.x[:1]).any()
    alike = (played.x == played.x[:, :1]).all()
    saw_the_same = (played.seen == played.seen[:, :1]).all()
    if not (moves and alike) or saw_the_same:
        return ""
    return (f"x_t changes over {len(played.x)} rounds, and is the same in all {TRIALS} trials although they see different "
            "losses: a fixed schedule, or a generator of its own with a fixed seed? Take draws from draw(random)")


def check(learner: type | Path, *, like: type | None = None, study: Path | Mapping[str, Any] | None = None, rounds: int = 5000,
          kind: str | None = None, program: Path | None = None) -> Checked | Text:
    """Checks a learner in Python or in C++, or compares the two.

    check(MyUCB)                        plays it in small games, and looks for what would make its results worthless: rows off
                                        the simplex, exceptions, rows that depend on one another, numbers from elsewhere than
                                        `draw`, state that objects share. `rounds` is the length of the longest game
    check("mine.hpp", like=MyUCB)       plays both on the same draws: the first round in which they differ, by how much, and the state of both before it.
                                        `kind`: the header's learner [the file's name without .hpp]
    check("mine.hpp", like=MyUCB, study="study.toml")   also plays the cells that the study has of this learner (with its defaults, if it
                                        has none) with both: how many trials have another regret or violation, and where the first parts.
                                        Where indices tie, as with counts of 0 and 1, roundings may decide: if fewer than 1% of the
                                        trials differ, this is said, and the property holds; a trial that fails contradicts it.
                                        `study` is as for `run`
    check("mine.hpp"), check("ucb1")    what `regretta check` says of a header, or of what ships

    Returns the properties, which print as a table; the result is true if all hold. Of C++ returns what the program prints,
    and raises RegrettaError, with status 1 and that text, if a property does not hold. Raises TypeError for a class that
    cannot be a learner.
    """
    if study is not None and like is None:
        raise ValueError("study: expected like=..., too: the class that plays its cells beside the header")
    if like is not None:
        check_class(like.__name__, like)
        path = pathlib.Path(os.path.abspath(learner))  # type: ignore[arg-type]
        found = difference(path, kind or path.stem, like, program, [
            study_with(getattr(like, "feedback", "bandit"), arms, constraints, ROUNDS, noise).split("[[learner]]")[0]
            for noise, arms, constraints in (("bernoulli", 3, 1), ("none", 5, 2))])
        properties = [Property("the same strategies, to 1e-9", found)]
        if study is not None:
            found, few = difference_in(study, path, kind or path.stem, like, program)
            properties.append(Property("the same results in the trials of the study", "" if few else found, found if few else ""))
        return Checked(f"{kind or path.stem} and {like.__name__}", properties)
    if isinstance(learner, (str, os.PathLike)):
        header = os.fspath(learner)
        words = ["--with", os.path.abspath(header)] if os.path.exists(header) or header.endswith(".hpp") else [header]
        return Text(call(program, ["check", *words]))
    check_class(getattr(learner, "__name__", str(learner)), learner)
    assert isinstance(learner, type)
    find_library(program)
    return Checked(learner.__name__, list(properties_of(learner, program, rounds)))

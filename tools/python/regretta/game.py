"""Trials played round by round by the caller."""

import ctypes
import json
import weakref
from typing import Any, Mapping, NamedTuple, Sequence

import numpy

from .arrays import strategies
from .environment import Environment
from .learner import FEEDBACKS, Problem, Random
from .library import SeenStruct, find_library, load_library, texts
from .kinds import checked_kinds, new_session
from .playing import view
from .program import Path
from .running import overrides
from .tables import Array
from .toml import study_text


class Feedback(NamedTuple):
    """The feedback of a round, as in `Learner.feedback`: arrays for n trials, K arms, m constraints."""

    arm: Array | None  #: shape n, arms count from 0; None with full feedback
    loss: Array  #: shape n; n x K with full feedback
    violation: Array  #: shape n x m with bandit feedback, otherwise n x m x K


class Game:
    """Plays trials of one cell of a study side by side, step by step, with strategies of the caller:

        game = regretta.Game("first.toml", cell=0, trials=1024)
        x = game.uniform()
        while not game.done:
            arm, loss, violation = game.step(x)
        game.values("regret")

    study     as for `run`. Only the cell's environment and horizon matter; the learner is the caller
    cell      number of the cell, from 0; `game.about` describes it
    trials    how many trials are played side by side; they have the numbers `first`, `first` + 1, ... The environment draws the same
              random numbers as in the trials of these numbers in a study with the same seed
    feedback  "bandit", "bandit losses" or "full" [that of the cell's learner]
    set, learners, environments   as for `run`

    problem   horizon, num_arms, num_constraints, delta
    t         rounds played
    """

    def __init__(self, study: Path | Mapping[str, Any], cell: int = 0, trials: int = 1024, *, first: int = 0,
                 feedback: str | None = None, learners: Mapping[str, type] | None = None,
                 environments: Mapping[str, Environment] | None = None,
                 set: Mapping[str, Any] | Sequence[str] | None = None, program: Path | None = None) -> None:
        if feedback is not None and feedback not in FEEDBACKS:
            raise ValueError(f'feedback "{feedback}", expected one of {", ".join(FEEDBACKS)}')
        self._library = library = load_library(find_library(program))
        kinds = checked_kinds(learners, environments)
        session, self._bridges = new_session(library, kinds)
        words = overrides(set)
        plan = library.checked(library.plan_new(session, study_text(kinds.added_to(study)).encode(), texts(words), len(words)))
        self.about: dict[str, Any] = json.loads(library.checked(library.plan_cell(plan, cell)))
        self.feedback = feedback or self.about["feedback"]
        self._game = library.checked(library.game_new(plan, cell, self.feedback.encode(), first, trials))
        library.plan_free(plan)
        weakref.finalize(self, library.game_free, self._game)
        self.problem = Problem(self.about["horizon"], self.about["arms"], self.about["constraints"], self.about["delta"])
        self.trials, self.t = trials, 0
        self._seen = SeenStruct()
        self._views: tuple[Array | None, ...] = ()

    def __repr__(self) -> str:
        return (f"<Game on {self.about['environment']!r}: {self.trials} trials, round {self.t} of {self.problem.horizon}, "
                f"{self.problem.num_arms} arms, {self.feedback} feedback>")

    @property
    def done(self) -> bool:
        """Whether round T has been played."""
        return self.t >= self.problem.horizon

    @property
    def random(self) -> Random:
        """Random numbers for the learner in the next round."""
        return Random(self._library, self._library.checked(self._library.game_draws(self._game)), self.trials)

    def uniform(self) -> Array:
        """The strategy that mixes all arms equally: trials x K."""
        return numpy.full((self.trials, self.problem.num_arms), 1 / self.problem.num_arms)

    def step(self, x: Any) -> Feedback:
        """Plays a round with strategies x, trials x K with rows in the simplex, or with arms, one integer per trial. Raises ValueError
        for a wrong shape, and RegrettaError, with round and trial, for a row that is not in the simplex or an arm that does not
        exist; the round can then be played with another choice. Also raises RegrettaError after round T."""
        n, K, m = self.trials, self.problem.num_arms, self.problem.num_constraints
        choices, are_arms = strategies("x is", x, n, K)
        addresses = (None, choices.ctypes.data) if are_arms else (choices.ctypes.data, None)
        self._library.checked(self._library.game_play(self._game, *addresses, ctypes.byref(self._seen)))
        self.t += 1
        if not self._views:  # the library uses the same memory in every round
            full, seen = self.feedback == "full", self._seen
            self._views = (None if full else view(seen.arm, (n,), ctypes.c_int64), view(seen.loss, (n, K) if full else (n,)),
                           view(seen.violation, (n, m) if self.feedback == "bandit" else (n, m, K)))
        return Feedback(*(None if array is None else array.copy() for array in self._views))

    def values(self, quantity: str) -> Array:
        """The quantity in each trial, after round T; NaN where a trial has no such value."""
        values = numpy.empty(self.trials)
        self._library.checked(self._library.game_values(self._game, quantity.encode(), values.ctypes.data))
        return values

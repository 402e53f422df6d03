"""regretta.attack: the corruption and the instance that hurt a learner most."""

from __future__ import annotations

import pathlib
import tomllib
from typing import Any, Callable, Mapping, Sequence

from ..program import Path, RegrettaError
from .found import Found, Search, carried_out, prepared

TRIALS = 60_000  #: of T rounds that an attack costs: some 1,500 candidates


def attack(learner: str | type, budget: float, horizon: int = 20_000, metric: str = "loss", out: Path | None = None, *,
           fixed_instance: bool = False, rounds: float | None = None, threads: int | None = None,
           set: Mapping[str, Any] | Sequence[str] | None = None, with_: Path | Sequence[Path] = (), progress: bool = True,
           program: Path | None = None) -> Found:
    """Searches the corruption and the instance that hurt a learner most: three arms, one constraint, fixed means; losses, violations,
    schedule, direction, arm and value vary.

    learner   its kind, or a class of yours (see `Learner`)
    budget    the corruption C, summed over rounds
    horizon   rounds of a trial
    metric    what corruption is to raise: "loss", or a quantity such as "violation"
    out       the results file [attack-LEARNER.db]
    fixed_instance   keeps the instance of README.md, so that only the corruption varies

    The other arguments are those of `search`. `print(found)` begins with what a corruption costs.
    """
    one, title = prepared_attack(learner, budget, horizon, metric, out, fixed_instance, rounds=rounds, threads=threads, set=set,
                                 with_=with_, progress=progress, program=program)
    return carried_out(one, program, title)


def prepared_attack(learner: str | type, budget: float, horizon: int, metric: str, out: Path | None, fixed_instance: bool,
                    **given: Any) -> tuple[Search, Callable[[Found], str]]:
    """A search that has not begun, and what its text begins with. given: for `prepared`."""
    if budget > horizon:
        raise RegrettaError(f"attack: a budget of {budget:g} is more than the {horizon} rounds, expected at most as many", 2)
    name = learner.__name__ if isinstance(learner, type) else learner
    study = tomllib.loads(pathlib.Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    study["study"]["horizon"], study["environment"][0]["corruption"]["budget"] = horizon, float(budget)
    study["learner"] = [{"kind": name}]
    # A change of OPT alone is no harm to a learner, so that losses are compared, not regrets.
    aim = "regret@attacked + opt@attacked - regret@clean - opt@clean" if metric == "loss" else f"{metric}@attacked - {metric}@clean"
    study["search"].update(maximise=aim, rounds=float(TRIALS * horizon))
    if fixed_instance:
        study["environment"][0].update(loss=[0.5, 0.2, 0.7], violation=[[-0.3, 0.5, -0.3]])
        for key in ("loss", "violation"):
            del study["search"]["first"]["environment"]["1"][key]
    try:
        own = {name: learner} if isinstance(learner, type) else None
        return (prepared(study, out or f"attack-{name}.db", learners=own, **given),
                lambda found: answer(found, name, budget, horizon, metric))
    except RegrettaError as error:
        _, found, named = error.message.partition("no learner ")
        raise RegrettaError(f"attack: no learner is called {named}", 2) from None if found else error


def answer(found: Found, learner: str, budget: float, horizon: int, metric: str) -> str:
    """What the corruption costs."""
    best, first, gain = found.finalists[0], found.first, found.gain
    text = (f"A corruption of C = {budget:g} costs {learner} {best.text} of {metric} in {horizon:,} rounds, over that on the same instance "
            f"without corruption{' (it is not shown to cost anything)' if best.low <= 0 else ''}.\n")
    if first is None:
        return text
    if first is best:
        return text + "No attack was found that is worse than the shipped schedules.\n"
    text += f"The worst of the shipped schedules costs {first.text}: "
    if gain["low"] <= 0:
        return text + "what was found is not shown to be worse.\n"
    times = f", {best.mean / first.mean:.2g} times as much" if first.low > 0 else ""
    return f"{text}what was found is worse by {gain['text']}{times}.\n"

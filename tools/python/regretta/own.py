"""What a caller brings to a study: learners and environments in Python."""

from __future__ import annotations

import ctypes
from typing import Any, Mapping, NamedTuple

from .environment import Environment, EnvironmentBridge
from .learner import check_class
from .library import Library
from .playing import Bridge


class Own(NamedTuple):
    """By their names. False if there are none."""

    learners: dict[str, type]
    environments: dict[str, Environment]

    def __bool__(self) -> bool:
        return bool(self.learners or self.environments)

    def added_to(self, study: Any) -> Any:
        """A dictionary's study that has no learner or no environment at all gets these."""
        if not isinstance(study, Mapping):
            return study
        kinds = {"environment": self.environments, "learner": self.learners}
        return {**study, **{key: [{"kind": name} for name in names] for key, names in kinds.items() if names and key not in study}}


def checked_own(learners: Mapping[str, type] | None, environments: Mapping[str, Environment] | None) -> Own:
    """What is brought. Raises TypeError for what can be no learner, or is no environment."""
    for name, learner in (learners or {}).items():
        check_class(name, learner)
    for name, one in (environments or {}).items():
        if not isinstance(one, Environment):
            raise TypeError(f"environments[{name!r}]: expected regretta.Environment(loss, violation), not {type(one).__name__}")
    return Own(dict(learners or {}), dict(environments or {}))


def new_session(library: Library, own: Own) -> tuple[int, list[Any]]:
    """A session that knows them; keep the bridges as long as it is used."""
    session = library.checked(library.session_new())
    bridges: list[Any] = []
    for name, learner in own.learners.items():
        bridges.append(Bridge(library, name, learner))
        library.checked(library.add_learner(session, ctypes.byref(bridges[-1].struct)))
    for name, environment in own.environments.items():
        bridges.append(EnvironmentBridge(library, name, environment))
        library.checked(library.add_environment(session, ctypes.byref(bridges[-1].struct)))
    return session, bridges

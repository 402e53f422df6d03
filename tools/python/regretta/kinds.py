"""Kinds of learners and environments written in Python, which a caller adds to a study."""

import ctypes
from typing import Any, Mapping, NamedTuple

from .environment import Environment, EnvironmentBridge
from .learner import check_class
from .library import Library
from .playing import Bridge


class Kinds(NamedTuple):
    """Learner classes and environments by their names. False as a condition if there are none."""

    learners: dict[str, type]
    environments: dict[str, Environment]

    def __bool__(self) -> bool:
        return bool(self.learners or self.environments)

    def added_to(self, study: Any) -> Any:
        """The study; a dictionary that lacks the section of learners or environments gets all of these kinds."""
        if not isinstance(study, Mapping):
            return study
        sections = {"environment": self.environments, "learner": self.learners}
        return {**study, **{key: [{"kind": name} for name in names] for key, names in sections.items() if names and key not in study}}


def checked_kinds(learners: Mapping[str, type] | None, environments: Mapping[str, Environment] | None) -> Kinds:
    """The arguments as Kinds. Raises TypeError for a class that cannot be a learner, and for a value that is not an Environment."""
    for name, learner in (learners or {}).items():
        check_class(name, learner)
    for name, environment in (environments or {}).items():
        if not isinstance(environment, Environment):
            raise TypeError(f"environments[{name!r}]: expected regretta.Environment(loss, violation), not {type(environment).__name__}")
    return Kinds(dict(learners or {}), dict(environments or {}))


def new_session(library: Library, kinds: Kinds) -> tuple[int, list[Any]]:
    """A session of the library with these kinds, and their bridges, which must live as long as the session."""
    session = library.checked(library.session_new())
    bridges: list[Any] = []
    for name, learner in kinds.learners.items():
        bridges.append(Bridge(library, name, learner))
        library.checked(library.add_learner(session, ctypes.byref(bridges[-1].struct)))
    for name, environment in kinds.environments.items():
        bridges.append(EnvironmentBridge(library, name, environment))
        library.checked(library.add_environment(session, ctypes.byref(bridges[-1].struct)))
    return session, bridges

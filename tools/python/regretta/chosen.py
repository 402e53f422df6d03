"""What is asked for, as words for the program: options, and the cells that `where` chooses."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from .toml import value_text

Where = Mapping[str, Any] | Sequence[str]
"""Which cells: {"environment": "easy", "budget": [0, 100]} (any of the list's), or conditions as for --where: ["budget>=100"].
Names are those of columns, or what follows their last dot."""


def given(option: str, value: Any) -> list[str]:
    """The option and its value, if there is one."""
    return [] if value is None else [option, repr(float(value)) if isinstance(value, float) else str(value)]


def listed(option: str, value: str | Sequence[str] | None) -> list[str]:
    """The option and its values, separated by commas."""
    return given(option, value if value is None or isinstance(value, str) else ",".join(value))


def conditions(where: Where | None) -> list[str]:
    """The words for the program; it says which name or value there is not, and what is nearest."""
    if where is None:
        texts: list[str] = []
    elif isinstance(where, Mapping):
        texts = [f"{name}={where_text(one)}" for name, value in where.items()
                 for one in (value if isinstance(value, (list, tuple)) else [value])]
    else:
        texts = [where] if isinstance(where, str) else list(where)
    return [word for text in texts for word in ("--where", text)]


def where_text(value: Any) -> str:
    """A value as the program prints it, which --where is compared with: shortest, 100 instead of 100.0."""
    if isinstance(value, str):
        quote = "'" if '"' in value else '"'
        return f"{quote}{value}{quote}" if any(sign in value for sign in ",=<>") else value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:  # also numpy.float64
        return str(int(value))
    return value_text(value)

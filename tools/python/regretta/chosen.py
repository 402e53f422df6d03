"""Command-line arguments of the program, called words: options, and the conditions of `where` on cells."""

from typing import Any, Mapping, Sequence

from .toml import value_text

Where = Mapping[str, Any] | Sequence[str]
"""Conditions on cells: {"environment": "easy", "budget": [0, 100]} (a list: any of its values), or texts as for --where: ["budget>=100"].
Names are those of columns, or the parts after their last dot."""


def options(where: Where | None = None, **values: Any) -> list[str]:
    """The options as words: per_round=True is --per-round, metric=["regret", "violation"] is --metric regret,violation; None and False
    leave an option out. The program refuses unknown names and values, with the nearest one."""
    words: list[str] = []
    for name, value in values.items():
        if value is not None and value is not False:
            texts = [repr(float(part)) if isinstance(part, float) else str(part)
                     for part in (value if isinstance(value, (list, tuple)) else [value])]
            words += ["--" + name.replace("_", "-"), *([] if value is True else [",".join(texts)])]
    if isinstance(where, Mapping):
        where = [f"{name}={where_text(part)}" for name, value in where.items()
                 for part in (value if isinstance(value, (list, tuple)) else [value])]
    return words + repeated("--where", where)


def repeated(option: str, values: str | Sequence[str] | None) -> list[str]:
    """The words that give the option once for each value, or for a single text."""
    return [word for value in ([values] if isinstance(values, str) else values or []) for word in (option, value)]


def where_text(value: Any) -> str:
    """A value as the program prints it, because --where compares texts: in the shortest form, 100 instead of 100.0."""
    if isinstance(value, str):
        quote = "'" if '"' in value else '"'
        return f"{quote}{value}{quote}" if any(character in value for character in ",=<>") else value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:  # also numpy.float64
        return str(int(value))
    return value_text(value)

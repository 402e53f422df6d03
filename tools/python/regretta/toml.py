"""Writes studies that are dictionaries as TOML text, for regretta.run."""

import json
import os
import re
from typing import Any, Mapping

import numpy

from .arrays import plain


def toml_text(study: Mapping[str, Any]) -> str:
    """The dictionary as a TOML document.

    A dictionary becomes a table, a list of dictionaries an array of tables ([[learner]]), and deeper dictionaries are written
    inline; a key with dots is a path ("corruption.budget"). Values: bool, int, float, str, lists, tuples and NumPy's
    scalars and arrays of these. Raises TypeError, with the key, for anything else.
    """
    lines, tables = [], []
    for key, value in study.items():
        if isinstance(value, Mapping):
            tables.append((f"[{key_text(key)}]", key, value))
        elif isinstance(value, (list, tuple)) and value and all(isinstance(item, Mapping) for item in value):
            tables += [(f"[[{key_text(key)}]]", key, item) for item in value]
        else:
            lines.append(line(key, value, key))
    blocks = ["".join(lines)] if lines else []
    for heading, name, entries in tables:
        blocks.append(f"{heading}\n" + "".join(line(key, value, f"{name}.{key}") for key, value in entries.items()))
    return "\n".join(blocks)


def study_text(study: str | os.PathLike[str] | Mapping[str, Any]) -> str:
    """The study as TOML text if it is a dictionary; otherwise unchanged, its path or its text."""
    return toml_text(study) + "\n" if isinstance(study, Mapping) else os.fspath(study)


def line(key: str, value: Any, path: str) -> str:
    """One line of a table."""
    return f"{key_text(key)} = {value_text(value, path)}\n"


def key_text(key: Any) -> str:
    """The key, bare or in quotes, or a path of keys."""
    if not isinstance(key, str):
        raise TypeError(f"{key!r} is a key of the study, but keys must be text")
    return key if re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*", key) else quoted(key)


def value_text(value: Any, path: str = "the value") -> str:
    """A value as TOML on one line. `path` names it in the message of the TypeError."""
    if isinstance(value, (numpy.generic, numpy.ndarray)):
        value = plain(f"{path}:", value).tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)  # the shortest text of the same double; TOML writes inf and nan as Python does
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(value_text(item, f"{path}[{k}]") for k, item in enumerate(value)) + "]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text(key)} = {value_text(item, f'{path}.{key}')}" for key, item in value.items())
        return "{ " + inside + " }" if inside else "{}"
    raise TypeError(f"{path}: a value of type {type(value).__name__}, expected a number, text, a list or a dictionary")


def quoted(text: str) -> str:
    """The text as a basic string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

"""A study that many tests read, which is run only once, and helpers that compare it with the program's tables."""

import atexit
import contextlib
import csv
import functools
import io
import math
import os
import pathlib
import subprocess
import tempfile

import regretta

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = tempfile.TemporaryDirectory()
atexit.register(FOLDER.cleanup)
PROGRAM = os.environ["REGRETTA_PROGRAM"]

SMALL = {"study": {"name": "small", "trials": 4, "horizon": 100}, "environment": [{"kind": "stationary", "loss": [0.2, 0.7],
         "violation": [[0.5, -0.3]]}], "learner": [{"kind": "hedge"}]}


@functools.cache
def study():
    """A study with names full of markup, parameters that one learner lacks, and an environment without a feasible strategy."""
    return regretta.run(ROOT / "tests/recipes/study.toml", file("f.db"), progress=False)


def file(name):
    return os.path.join(FOLDER.name, name)


def printed(command, *arguments):
    """The rows of a table that a command prints for study()."""
    text = subprocess.run([PROGRAM, command, study().path, *arguments], capture_output=True, text=True, check=True).stdout
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def drawn(kind, *options):
    """The rows of the only figure that `regretta plot` draws of study(), as lists by label of the series."""
    with tempfile.TemporaryDirectory() as folder:
        command = [PROGRAM, "plot", study().path, "--figure", kind, "--format", "csv", "--output", folder, *options]
        subprocess.run(command, capture_output=True, check=True)
        (figure,) = pathlib.Path(folder).iterdir()
        found = {}
        for row in csv.DictReader(io.StringIO(figure.read_text())):
            found.setdefault(row["series"], []).append({name: number(row[name]) for name in ("x", "y", "low", "high")})
    return found


def number(text):
    return math.nan if text in ("", "nan") else float(text)


def same(value, text):
    """Whether `value`, of a table in Python, equals the field `text` of a CSV."""
    if isinstance(value, str):
        return value == text
    if text in ("true", "false"):
        return bool(value) == (text == "true")
    return float(value) == number(text) or (math.isnan(value) and math.isnan(number(text)))


def rows_of(table):
    """The rows of a data frame or of a dictionary of arrays."""
    names = list(table)
    return [dict(zip(names, row)) for row in zip(*(table[name] for name in names))]


@contextlib.contextmanager
def environment(**values):
    """Sets environment variables, or removes those whose value is None; restores all of them at the end."""
    before = dict(os.environ)
    try:
        for name, value in values.items():
            os.environ.pop(name, None) if value is None else os.environ.__setitem__(name, value)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)

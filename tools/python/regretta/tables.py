"""Tables: data frames where pandas is installed, otherwise dictionaries of arrays."""

import contextlib
import csv
import html
import io
from typing import Any, Mapping, Sequence, TYPE_CHECKING, Union

import numpy

if TYPE_CHECKING:
    import pandas

Array = numpy.ndarray[Any, Any]
Columns = dict[str, Array]
Table = Union["pandas.DataFrame", Columns]
"""A pandas.DataFrame; without pandas, a dictionary from names of columns to arrays of equal length."""


def table(columns: Columns) -> Any:
    """A data frame of the columns if pandas is installed, otherwise the columns."""
    try:
        import pandas
    except ImportError:
        return columns
    return pandas.DataFrame({name: text_objects(column) for name, column in columns.items()})


class RankedColumns(Columns):
    """The columns of `rank` without pandas, with its recommendation."""

    recommendation = ""


def ranked(columns: Columns, recommendation: str) -> Any:
    """The table of `rank` with its attribute `recommendation`."""
    try:
        from .ranked import Ranked
    except ImportError:
        ranking = RankedColumns(columns)
        ranking.recommendation = recommendation
        return ranking
    frame = Ranked(table(columns))
    frame.attrs["recommendation"] = recommendation
    return frame


def text_objects(column: Array) -> Array:
    """A column of text with the type that pandas uses for text; other columns unchanged."""
    return column.astype(object) if column.dtype.kind == "U" else column


# Columns of integers in the tables that the program prints; other columns of numbers are doubles even if all their values are whole.
WHOLE = frozenset("""cell horizon arms constraints t trial trials infeasible_trials failed_trials baseline_cell old_cell
    old_trials new_trials pairs wins ties failed infeasible without_slater loosened above largest_horizon left_out points used
    sign""".split())
# Columns of text, even if all fields look like numbers.
TEXT = frozenset("learner kind environment cells quantity metric growth verdict reason series mark label x_name".split())


def columns_of_csv(text: str) -> Columns:
    """The columns of a table that the program printed: int64 for whole numbers, float64 for other numbers (NaN where a
    field is empty), bool for true and false, otherwise text."""
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    return {name: typed(name, [row[k] for row in rows[1:]]) for k, name in enumerate(rows[0])}


def typed(name: str, fields: list[str]) -> Array:
    """The fields of the column `name` with their common type. A swept parameter is a column of integers if all its values are."""
    if name in TEXT:
        return numpy.array([unguarded(field) for field in fields], dtype=str)
    if fields and set(fields) <= {"true", "false"}:
        return numpy.array([field == "true" for field in fields])
    if name in WHOLE or name.startswith(("learner.", "environment.")):
        with contextlib.suppress(ValueError, OverflowError):
            return numpy.array([int(field) for field in fields], dtype=numpy.int64)
    try:
        return numpy.array([float(field or "nan") for field in fields], dtype=numpy.float64)
    except ValueError:
        return numpy.array([unguarded(field) for field in fields], dtype=str)


def unguarded(field: str) -> str:
    """The field without the apostrophe that keeps spreadsheets from reading it as a formula."""
    return field[1:] if field[:1] == "'" and field[1:2] in ("=", "+", "-", "@") else field


def columns_of_records(records: Sequence[Mapping[str, Any]]) -> Columns:
    """The columns of records that all have the same names."""
    return {name: numpy.array([record[name] for record in records]) for name in (records[0] if records else ())}


def html_of(rows: Mapping[str, Sequence[Any]], caption: str) -> str:
    """The table as HTML for a notebook, with five significant digits."""
    def text(value: Any) -> str:
        return html.escape(f"{value:.5g}" if isinstance(value, float) else str(value))

    columns = [[text(value) for value in numpy.asarray(column).tolist()] for column in rows.values()]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in rows)
    body = "".join("<tr>" + "".join(f"<td>{field}</td>" for field in row) + "</tr>" for row in zip(*columns))
    return f"<table><caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def rounds_of_csv(text: str) -> Columns:
    """The columns of a table of numbers only, which may have millions of rows. Columns of counts and indices (`t`, `arm`, `pulls_a`, and
    names that end in _rounds) are int64."""
    header, _, body = text.partition("\n")
    names = next(csv.reader([header.rstrip("\r")]))
    values = numpy.loadtxt(body.splitlines(), delimiter=",", ndmin=2).reshape(-1, len(names))
    counts = [name in ("t", "arm") or name.startswith("pulls_") or name.endswith("_rounds") for name in names]
    return {name: values[:, k].astype(numpy.int64) if count else values[:, k].copy()
            for k, (name, count) in enumerate(zip(names, counts))}

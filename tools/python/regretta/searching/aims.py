"""What a search maximises or minimises, and what it is subject to:

    regret                                  of the only learner; with several environments the worst counts
    regret / sqrt(T), 50 sqrt(T), 2 T^0.75  numbers, T, products and quotients
    regret(A) - regret(B)                   of learners by name, trial by trial
    violation@clean <= 3 sqrt(T)            in the environment of that name; <= and >= in constraints
"""

from __future__ import annotations

import ast
import operator
import re
from typing import Any, Callable, NamedTuple, Sequence

import numpy

from ..program import nearest

Array = Any
BINARY: dict[type, Callable[[Any, Any], Any]] = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
                                                 ast.Div: operator.truediv, ast.Pow: numpy.power}
CALLS = {"sqrt": numpy.sqrt, "log": numpy.log}


class Names(NamedTuple):
    """What an aim may name."""

    quantities: Sequence[str]
    learners: Sequence[str]
    environments: Sequence[str]


class OfCell(NamedTuple):
    """A quantity of a learner, None: the only one, in an environment, None: each in turn."""

    quantity: str
    learner: str | None
    environment: str | None


class Expression:
    """An expression; raises ValueError if the text is not one. `quantities` are those that it names."""

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.quantities: list[OfCell] = []
        if re.search(r"(?<!\w)_", text):
            raise ValueError(f'"{text}" has a name that begins with _, expected quantities')
        words, places = _alternatives(names.quantities), _alternatives(names.environments)
        replaced = re.sub(rf"(?<![\w@.])({words})(?!\w)(?:\(([^()]*)\))?(?:@({places}(?![\w-])|[\w-]*))?",
                          lambda found: self._variable(found, names), text)
        # A number before a word or a parenthesis is a factor, and so is what follows a word or a parenthesis.
        replaced = re.sub(r"(?<![\w.])((?>\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?|\.\d+))\s*(?=[A-Za-z_(])", r"\1*", replaced.replace("^", "**"))
        replaced = re.sub(r"(\)|\bT\b|\b_\d+\b)\s*(?=[A-Za-z_(\d])", r"\1*", replaced)
        try:
            self._tree = ast.parse(replaced.strip(), mode="eval").body
            self.values(1.0, [numpy.ones(1)] * len(self.quantities))
        except (SyntaxError, TypeError, RecursionError, MemoryError, ArithmeticError, IndexError):
            raise ValueError(f'"{text}" cannot be read; expected such as regret, regret / sqrt(T), or '
                             "violation@NAME <= 50 sqrt(T)") from None
        except KeyError as error:
            raise ValueError(f'no quantity "{error.args[0]}"{nearest(error.args[0], names.quantities)}') from None
        tried = [self.values(1e3, [numpy.full(1, k + start) for k in range(len(self.quantities))]) for start in (2.0, 3.5, 0.3)]
        if not any(numpy.isfinite(one).all() for one in tried):
            raise ValueError(f'"{text}" divides by zero, or is not a finite number for another reason')

    @property
    def is_linear(self) -> bool:
        """Whether its mean follows from the means of its quantities: then its value halfway between two points is the mean of theirs."""
        at = numpy.random.default_rng(1).random((max(len(self.quantities), 1), 2))
        one, other, halfway = self.values(1e3, list(numpy.column_stack([at, at.mean(axis=1)])))
        return bool(numpy.isclose(one + other, 2 * halfway, rtol=1e-9))

    def _variable(self, found: re.Match[str], names: Names) -> str:
        quantity, learner, environment = found.groups()
        for name, noun, known in ((learner, "learner", names.learners), (environment, "environment", names.environments)):
            if name is not None and name not in known:
                raise ValueError(f'no {noun} "{name}"{nearest(name, known)}')
        if learner is None and len(names.learners) > 1:
            raise ValueError(f"{quantity} of which learner? Expected such as {quantity}({names.learners[0]})")
        one = OfCell(quantity, learner, environment)
        if one not in self.quantities:
            self.quantities.append(one)
        return f"(_{self.quantities.index(one)})"

    def _at(self, node: ast.AST, horizon: float, values: Sequence[Array]) -> Array:
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return numpy.float64(node.value)
        if isinstance(node, ast.Name):
            return numpy.float64(horizon) if node.id == "T" else values[int(node.id[1:])] if node.id[0] == "_" else {}[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
            return BINARY[type(node.op)](self._at(node.left, horizon, values), self._at(node.right, horizon, values))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            value = self._at(node.operand, horizon, values)
            return -value if isinstance(node.op, ast.USub) else value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
            return (CALLS.get(node.func.id) or {}[node.func.id])(self._at(node.args[0], horizon, values))
        raise TypeError

    def values(self, horizon: float, values: Sequence[Array]) -> Array:
        """Its value in each trial, of those of its `quantities`."""
        with numpy.errstate(all="ignore"):
            return self._at(self._tree, horizon, values) + numpy.zeros(len(values[0]) if values else 1)


def _alternatives(names: Sequence[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


class Constraint(Expression):
    """"A <= B" or "A >= B": an expression, A - B or B - A, that must be at most 0."""

    def __init__(self, text: str, names: Names) -> None:
        sides = re.split(r"(<=|>=)", text)
        if len(sides) != 3:
            raise ValueError(f'"{text}" is not a constraint, expected A <= B or A >= B')
        less, more = (sides[0], sides[2]) if sides[1] == "<=" else (sides[2], sides[0])
        super().__init__(f"({less}) - ({more})", names)
        self.text = text

"""The aims that a search maximises or minimises, and its constraints, as expressions:

    regret                                  of the only learner, in the environment where it is largest
    regret / sqrt(T), 50 sqrt(T), 2 T^0.75  with numbers, T (the horizon), products, quotients and powers
    regret(A) - regret(B)                   difference of two learners, trial by trial
    violation@clean <= 3 sqrt(T)            a constraint (<= or >=) in the environment "clean"
"""

import ast
import re
from typing import Any, Sequence

import numpy

from ..program import nearest

Array = Any
ARITHMETIC = (ast.Expression, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.UnaryOp, ast.USub, ast.UAdd, ast.Constant,
              ast.Name, ast.Load, ast.Call)


class Expression:
    """An expression. Raises ValueError if the text is not a valid expression.

    names       the names of quantities, of learners, and of environments: three sequences
    quantities  each quantity in it, with learner (None: the only learner) and environment (None: each in turn)
    """

    def __init__(self, text: str, *names: Sequence[str]) -> None:
        self.text, self.quantities = text, list[tuple[str, str | None, str | None]]()
        words, _, environments = ("|".join(map(re.escape, sorted(known, key=len, reverse=True))) for known in names)
        # Replaces each QUANTITY(LEARNER)@ENVIRONMENT by a variable.
        replaced = re.sub(rf"(?<![\w@.])({words})(?!\w)(?:\(([^()]*)\))?(?:@({environments}(?![\w-])|[\w-]*))?",
                          lambda found: self._variable(found, *names[1:]), text)
        # Inserts omitted multiplication signs, after numbers and after words or parentheses.
        replaced = re.sub(r"(?<![\w.])((?>\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?|\.\d+))\s*(?=[A-Za-z_(])", r"\1*", replaced.replace("^", "**"))
        replaced = re.sub(r"(\)|\bT\b|\b_\d+\b)\s*(?=[A-Za-z_(\d])", r"\1*", replaced)
        try:
            tree = ast.parse(replaced.strip(), mode="eval")
            for node in ast.walk(tree):
                if not isinstance(node, ARITHMETIC) or (isinstance(node, ast.Call) and len(node.args) != 1):
                    raise SyntaxError
                if isinstance(node, ast.Constant):
                    node.value = float(node.value)  # type: ignore[arg-type]
            self._code = compile(tree, "an aim", "eval")
            samples = [self.values(1e3, [numpy.full(1, k + start) for k in range(len(self.quantities))]) for start in (2.0, 3.5, 0.3)]
        except NameError as error:
            raise ValueError(f'no quantity "{error.name}"{nearest(error.name, names[0])}') from None
        except (SyntaxError, TypeError, ValueError, RecursionError, MemoryError, IndexError):
            raise ValueError(f'"{text}" is not a valid expression; expected for example regret, regret / sqrt(T), or '
                             "violation@NAME <= 50 sqrt(T)") from None
        except ArithmeticError:
            samples = [numpy.nan]
        if not numpy.isfinite(samples).any():
            raise ValueError(f'"{text}" divides by zero, or is not a finite number for another reason')

    def _variable(self, found: re.Match[str], learners: Sequence[str], environments: Sequence[str]) -> str:
        """The variable, such as (_0), that replaces a quantity in the text."""
        quantity, learner, environment = found.groups()
        for name, noun, known in ((learner, "learner", learners), (environment, "environment", environments)):
            if name is not None and name not in known:
                raise ValueError(f'no {noun} "{name}"{nearest(name, known)}')
        if learner is None and len(learners) > 1:
            raise ValueError(f"{quantity} of which learner? Expected such as {quantity}({learners[0]})")
        self.quantities += [] if found.groups() in self.quantities else [found.groups()]
        return f"(_{self.quantities.index(found.groups())})"

    def values(self, horizon: float, values: Sequence[Array]) -> Array:
        """The value of the expression in each trial. values: the values of each of its `quantities` in these trials."""
        names = {"__builtins__": {}, "sqrt": numpy.sqrt, "log": numpy.log, "T": numpy.float64(horizon)}
        with numpy.errstate(all="ignore"):
            return eval(self._code, names, {f"_{k}": array for k, array in enumerate(values)}) + numpy.zeros(len(values[0]))

    @property
    def is_linear(self) -> bool:
        """Whether the mean of the expression follows from the means of its quantities. Tested by its value halfway between two points."""
        points = numpy.random.default_rng(1).random((len(self.quantities), 2))
        first, second, halfway = self.values(1e3, list(numpy.column_stack([points, points.mean(axis=1)])))
        return bool(numpy.isclose(first + second, 2 * halfway, rtol=1e-9))


class Constraint(Expression):
    """A constraint "A <= B" or "A >= B", as the expression A - B or B - A, which must be at most 0."""

    def __init__(self, text: str, *names: Sequence[str]) -> None:
        sides = re.split(r"(<=|>=)", text)
        if len(sides) != 3:
            raise ValueError(f'"{text}" is not a constraint, expected A <= B or A >= B')
        less, more = (sides[0], sides[2]) if sides[1] == "<=" else (sides[2], sides[0])
        super().__init__(f"({less}) - ({more})", *names)
        self.text = text

"""Where the code of a class uses a generator of random numbers that is not the engine's: its compiled code is read, not run."""

from __future__ import annotations

import contextlib
import dis
import functools
import importlib.util
import inspect
import os
import sys
import types
from typing import Any, Iterator

from .installed import package_of_file

ADVICE = ("a generator of its own draws the same numbers in every trial or worker process, or others in every run. Take draws from "
          "draw(random)")
OF_TORCH = ("bernoulli", "manual_seed", "multinomial", "normal", "poisson", "rand", "rand_like", "randint", "randint_like", "randn",
            "randn_like", "randperm", "seed")
ALWAYS = {"default_rng", "RandomState", "rvs", "urandom", "uuid1", "uuid4", "bernoulli_", "exponential_", "normal_", "random_", "uniform_"}
WRAPPED = ("__wrapped__", "__func__", "func", "fget", "py_func")  # by decorators, static methods, properties, numba
UNKNOWN = object()  # the value of a name that only a run gives it
MOST_VALUES = 20_000  # that are looked at


def named_generator(learner: type) -> str:
    """The first use, such as "Mine, line 3: numpy.random", and advice; "" if none is found."""
    reader = _Reader(learner)
    try:
        for one in learner.__mro__:
            if reader.is_callers(one):
                for place, name in reader.in_class(one):
                    return f"{learner.__name__}, {place}: {name}: {ADVICE}"
    except Exception:  # objects that are looked at may raise anything; then nothing is said of them
        pass
    return ""


class _Reader:
    """Follows names through the caller's functions, classes and objects, and no further than where a library begins. What it yields: places
    and names."""

    def __init__(self, learner: type) -> None:
        self._learner, self._package = learner, learner.__module__.partition(".")[0]
        self._seen: set[int] = set()

    def in_class(self, one: type) -> Iterator[tuple[str, str]]:
        self._seen.add(id(one))
        for name, value in sorted(vars(one).items(), key=lambda item: not callable(item[1])):  # methods, whose lines are known, first
            if name not in ("__dict__", "__weakref__"):
                yield from self._in_value(value, f"{one.__name__}.{name}", name, one)

    def _in_value(self, value: Any, place: str, name: str, subject: type | None = None) -> Iterator[tuple[str, str]]:
        """Uses in what a name stands for. subject: of a method, the class that its first argument has."""
        if id(value) in self._seen or value is UNKNOWN or len(self._seen) > MOST_VALUES:
            return
        if _is_generator(value):
            yield place, name
            return
        self._seen.add(id(value))
        parts = [getattr(value, inside, UNKNOWN) for inside in WRAPPED if inspect.getattr_static(value, inside, UNKNOWN) is not UNKNOWN]
        if isinstance(value, types.ModuleType):
            return
        if isinstance(value, functools.partial):
            parts = [value.func, *value.args, *value.keywords.values()]
        elif isinstance(value, (list, tuple, set, frozenset, dict)):
            parts = list(value.values() if isinstance(value, dict) else value)[:1000]
        elif isinstance(value, types.MethodType):
            parts, subject = [value.__func__, value.__self__], type(value.__self__)
        elif isinstance(value, types.FunctionType) and self.is_callers(value):
            yield from self._in_function(value, subject)
        elif isinstance(value, type):
            if self.is_callers(value):
                yield from self.in_class(value)
        elif self.is_callers(type(value)):
            parts += list(getattr(value, "__dict__", {}).values())
            yield from self._in_value(type(value), place, name)
        for part in parts:
            yield from self._in_value(part, place, name, subject)

    def _in_function(self, function: types.FunctionType, subject: type | None) -> Iterator[tuple[str, str]]:
        code, names = function.__code__, dict[str, Any]()
        for name, cell in zip(code.co_freevars, function.__closure__ or ()):
            with contextlib.suppress(ValueError):  # nothing has been assigned to it
                names[name] = cell.cell_contents
        if subject is not None and code.co_argcount:
            names[code.co_varnames[0]] = subject
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            yield from self._in_value(value, self._place(code, code.co_firstlineno), "a default")
        yield from self._in_code(code, function.__globals__, names)

    def _in_code(self, code: types.CodeType, known: dict[str, Any], names: dict[str, Any]) -> Iterator[tuple[str, str]]:
        """Uses in the names and attributes that the code loads, as far as modules, classes and constants give them values."""
        value, written, line = UNKNOWN, "", code.co_firstlineno
        for step in dis.get_instructions(code):
            line = (step.positions.lineno if step.positions else None) or line
            operation, argument = step.opname, step.argval
            if operation == "IMPORT_NAME":
                written, value = argument, sys.modules.get(argument, UNKNOWN)
                if _makes_numbers(argument):
                    yield self._place(code, line), argument
                    return
            elif operation in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
                value, written = _attribute(value, argument), f"{written}.{argument}"
            elif operation.startswith(("STORE_FAST", "STORE_DEREF", "STORE_NAME", "STORE_GLOBAL")):
                stored, *loaded = argument if isinstance(argument, tuple) else (argument,)
                names[stored] = value
                written, value = (loaded[0], names.get(loaded[0], UNKNOWN)) if loaded else ("", UNKNOWN)
                continue
            elif operation.startswith("LOAD_") and isinstance(argument, (str, tuple)) and operation != "LOAD_CONST":
                written = argument[-1] if isinstance(argument, tuple) else argument
                value = names.get(written, known.get(written, UNKNOWN) if operation in ("LOAD_GLOBAL", "LOAD_NAME") else UNKNOWN)
            elif operation not in ("CACHE", "PUSH_NULL", "NOP", "EXTENDED_ARG"):
                written, value = "", UNKNOWN
                continue
            if written and (_is_generator(value) or self._is_called_so(written, value)):
                yield self._place(code, line), value.__name__ if isinstance(value, types.ModuleType) else written.lstrip(".")
                return
            yield from self._in_value(value, self._place(code, line), written)
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                yield from self._in_code(inner, known, dict(names))

    def _is_called_so(self, written: str, value: Any) -> bool:
        """Whether libraries call so what makes random numbers, of objects that only a run gives."""
        if written.rpartition(".")[2] not in ALWAYS or isinstance(value, (types.FunctionType, type)) and self.is_callers(value):
            return False
        return "." in written or callable(value)

    def is_callers(self, code: types.FunctionType | type) -> bool:
        """Whether a function or class is the caller's: not of Python or of an installed package other than the learner's."""
        if (code.__module__ or "").partition(".")[0] in (self._package, "__main__"):
            return True
        if isinstance(code, types.FunctionType) and ((file := code.__code__.co_filename).startswith("<frozen") or _is_of_library(file)):
            return False
        module = sys.modules.get(code.__module__ or "")
        return module is None or not _is_of_library(getattr(module, "__file__", None))

    def _place(self, code: types.CodeType, line: int) -> str:
        """The line, and the file if it is another one than the class'."""
        module = sys.modules.get(self._learner.__module__)
        if code.co_filename == getattr(module, "__file__", code.co_filename):
            return f"line {line}"
        return f"{os.path.basename(code.co_filename)}, line {line}"


def _attribute(value: Any, name: str) -> Any:
    try:
        if isinstance(value, types.ModuleType):
            return getattr(value, name)
        return UNKNOWN if value is UNKNOWN else inspect.getattr_static(value, name)
    except Exception:  # the code does not get it either, or only an object has it
        return UNKNOWN


def _makes_numbers(module: str) -> bool:
    """Whether a library's module of this name makes random numbers; it need not be loaded."""
    if not _is_random(module):
        return False
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return False
    return found is not None and _is_of_library(found.origin)


def _is_random(module: str) -> bool:
    return module in ("random", "_random", "secrets") or module.endswith(".random") or module.startswith("numpy.random.")


def _is_generator(value: Any) -> bool:
    """Whether it makes random numbers: a module, what comes from one, or a method of that."""
    if isinstance(value, types.ModuleType):
        return _makes_numbers(value.__name__)
    owner = getattr(value, "__self__", None) if isinstance(value, (types.BuiltinFunctionType, types.MethodType)) else None
    if owner is not None and not isinstance(owner, types.ModuleType):
        return _is_generator(owner)
    torch = sys.modules.get("torch")
    if torch and (any(getattr(torch, name, torch) is value for name in OF_TORCH) or isinstance(value, getattr(torch, "Generator", ()))):
        return True
    kinds = [one.__module__ for one in type(value).__mro__]
    for module in (*kinds, getattr(value, "__module__", None) if callable(value) else None):
        if isinstance(module, str) and _is_random(module):
            return _is_of_library(getattr(sys.modules.get(module), "__file__", None))
    return False


def _is_of_library(file: Any) -> bool:
    """Whether the file is of Python or of an installed package; what is built in has none."""
    return not isinstance(file, str) or package_of_file(file) is not None

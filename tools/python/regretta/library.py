"""Loads libregretta.so, and declares the structures and functions of its C interface (tools/c/regretta.h)."""

import ctypes
import functools
import os
import pathlib
import subprocess
from typing import Any, Sequence

from .program import Path, RegrettaError, find_program

ABI = 1
LANGUAGE = b"python"  # name of the language in results files


class ProblemStruct(ctypes.Structure):
    _fields_ = [("horizon", ctypes.c_int64), ("num_arms", ctypes.c_int32), ("num_constraints", ctypes.c_int32),
                ("delta", ctypes.c_double)]


class SeenStruct(ctypes.Structure):
    _fields_ = [("arm", ctypes.c_void_p), ("loss", ctypes.c_void_p), ("violation", ctypes.c_void_p)]


class ParameterStruct(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("type", ctypes.c_char_p), ("default_value", ctypes.c_char_p),
                ("help", ctypes.c_char_p)]


Create = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ProblemStruct), ctypes.c_char_p, ctypes.c_int32)
Play = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
Destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class LearnerStruct(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("summary", ctypes.c_char_p),
                ("feedback", ctypes.c_char_p), ("content", ctypes.c_char_p),
                ("parameters", ctypes.POINTER(ParameterStruct)), ("num_parameters", ctypes.c_size_t),
                ("trials_at_once", ctypes.c_int32), ("user", ctypes.c_void_p), ("create", Create),
                ("choose", ctypes.c_void_p), ("observe", ctypes.c_void_p), ("destroy", Destroy), ("play", Play),
                ("strategy_name", ctypes.c_char_p), ("language", ctypes.c_char_p), ("ignores_constraints", ctypes.c_int32)]


MeansFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


class EnvironmentStruct(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("summary", ctypes.c_char_p),
                ("num_arms", ctypes.c_int32), ("num_constraints", ctypes.c_int32), ("longest_horizon", ctypes.c_int64),
                ("user", ctypes.c_void_p), ("means", MeansFunction), ("language", ctypes.c_char_p)]


_Handle, _Text, _Doubles = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "abi": (ctypes.c_int, []),
    "version": (_Text, []),
    "error": (_Text, []),
    "draw": (ctypes.c_int, [_Handle, _Text, ctypes.c_int32, ctypes.c_int64, _Doubles, _Doubles, _Doubles]),
    "rounds_draws": (_Handle, [_Handle]),
    "rounds_play": (ctypes.c_int, [_Handle] * 6),
    "fail": (None, [_Text]),
    "session_new": (_Handle, []),
    "add_learner": (ctypes.c_int, [_Handle, ctypes.POINTER(LearnerStruct)]),
    "add_environment": (ctypes.c_int, [_Handle, ctypes.POINTER(EnvironmentStruct)]),
    "add_header": (ctypes.c_int, [_Handle, _Text]),
    "set_folder": (ctypes.c_int, [_Handle, _Text]),
    "list": (_Text, [_Handle]),
    "mean": (_Text, [_Doubles, ctypes.c_int64, ctypes.c_double, ctypes.c_double]),
    "join": (ctypes.c_int, [_Handle, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]),
    "command": (ctypes.c_int, [_Handle, ctypes.c_int, ctypes.POINTER(_Text)]),
    "plan_new": (_Handle, [_Handle, _Text, ctypes.POINTER(_Text), ctypes.c_size_t]),
    "search_settings": (_Text, [_Handle, _Text, ctypes.POINTER(_Text), ctypes.c_size_t]),
    "plan_free": (ctypes.c_int, [_Handle]),
    "plan_cells": (ctypes.c_int64, [_Handle]),
    "plan_cell": (_Text, [_Handle, ctypes.c_int64]),
    "results_open": (_Handle, [_Text]),
    "results_free": (ctypes.c_int, [_Handle]),
    "results_cells": (ctypes.c_int64, [_Handle]),
    "results_trials": (ctypes.c_int64, [_Handle]),
    "results_about": (_Text, [_Handle]),
    "results_cell": (_Text, [_Handle, ctypes.c_int64]),
    "results_values": (ctypes.c_int, [_Handle, ctypes.c_int64, _Text, _Doubles]),
    "results_curve_values": (ctypes.c_int, [_Handle, ctypes.c_int64, _Text, _Doubles]),
    "game_new": (_Handle, [_Handle, ctypes.c_int64, _Text, ctypes.c_int64, ctypes.c_int32]),
    "game_free": (ctypes.c_int, [_Handle]),
    "game_draws": (_Handle, [_Handle]),
    "game_play": (ctypes.c_int, [_Handle, _Doubles, _Doubles, ctypes.POINTER(SeenStruct)]),
    "game_values": (ctypes.c_int, [_Handle, _Text, _Doubles]),
}


class Library:
    """The functions of the library, as methods without the prefix `regretta_`. Pass their results to `checked`."""

    def __init__(self, path: str, shares_symbols: bool) -> None:
        try:
            library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL if shares_symbols else ctypes.RTLD_LOCAL)
        except OSError as error:
            raise RegrettaError(f"{path} cannot be loaded: {error}", None) from None
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(library, "regretta_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        if self.abi() != ABI:
            raise RegrettaError(f"{path} has version {self.abi()} of the C interface, this package needs {ABI}: they are from "
                                "different versions of Regretta", None)

    def __getattr__(self, name: str) -> Any:  # tells type checkers that attributes exist: __init__ sets them
        raise AttributeError(name)

    def checked(self, result: Any) -> Any:
        """The result of a function. Raises RegrettaError with the library's message for None or -1, which mean failure."""
        if result is None or result == -1:
            raise RegrettaError(self.error().decode(errors="replace"), None)
        return result


def find_library(program: Path | None = None) -> str:
    """The absolute path of libregretta.so: that in the environment variable REGRETTA_LIBRARY, or else the library of the program (see
    `find_program`), which is beside the program, in lib of its prefix, or in the checkout, which builds it first. Raises RegrettaError."""
    variable = os.environ.get("REGRETTA_LIBRARY")
    if variable:
        return os.path.abspath(variable)
    executable = pathlib.Path(os.path.realpath(find_program(program)))
    build = executable.parent / "build"
    if build.is_file() and (executable.parent.parent / "CMakePresets.json").is_file():  # tools/regretta of a checkout
        done = subprocess.run([build, "release", "regretta_library"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            raise RegrettaError(f"{build} release regretta_library failed", done.returncode)
        return str(executable.parent.parent / "build/release/tools/libregretta.so")
    for file in (executable.parent / "libregretta.so", *sorted(executable.parent.parent.glob("lib*/**/libregretta.so"))):
        if file.is_file():
            return str(file)
    raise RegrettaError(f"libregretta.so was not found beside {executable}; name it in the environment variable "
                        "REGRETTA_LIBRARY", None)


@functools.cache
def load_library(path: str, shares_symbols: bool = False) -> Library:
    """Loads the library. shares_symbols: makes its symbols global, which compiled C++ headers (`with_`) need."""
    return Library(path, shares_symbols)


def texts(words: Sequence[str]) -> Any:
    """An array of C strings."""
    return (ctypes.c_char_p * len(words))(*(word.encode() for word in words))

"""What is installed, and what is the user's own code: a distribution's list of files decides, not the folder."""

from __future__ import annotations

import builtins
import functools
import importlib.metadata
import pathlib
import sys
import sysconfig
import types
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
STANDARD = {pathlib.Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
OF_PACKAGES = ("site-packages", "dist-packages")


@functools.cache
def package_of_file(file: str) -> str | None:
    """The distribution and its version, such as "numpy 1.24.2"; "" for Python's own and this package; None for the user's, also where
    it is installed to be edited."""
    if file.startswith("<"):
        return "" if file.startswith("<frozen ") else None
    path = pathlib.Path(file).resolve()
    folders = [folder for folder in path.parents if folder.name in OF_PACKAGES]
    if HERE in path.parents or not folders and not STANDARD.isdisjoint(path.parents):
        return ""
    for root in folders or path.parents:
        name = path.relative_to(root).as_posix()
        for found in importlib.metadata.distributions(path=[str(root)]):
            files = _text_of(found, "RECORD")  # Debian, and conda at times, leave it out
            if f"\n{name}," in f"\n{files}" or folders and not files and name.split("/")[0].partition(".")[0] in _top_level(found):
                return f"{found.name} {found.version}"
    return "Debian" if path.is_relative_to("/usr/lib/python3/dist-packages") else None  # it has also what no distribution has


@functools.cache
def _text_of(found: importlib.metadata.Distribution, file: str) -> str:
    return found.read_text(file) or ""


@functools.cache
def _top_level(found: importlib.metadata.Distribution) -> list[str]:
    return [*_text_of(found, "top_level.txt").split(), found.name.lower().replace("-", "_")]


def package_of_module(name: Any) -> str | None:
    """The same of a module that is loaded. One that is not is the user's."""
    module = sys.modules.get(name) if isinstance(name, str) else None
    if module is None or name == "__main__":
        return None
    file = getattr(module, "__file__", None)
    if file is None:
        return "" if name.partition(".")[0] in sys.stdlib_module_names else None
    return package_of_file(file)


def package_of(code: Any) -> str | None:
    """The same of a function or class."""
    if isinstance(code, types.FunctionType) and not code.__code__.co_filename.startswith("<"):
        return package_of_file(code.__code__.co_filename)
    if isinstance(code, type) and code.__module__ == "builtins" and code.__flags__ & 1 << 9 and not hasattr(builtins, code.__name__):
        return None  # made in Python, by `exec` with names that have no __name__
    return package_of_module(code.__module__)

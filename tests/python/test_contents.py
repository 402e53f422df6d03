"""Tests content_of, which returns a text that identifies the version of a class: the edits that change it, and objects that it refuses."""

import functools
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import threading
import types
import unittest
import unittest.mock

import numpy

import regretta
from own_learners import Ucb, run, study
from regretta.contents import changed_values, content_of, package_of_file, package_of_module

PACKAGE = pathlib.Path(regretta.__file__).resolve().parents[1]

BASE = """
    import dataclasses, enum, functools, numpy, pathlib, re
    from numpy import maximum as best
    import own_helpers
    import own_helpers as alias
    SCALE = 2.0
    TABLE = {"a": numpy.arange(3.0), "b": {1, "x", (2, None)}}
    class Level(enum.Enum): LOW, HIGH = 1, 2
    @dataclasses.dataclass
    class Settings:
        rate: float = 0.5
        names: list = dataclasses.field(default_factory=list)
    SETTINGS, PLACE, PATTERN, LEVEL = Settings(0.25), pathlib.Path("a/b"), re.compile("a+"), Level.LOW
    def helper(x, power=2):
        return x ** power + SCALE
    def twice(function):
        @functools.wraps(function)
        def called(*given):
            return function(*given) + function(*given)
        return called
    def plus(offset): return lambda x: x + offset
    shifted = plus(1)
    def recursive(n): return n and recursive(n - 1)
    class Parent:
        def step(self, x): return x + 1
    class Mine(Parent):
        eta = 0.1
        dtype = numpy.dtype("f8")
        part = functools.partial(helper, power=3)
        squash = lambda self, x: x / 2
        cached = functools.lru_cache(helper)
        def __init__(self, problem, trials, c=0.5, *, k=1):
            self.x, self.kinds = [c, k], Mine
        @twice
        def strategy(self):
            return numpy.maximum(self.x, best(0, own_helpers.LIMIT))
        @property
        def size(self):
            from own_helpers import size_of
            return size_of(self.x) + recursive(3)
        @staticmethod
        def fixed(): return [y * 3 for y in (1, 2)]
        @functools.cached_property
        def once(self): return max([shifted(4)], default=0)
        def observe(self, t, arm, loss, violation):
            if LEVEL is Level.LOW and PATTERN.match(str(PLACE)) and t in {"one", "two", "three"}:
                self.x = TABLE["a"] + SETTINGS.rate + alias.scaled(loss) + super().step(t)
"""
HELPERS = """
    LIMIT = 3
    UNUSED = open("/dev/null")
    def scaled(x): return _inner(x) * 2
    def _inner(x): return x - 1
    def size_of(x): return len(x)
    def other(x): return x
"""
NOTICED = {"a helper": ("x ** power + SCALE", "x ** power - SCALE"), "a global": ("SCALE = 2.0", "SCALE = 2.5"),
    "a global's type": ("SCALE = 2.0", "SCALE = 2"), "a constant": ("x / 2", "x / 3"), "the order of constants": ("(1, 2)]", "(2, 1)]"),
    "an array in a dictionary": ("arange(3.0)", "arange(1.0, 4.0)"), "an array's type": ("arange(3.0)", "arange(3)"),
    "a set": ('{1, "x"', '{1, "y"'), "a set in code": ('"two", "three"', '"two", "four"'), "a path": ('Path("a/b")', 'Path("a/c")'),
    "a pattern's flags": ('compile("a+")', 'compile("a+", re.S)'),
    "a member of an Enum": ('"a+"), Level.LOW', '"a+"), Level.HIGH'), "its value": ("= 1, 2", "= 3, 2"),
    "a dataclass": ("Settings(0.25)", "Settings(0.75)"), "a partial": ("power=3", "power=4"), "a default": ("c=0.5", "c=0.6"),
    "a default of a name": ("k=1)", "k=2)"), "a closure": ("plus(1)", "plus(2)"),
    "a base": ("x + 1\n", "x + 2\n"), "the bases": ("Mine(Parent)", "Mine(Parent, Settings)"), "a decorator": ("        @twice\n", ""),
    "what it does": ("function(*given) + function", "function(*given) - function"),
    "a lambda": ("lambda x: x + offset", "lambda x: x - offset"), "a class' attribute": ("eta = 0.1", "eta = 0.2"),
    "a dtype": ('dtype("f8")', 'dtype("f4")'), "an import": ("maximum as best", "minimum as best"),
    "a module's alias": ("own_helpers as alias", "numpy as alias"), "a function of NumPy": ("numpy.maximum", "numpy.minimum"),
    "a static method": ("y * 3", "y * 4"), "a property": ("recursive(3)", "recursive(4)"),
    "a cached property": ("shifted(4)", "shifted(5)"), "a cached function": ("lru_cache(helper)", "lru_cache(recursive)"),
    "an import in a function": ("import size_of", "import other as size_of"),
    "a kind of method": ("        @staticmethod\n        def fixed()", "        @classmethod\n        def fixed(cls)"),
    "an operator": ("and PATTERN", "or PATTERN"), "a keyword": ("default=0", "key=0")}  # edits of BASE that change the content
IN_MODULE = {"a constant": ("LIMIT = 3", "LIMIT = 4"), "a function": ("_inner(x) * 2", "_inner(x) * 3"),
    "what it calls": ("x - 1", "x - 2"), "what is imported in a function": ("len(x)", "len(x) + 1")}  # such edits of HELPERS
UNNOTICED = {"a comment": ("SCALE = 2.0", "# a\n    SCALE = 2.0  # b"),
    "a docstring": ("class Mine(Parent):", 'class Mine(Parent):\n        """What."""'),
    "a function's docstring": ("        return x ** power", '        """None."""\n        return x ** power'),
    "an inner function's": ("            return function(*given) +", '            """More."""\n            return function(*given) +'),
    "lines": ("return x ** power + SCALE", "return (x **\n\n                power\n                + SCALE)"),
    "an annotation": ("def helper(x, power=2)", "def helper(x: float, power: int=2) -> float"),
    "what is not used": ("SCALE = 2.0", "SCALE = 2.0; OTHER = 3"),
    "the order of definitions": ('        eta = 0.1\n        dtype = numpy.dtype("f8")\n',
                                 '        dtype = numpy.dtype("f8")\n        eta = 0.1\n'),
    "quotes": ('"one", "two"', "'one', 'two'"), "the order of a set": ('"one", "two"', '"two", "one"')}  # edits of BASE without effect


def text_of(code, helpers=HELPERS, names=None):
    """The content of the class Mine in `code`. The code runs as in a notebook and imports `helpers` as a module."""
    module, names = types.ModuleType("own_helpers"), {"__name__": "__main__"} if names is None else names
    with unittest.mock.patch.dict(sys.modules, own_helpers=module):
        exec(textwrap.dedent(helpers), vars(module))
        with vars(module)["UNUSED"]:
            exec(textwrap.dedent(code), names)
            return content_of(names["Mine"])


def edited(text, edit):
    assert edit[0] in text, edit
    return text.replace(*edit, 1)


class Edits(unittest.TestCase):
    base = text_of(BASE)

    def test_relevant_edits_change_the_content(self):
        for what, edit in NOTICED.items():
            with self.subTest(what):
                self.assertNotEqual(text_of(edited(BASE, edit)), self.base)
        for what, edit in IN_MODULE.items():
            with self.subTest(f"in a module: {what}"):
                self.assertNotEqual(text_of(BASE, edited(HELPERS, edit)), self.base)

    def test_irrelevant_edits_do_not_change_the_content(self):
        for what, edit in UNNOTICED.items():
            with self.subTest(what):
                self.assertEqual(text_of(edited(BASE, edit)).splitlines(), self.base.splitlines())
        names = {"__name__": "__main__"}
        self.assertEqual([text_of(BASE, names=names) for _ in range(2)], [self.base] * 2)  # as if a notebook's cell ran twice

    def test_the_first_difference_is_readable(self):
        def first(edit):
            lines = (text.splitlines() for text in (self.base, text_of(edited(BASE, edit))))
            return next((old, new) for old, new in zip(*lines) if old != new)

        self.assertEqual(first(NOTICED["a global"]), ("helper: SCALE = 2.0", "helper: SCALE = 2.5"))
        self.assertEqual(first(NOTICED["a lambda"])[0][:14], "shifted: code ")
        self.assertEqual(first(NOTICED["a constant"]), ("Mine.squash: constant 2", "Mine.squash: constant 3"))
        self.assertEqual(first(NOTICED["a default"]), ("Mine.__init__: default c = 0.5", "Mine.__init__: default c = 0.6"))
        self.assertEqual(first(NOTICED["a function of NumPy"])[0], "Mine.strategy (2): numpy.maximum is of module numpy")
        self.assertIn(f"numpy {numpy.__version__}\npython 3.{sys.version_info[1]}\nnumpy's CPU features: ", self.base)

    def test_values_that_change_during_a_run_are_reported(self):
        class Counts(Ucb):
            def observe(self, t, arm, loss, violation):
                seen.append(t)
                super().observe(t, arm, loss, violation)

        seen = []
        before = content_of(Counts)
        seen.append(1)
        self.assertEqual(changed_values(before, content_of(Counts)), ["Counts.observe: seen"])
        with self.assertWarnsRegex(UserWarning, "^Counts.observe: seen has changed while Counts played: results may depend on the order"):
            run(study(["counts"], trials=4, horizon=5), "counts.db", learners={"counts": Counts}, workers=2)


class Processes(unittest.TestCase):
    def test_the_content_does_not_depend_on_process_or_folder(self):
        """Nor does it depend on the hash seed. An edited module changes the content only after it has been loaded again."""
        with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as elsewhere:
            def content_in(folder, seed, more="", first="from cell import Mine"):
                code = f"from regretta.contents import content_of\n{first}\n{more}\nprint(content_of(Mine))"
                surroundings = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(PACKAGE)}
                return subprocess.check_output([sys.executable, "-c", code], cwd=folder, env=surroundings, text=True)

            for folder in (here, elsewhere):
                pathlib.Path(folder, "own_helpers.py").write_text(textwrap.dedent(HELPERS))
                pathlib.Path(folder, "cell.py").write_text(textwrap.dedent(BASE))
            before = content_in(here, "1")
            self.assertEqual(before, content_in(elsewhere, "2"))
            self.assertEqual(before, content_in(here, "3", first="exec(open('cell.py').read())"), "the class was typed in")
            self.assertEqual(before, Edits.base + "\n")
            edit = "open('own_helpers.py', 'a').write('def size_of(x): return 1\\n')"
            self.assertEqual(before, content_in(here, "4", edit), "the edited module has not been loaded again")
            self.assertNotEqual(before, content_in(here, "5"))

class Installed(unittest.TestCase):
    def test_packages_of_modules_and_files_are_found(self):
        self.assertEqual(package_of_module("numpy"), f"numpy {numpy.__version__}")
        self.assertEqual({*map(package_of_module, ("os", "builtins", "functools", "regretta"))}, {""})
        self.assertEqual({*map(package_of_module, (__name__, "__main__", "own_learners"))}, {None})
        with tempfile.TemporaryDirectory() as folder:
            # Package a has a list of its files, package b has none, and package c was installed with pip's --editable.
            root = pathlib.Path(folder, "lib/python3/site-packages")
            for name, text in {"a.dist-info/METADATA": "Name: a\nVersion: 1.5", "a.dist-info/RECORD": "a_pkg/x.py,,\n",
                               "b.egg-info/PKG-INFO": "Name: b\nVersion: 2", "b.egg-info/top_level.txt": "b_pkg\n",
                               "c.dist-info/METADATA": "Name: c\nVersion: 3", "c.dist-info/RECORD": "c.pth,,\n"}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            found = [package_of_file(str(root / name / "x.py")) for name in ("a_pkg", "b_pkg", "c_pkg")]
            self.assertEqual(found, ["a 1.5", "b 2", None])

class Refused(unittest.TestCase):
    def test_objects_without_a_stable_description_are_refused(self):
        with open(os.devnull) as file:
            for value in (file, (x for x in [1]), threading.Lock(), {"a": [file]}, numpy.frompyfunc(len, 1, 1)):
                wrong = type("Wrong", (Ucb,), {"log": value, "__module__": __name__})
                with self.assertRaisesRegex(TypeError, r"^Wrong: log is or holds a \w+, which cannot be distinguished from another one .*: "
                                            "make it in __init__, or in the function, from a parameter that is a number or a text"):
                    run(study(["wrong"]), "never.db", learners={"wrong": wrong})

    def test_different_values_have_different_contents(self):
        deep = functools.reduce(lambda inner, _: [inner], range(100_000), [])
        with self.assertRaisesRegex(TypeError, "nested too deeply"):
            content_of({"deep": deep})
        cycle = [1]
        cycle.append(cycle)
        draws, by_row, by_column = numpy.random.default_rng, numpy.zeros((2, 2)), numpy.zeros((2, 2), order="F")
        for value, other in ((0.0, -0.0), (1, True), (1, 1.0), ("a", b"a"), ([1], (1,)), ({1}, frozenset({1})), (draws(1), draws(2)),
                           (numpy.float32(1), numpy.float64(1)), (by_row, by_column), (cycle, [1, [1]]), ({1: 2, 3: 4}, {3: 4, 1: 2}),
                           (10**6000, 10**6000 + 1), (list(range(999)), list(range(1, 1000)))):
            self.assertEqual(content_of({"x": value}), content_of({"x": value}))
            self.assertNotEqual(content_of({"x": value}), content_of({"x": other}), value)


if __name__ == "__main__":
    unittest.main()

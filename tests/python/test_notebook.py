"""The notebook, whose cells run in order, and the blocks of the pages."""

import contextlib
import json
import os
import pathlib
import re
import tempfile
import unittest

from matplotlib import pyplot

import common
import regretta


@contextlib.contextmanager
def new_folder():
    """A folder to be in, with the checkout's tools, in which nothing is printed."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(None):
        os.symlink(common.ROOT / "tools", "tools")
        yield
    pyplot.close("all")


class Notebook(unittest.TestCase):
    def test_cells_run_in_order(self):
        notebook = json.loads((common.ROOT / "tools/python/example.ipynb").read_text())
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        names = {}
        with new_folder():
            for number, cell in enumerate(cells):
                exec(compile(cell, f"example.ipynb, code cell {number}", "exec"), names)
            kinds = [match[1] for cell in cells if (match := re.match(r"regretta\.plot\.(\w+)", cell))]
            self.assertEqual(kinds, ["curves", "corruption", "horizon", "frontier", "distribution"])
            self.assertEqual(len(pyplot.get_fignums()), 5)
        self.assertEqual(names["study"].finished_trials, names["study"].planned_trials)
        self.assertEqual(len(names["rounds"]), 1000)

    def test_has_no_output(self):
        """What is committed is text that a reader of changes understands."""
        notebook = json.loads((common.ROOT / "tools/python/example.ipynb").read_text())
        self.assertFalse([cell for cell in notebook["cells"] if cell.get("outputs") or cell.get("execution_count")])


class Pages(unittest.TestCase):
    def block(self, page, language):
        (block,) = re.findall(rf"^```{language}\n(.*?)^```$", (common.ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
        return block

    def test_package(self):
        with new_folder():
            exec(self.block("tools/python/README.md", "python"), names := {})
            self.assertTrue(os.path.exists("frontier.pdf"))
        self.assertEqual(len(names["study"].cells), 10)

"""The notebooks, and the blocks of the pages."""

import contextlib
import json
import os
import pathlib
import re
import tempfile
import unittest

from matplotlib import pyplot

import common
import notebooks
import regretta


@contextlib.contextmanager
def new_folder():
    """A folder to be in, with the checkout's tools, in which nothing is printed."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(None):
        os.symlink(common.ROOT / "tools", "tools")
        yield
    pyplot.close("all")


def printed(notebook):
    """What its cells print, not what pandas shows, whose form depends on its version."""
    return ["".join(output["text"]) for cell in notebook["cells"] for output in cell.get("outputs", ())
            if output["output_type"] == "stream"]


class Notebooks(unittest.TestCase):
    """The cells run in order, and show what is stored, as `tools/python/notebooks.py NOTEBOOK...` has stored it."""

    def executed(self, name):
        stored = json.loads((common.ROOT / "tools/python" / name).read_text())
        with new_folder():
            now = notebooks.executed(json.loads(json.dumps(stored)))
        for cell, before in zip(now["cells"], stored["cells"]):
            kinds = [[output["output_type"] for output in one.get("outputs", ())] for one in (cell, before)]
            self.assertEqual(*kinds, "".join(cell["source"]))
        return now, stored

    def test_example(self):
        now, stored = self.executed("example.ipynb")
        self.assertEqual(printed(now), printed(stored))  # the digest
        self.assertEqual(len(printed(now)), 2)
        figures = [output for cell in now["cells"] for output in cell.get("outputs", ()) if output["output_type"] == "display_data"]
        self.assertEqual(len(figures), 5)

    @unittest.skipIf(os.environ.get("REGRETTA_SANITIZED"), "libregretta.so has sanitizers")
    def test_your_algorithm_against_thirty(self):
        now, stored = self.executed("thirty.ipynb")
        self.assertLess(len(now["cells"]), 25)
        self.assertEqual(printed(now)[0], "30 learners and yours, 5952 trials, 0 failed\n")
        self.assertEqual(printed(stored)[0], printed(now)[0])
        self.assertIn("the same bits", printed(now)[1])
        checked = [cell for cell in now["cells"] if "regretta.check(" in "".join(cell["source"]) and cell.get("outputs")]
        self.assertIn("all properties hold", "".join(checked[0]["outputs"][0]["data"]["text/plain"]))


class Pages(unittest.TestCase):
    def block(self, page, language):
        (block,) = re.findall(rf"^```{language}\n(.*?)^```$", (common.ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
        return block

    def test_package(self):
        with new_folder():
            exec(self.block("tools/python/README.md", "python"), names := {})
            self.assertTrue(os.path.exists("frontier.pdf"))
        self.assertEqual(len(names["study"].cells), 10)

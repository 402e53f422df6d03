"""Tests the notebooks, and the Python block of the package's README."""

import contextlib
import io
import json
import os
import re
import tempfile
import unittest

from matplotlib import pyplot

import common


@contextlib.contextmanager
def new_folder():
    """Changes to a new folder with a link to tools/, and discards standard output."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(None):
        os.symlink(common.ROOT / "tools", "tools")
        yield
    pyplot.close("all")


class Notebooks(unittest.TestCase):
    """The cells, run in order, must print the stored output. To store it: jupyter nbconvert --to notebook --execute --inplace NOTEBOOK."""

    def printed(self, name):
        cells = [cell for cell in json.loads((common.ROOT / "tools/python" / name).read_text())["cells"] if cell["cell_type"] == "code"]
        printed, names = io.StringIO(), {}
        pyplot.close("all")
        with new_folder(), contextlib.redirect_stdout(printed):
            for cell in cells:
                exec("".join(cell["source"]), names)
            figures = pyplot.get_fignums()
        outputs = [output for cell in cells for output in cell["outputs"]]
        self.assertEqual(len(figures), sum(output["output_type"] == "display_data" for output in outputs))
        stored = "".join("".join(output["text"]) for output in outputs if output["output_type"] == "stream")
        self.assertEqual(*(re.sub(r"--seed \d+", "", text) for text in (printed.getvalue(), stored)))
        return stored

    def test_example_prints_its_stored_output(self):
        self.assertEqual(len(self.printed("example.ipynb").splitlines()), 2)

    def test_thirty_prints_its_stored_output(self):
        self.assertRegex(self.printed("thirty.ipynb"), "^30 learners and yours, 5952 trials, 0 failed\nRecomputed: .*: the same bits\n$")


class Pages(unittest.TestCase):
    def block(self, page, language):
        (block,) = re.findall(rf"^```{language}\n(.*?)^```$", (common.ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
        return block

    def test_the_block_of_the_packages_readme_runs(self):
        with new_folder():
            exec(self.block("tools/python/README.md", "python"), names := {})
            self.assertTrue(os.path.exists("frontier.pdf"))
        self.assertEqual(len(names["study"].cells), 10)

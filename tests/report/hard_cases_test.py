"""Tests pages of difficult studies: hostile texts, a cell without numbers, a thousand cells, shards."""

import sqlite3

import studies
from case import PageCase


class HardCases(PageCase):
    def assert_without_nan(self):
        self.assertNotIn("NaN", self.browser.js("return document.querySelector('main').outerHTML"))

    def test_hostile_text_is_escaped(self):
        report = self.load("hostile", studies.basic(name=studies.HOSTILE, environment=studies.HOSTILE, scales="[1.0, 0.5]"))
        self.assertEqual(self.texts("h1"), [studies.HOSTILE])
        self.assertEqual(self.browser.js("return document.title"), studies.HOSTILE)
        self.assertEqual(self.count("img"), 0)
        self.assertEqual(self.count("script"), 2)
        self.assertIn(studies.HOSTILE, self.texts("#chosen")[0])
        source = report.page.read_text()
        self.assertEqual(source.count("</script>"), 2)
        self.assertNotIn("<img", source)

    def test_a_single_trial_without_a_feasible_strategy(self):
        report = self.load("degenerate", studies.basic(trials=1, horizon=10, violation="[0.5, 0.3]"))
        (row,) = report.tables()["cells-table"]
        self.assertEqual(row["regret"], "-")
        self.assertRegex(row["remarks"], "1 infeasible")
        self.assertEqual(self.count("#curves [data-quantity=regret]"), 0)
        for absent in ("#sweep", "#frontier"):
            self.assertEqual(self.count(absent), 0, absent)
        self.assert_without_nan()
        self.browser.click("#next")
        self.assertEqual(self.chosen(), [0])

    def test_some_settings_without_a_feasible_strategy(self):
        report = self.load("mixed", studies.basic(violation="[0.5, -0.3]", horizon="[10, 20]", scales="[1.0, 0.5]")
                           + '\n[[environment]]\nkind = "stationary"\nname = "hopeless"\nloss = [0.2, 0.5]\nviolation = [[0.5, 0.3]]\n')
        for cell in report.table("cells"):
            self.choose(cell["cell"])
            self.assertEqual(self.chosen(), [cell["cell"]])
            self.assertEqual(self.count("#frontier .mark.chosen"), int(cell["regret_mean"] is not None))
            self.assert_without_nan()

    def test_shards_and_unfinished_studies_have_a_warning(self):
        report = self.load("shard", studies.basic(horizon="[10, 20]", scales="[1.0, 0.5, 0.25]"), words=("--shard", "1/4"))
        self.assertTrue(0 < len(report.table("cells")) < 6, "only some cells must have trials")
        self.assertIn("Shard 1/4 of a study", self.texts(".warning")[0])
        self.assertEqual(self.count("#cells-table tbody tr"), 6)
        for chosen in range(6):
            self.choose(chosen)
            self.assert_without_nan()
        text = studies.basic(scales="[1.0, 0.5]")
        report = self.report("unfinished", text)
        with sqlite3.connect(report.file) as file:
            file.execute("DELETE FROM block WHERE content = (SELECT content FROM cell WHERE cell = 1)")
        file.close()
        report.output_of("report", report.file, "--output", str(report.page))
        self.load("unfinished", text)
        self.assertEqual(self.texts(".warning")[0], "This study is not finished: the page shows what was saved.")
        self.choose(1)
        self.assertEqual(self.texts("#curves .note"), ["Nothing to draw for the chosen cell."])

    def test_1000_cells(self):
        report = self.load("many", studies.of_many_cells(20, 50))
        self.assertEqual(self.count("#cells-table tbody tr"), 1000)
        self.assertLess(report.page.stat().st_size, 5_000_000)
        self.choose(999)
        for view in ("#cells-table tr", "#sweep .point", "#frontier .point"):
            self.assertEqual(set(self.chosen(view)), {999}, view)

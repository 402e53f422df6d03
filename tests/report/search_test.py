"""Pages of searches: what was found comes first, and its numbers are those of the table."""

import studies
from case import PageCase


class Searches(PageCase):
    def check_page(self, report):
        sections = self.browser.js("return [...document.querySelectorAll('section')].map((e) => e.id)")
        self.assertLess(sections.index("search"), sections.index("curves"))
        self.assertEqual(self.count("#heat"), 0, "a column for each candidate could not be read")
        self.assertEqual(self.count("#search figure"), 2, "beside it the parameters")
        self.assertIn("Parameters: One line for each candidate; a line breaks where a choice leaves a parameter without a say.",
                      self.texts("#search .note")[0])
        return {row["cell"]: row for row in report.table("cells")}

    def test_path(self):
        report = self.load("searched", studies.SEARCH % '"regret"', command="search")
        cells = self.check_page(report)
        path = self.browser.js("return document.querySelector('#search figure').rows()")
        rows = [dict(zip(path[0], row)) for row in path[1:]]
        dots = [row for row in rows if row["series"] == "candidates"]
        self.assertGreater(len(dots), 60)
        for row in dots:
            self.assertAlmostEqual(row["y"], cells[row["cell"]]["expected_regret_mean"], delta=1e-6 * abs(row["y"]) + 1e-9)  # seven digits
        best = [row for row in rows if row["series"] == "best so far after 32 trials"]
        self.assertEqual(best[-1]["y"], max(row["y"] for row in dots if cells[row["cell"]]["trials"] == 32))

    def test_front(self):
        report = self.load("front", studies.SEARCH % '["regret", "violation"]', command="search")
        self.check_page(report)
        self.assertGreater(self.count("#search .point"), 1)

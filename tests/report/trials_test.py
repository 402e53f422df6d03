"""What the page says of single trials: tails, profiles over settings, and every trial as CSV."""

import math
import subprocess
import time
import types

from case import PageCase, Shared


class Trials(PageCase):
    def test_tails(self):
        report = self.load("quickstart")
        self.choose(4)
        self.pick("#distribution select", "tails")
        self.assertEqual(self.chosen("#distribution path.mark"), [4, 4])
        rows = self.browser.js("return document.querySelector('#distribution [data-quantity=violation]').rows()")
        values = sorted(row["violation"] for row in report.table("trials") if row["cell"] == 4)
        own = [row for row in rows if row[1] == 4]
        self.assertEqual(own[0][3], 1, "all are above what is below the least")
        for _, _, value, share, low, high in own[1:]:
            above = sum(x > value * (1 + 1e-6) for x in values) / len(values)
            self.assertAlmostEqual(share, above, places=4)
            self.assertTrue(low <= share <= high <= 1)
        self.assertEqual(own[-1][3], 0, "none is above the largest")
        self.pick("#distribution select", "distribution")
        self.assertIn("share", self.browser.js("return document.querySelector('#distribution [data-quantity=violation]').rows()[0]"))

    def test_profiles(self):
        report = self.load("quickstart")
        cells = report.table("cells")
        rows = self.browser.js("return document.querySelector('#profiles [data-quantity=violation]').rows()")[1:]
        settings = {}
        for cell in cells:
            settings.setdefault(cell["environment.corruption.budget"], {})[cell["learner"]] = cell["violation_mean"]
        for learner in {cell["learner"] for cell in cells}:
            best = sum(means[learner] <= min(means.values()) for means in settings.values()) / len(settings)
            own = [row for row in rows if row[0] == learner]
            first, last = own[0], own[-1]
            self.assertEqual((first[1], round(best, 4)), (0, first[2]), learner)
            self.assertEqual(last[2], 1, "within the largest difference everywhere")
            widest = max(means[learner] - min(means.values()) for means in settings.values())
            reached = next(row[1] for row in rows if row[0] == learner and row[2] == 1)
            self.assertTrue(math.isclose(reached, widest, rel_tol=1e-4, abs_tol=1e-6), learner)

    def test_every_trial(self):
        report = self.load("quickstart")
        self.assertEqual(self.count("#save-trials"), 0, "only on request")
        page = Shared.folder / "with-trials.html"
        subprocess.run([Shared.regretta, "report", report.file, "--trials", "--output", page], check=True, capture_output=True)
        Shared.reports["with-trials"] = types.SimpleNamespace(page=page)
        self.browser.open(page)
        folder = Shared.folder / "downloads"
        self.browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        self.browser.js("document.querySelector('#save-trials').click()")
        deadline = time.monotonic() + 20
        while not (folder / "trials.csv").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        exported = subprocess.run([Shared.regretta, "export", report.file, "--table", "trials"], check=True, capture_output=True).stdout
        self.assertEqual((folder / "trials.csv").read_bytes(), exported)

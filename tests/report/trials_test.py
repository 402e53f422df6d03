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
        self.assertEqual(self.chosen("#tails path.mark"), [4, 4])
        values = sorted(row["violation"] for row in report.table("trials") if row["cell"] == 4)
        own = [row for row in self.rows("tails", "violation") if row["cell"] == 4]
        self.assertEqual(own[0]["y"], 1, "all are above what is below the least")
        for row in own[1:]:
            above = sum(x > row["x"] * (1 + 1e-6) for x in values) / len(values)
            self.assertAlmostEqual(row["y"], above, places=4)
            self.assertTrue(row["low"] <= row["y"] <= row["high"] <= 1)
        self.assertEqual(own[-1]["y"], 0, "none is above the largest")

    def test_profiles(self):
        report = self.load("quickstart")
        rows = self.rows("profile", "violation")
        settings = {}
        for cell in report.table("cells"):
            settings.setdefault(cell["environment.corruption.budget"], {})[cell["learner"]] = cell["violation_mean"]
        for learner in next(iter(settings.values())):
            best = sum(means[learner] <= min(means.values()) for means in settings.values()) / len(settings)
            own = [row for row in rows if row["series"] == learner]
            self.assertEqual((own[0]["x"], round(own[0]["y"], 4)), (0, round(best, 4)), learner)
            self.assertEqual(own[-1]["y"], 1, "within the largest difference everywhere")
            widest = max(means[learner] - min(means.values()) for means in settings.values())
            reached = next(row["x"] for row in own if row["y"] == 1)
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
        while not (folder / "trials.csv").exists():
            time.sleep(0.05)
        exported = subprocess.run([Shared.regretta, "export", report.file, "--table", "trials"], check=True, capture_output=True).stdout
        self.assertEqual((folder / "trials.csv").read_bytes(), exported)

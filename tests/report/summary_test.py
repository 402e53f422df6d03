"""The summary in words says what compare, audit, rates and diagnose say, and the address keeps the chosen cell."""

import collections
import csv
import io
import json

import studies
from case import PageCase


class Summary(PageCase):
    def sentence(self, part):
        return " ".join(self.texts(f"#summary [data-part={part}]"))

    def facts(self):
        return json.loads(self.browser.js("return document.getElementById('study').textContent"))["summary"]

    def check_rivals(self, report):
        """What the page says of the best is what rank prints, and who is named there has less than each rival by compare."""
        printed = report.rank()
        rivals = self.facts()["rivals"]
        for text in [*rivals["least"], *rivals["advice"], rivals["before"], rivals["open"]]:
            self.assertIn(text, printed)
        for quantity, text in zip(("regret", "violation"), rivals["least"]):
            self.assertEqual(self.sentence(f"best-{quantity}"), text)
        for text in filter(None, [*rivals["advice"], rivals["open"]]):
            self.assertIn(text, self.sentence("advice"))
        return rivals

    def test_least_regret_and_violation(self):
        rivals = self.check_rivals(self.load("quickstart"))
        self.assertIn("of 2 settings", rivals["least"][0])
        self.assertIn("Reference lines, never best: safe-arm (given what nobody knows beforehand); hedge", " ".join(rivals["advice"]))

    def test_where_a_rule_chose_the_trials(self):
        words = ("--until", "compared to conomd-fs", "--most-trials", "200")
        report = self.load("until", studies.basic(name="until", trials=64, horizon=200) + '[[learner]]\nkind = ["ucpd", "hedge"]\n', words)
        self.check_rivals(report)
        note = " ".join(self.texts("#cells .note"))
        self.assertIn("looks of the stop rule", note)

    def test_trials_needed_and_marks_as_show_and_compare_print_them(self):
        report = self.load("quickstart")
        marks = self.texts("#cells-table tbody td:last-child")
        self.assertTrue(all("few trials" in mark for mark in marks[:4]), marks)
        self.choose(2)
        rows = self.browser.js("return [...document.querySelectorAll('#differences table[data-quantity=violation] tbody tr')]"
                               ".map((row) => [...row.children].map((cell) => cell.textContent))")
        printed = report.said("compare", report.file, "--baseline", "conomd-fs", "-m", "regret,violation", "--format", "csv")
        lines = {line["cell"]: line for line in csv.DictReader(io.StringIO(printed)) if line["metric"] == "violation"}
        for learner, _, _, verdict, needed, *_ in rows:
            line = lines[str(["conomd-fs", "conomd-fs-ix", "expopt-conomd", "hedge", "safe-arm"].index(learner))]
            self.assertEqual(verdict, line["verdict"])
            if verdict == "not separated":
                self.assertAlmostEqual(float(needed.replace(",", "")) / float(line["trials_needed"]), 1, delta=0.06)
            else:
                self.assertEqual(needed, "")

    def test_a_clear_winner(self):
        rivals = '[[learner]]\nkind = "ucpd"\n[[learner]]\nkind = "uniform"\n'
        report = self.load("winner", studies.basic(name="winner", trials=600, horizon=200, scales="0.1") + rivals)
        least = self.check_rivals(report)["least"]
        self.assertEqual(len(least), 2)
        lines = report.compare("conomd-fs", "violation")
        verdict = next(line["verdict"] for line in lines if line["learner"] == "ucpd")
        if verdict != "not separated":
            self.assertIn("conomd-fs" if verdict.startswith("worse") else "ucpd", least[1])

    def test_corruption(self):
        report = self.load("quickstart")
        trials = {(row["cell"], row["trial"]): row for row in report.table("trials")}
        lines = self.facts()["corruption"]
        self.assertEqual(len(lines), 2 * 5, "five learners, two quantities")
        sentence = self.sentence("corruption")
        for quantity in ("regret", "violation"):
            own = [line for line in lines if line["quantity"] == quantity]
            for line in own:
                measured = "expected_regret" if quantity == "regret" else quantity
                differences = [trials[line["cell"], k][measured] - trials[line["against"], k][measured] for k in range(8)]
                mean = sum(differences) / 8
                self.assertAlmostEqual(line["mean"], mean, delta=1e-6 * abs(mean) + 1e-9)
                if line["standing"] != "not separated":
                    self.assertEqual(line["standing"].removesuffix(" unless rare"), "worse" if mean > 0 else "better")
            counts = collections.Counter(line["standing"].removesuffix(" unless rare") for line in own)
            if rare := sum(line["standing"].endswith(" unless rare") for line in own):
                self.assertIn(f"trials too rare to be seen could undo {rare} of these {counts['worse'] + counts['better']}", sentence)
            self.assertRegex(sentence, rf"{quantity} rose significantly in {counts['worse']} of 5 comparisons( \([^)]*\))? "
                                       rf"and fell in {counts['better']}")

    def test_five_sentences_and_the_frontier_are_the_first_screen(self):
        self.browser.devtools("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)
        try:
            self.load("quickstart")
            sentences = self.texts("#summary li")
            self.assertLessEqual(len(sentences), 5)
            for sentence in sentences:
                self.assertEqual(sum(1 for end in __import__("re").finditer(r"[a-z)\d]\.( |$)", sentence)), 1, sentence)
            bottom = self.browser.js("return document.querySelector('#frontier .chart').getBoundingClientRect().bottom")
            self.assertLess(bottom, 900)
            order = self.browser.js("return [...document.querySelectorAll('section[id]')].map((s) => s.id)")
            self.assertEqual(order[:4], ["summary", "frontier", "curves", "cells"])
        finally:
            self.browser.devtools("Emulation.clearDeviceMetricsOverride")

    def test_theorems_and_distrust(self):
        for name in ("quickstart", "flight-delays"):
            report = self.load(name)
            counts = collections.Counter(line["verdict"] for line in report.audit())
            sentence = self.sentence("theorems")
            if set(counts) == {"not applicable"}:
                self.assertIn("none applies to any cell", sentence)
                self.assertIn("No theorem of the paper applies", self.texts("#ledger")[0])
                continue
            for verdict, count in counts.items():
                self.assertRegex(sentence, rf"\b{count} {verdict}\b")
            self.assertRegex(sentence, rf"\b{counts['violated']} violated\b")
            heavy = [finding["kind"] for finding in report.diagnose()["findings"] if finding["severity"] != "remark"]
            for kind in heavy:
                self.assertIn(kind, self.sentence("distrust"))

    def test_contents_and_address(self):
        report = self.load("quickstart")
        targets = self.browser.js("return [...document.querySelectorAll('#contents a')].map((a) => a.getAttribute('href'))")
        sections = self.browser.js("return [...document.querySelectorAll('section[id]')].map((s) => '#' + s.id)")
        self.assertEqual(targets, sections)
        self.choose(3)
        self.assertEqual(self.browser.js("return location.hash"), "#cell=3")
        self.browser.js("location.hash = '#cell-5'")
        self.browser.js("return new Promise((done) => setTimeout(done, 50))")
        self.assertEqual(self.chosen(), [5])
        self.load("flight-delays")
        self.browser.open(f"{report.page}#cell=7")
        self.assertEqual(self.chosen(), [7])

"""The page shows what the file contains: every number and every point, for every study that ships."""

import math
import re

import studies
from case import PageCase



def grid(row, without=()):
    """The labels that identify a table row in its study, except those that begin with a word of `without`."""
    labels = {key: value for key, value in row.items()
              if key in ("learner", "environment", "horizon") or key.startswith(("learner.", "environment."))}
    return tuple((key, value) for key, value in labels.items() if not key.startswith(tuple(without)))


class Charts(PageCase):
    def assert_shows(self, text, value, message):
        """`text` is `value`, rounded to the digits shown."""
        if value is None:
            self.assertEqual(text, "-", message)
            return
        plain = text.replace(",", "")
        places = len(plain.partition(".")[2])
        self.assertEqual(f"{float(plain):.{places}f}", plain.lstrip("+"), message)
        # without decimals, trailing zeros may be padding; at least six digits are shown
        unit = 10.0 ** -places if places else 10.0 ** max(0, math.floor(math.log10(abs(value) or 1)) - 5)
        self.assertLessEqual(abs(float(plain) - value), unit / 2 * (1 + 1e-6), message)

    def check_summary(self, cells, means):
        rows = self.browser.js("return [...document.querySelectorAll('#cells-table tbody tr')]"
                               ".map((r) => [Number(r.dataset.cell), [...r.cells].map((c) => c.textContent)])")
        self.assertEqual([cell for cell, _ in rows], [cell["cell"] for cell in cells])
        titles = self.texts("#cells-table thead th")
        for (_, entries), cell in zip(rows, cells):
            for quantity in ("regret", "violation"):
                text = entries[titles.index(quantity)]
                mean = cell[f"{quantity}_mean"]
                if mean is None:
                    self.assertEqual(text, "-")
                    continue
                estimate = means[cell["cell"], quantity]
                if text.endswith(" exact"):
                    self.assertEqual(estimate["low"], estimate["high"])
                    self.assertAlmostEqual(float(text.removesuffix(" exact")), estimate["mean"], delta=1e-5 * abs(mean) + 1e-9)
                    continue
                numbers = re.fullmatch(r"(-?[\d.]+(?:e-\d+)?)(?: ± ([\d.]+(?:e-\d+)?)| \+([\d.]+) -([\d.]+))", text).groups()
                below, above = numbers[1] or numbers[3], numbers[1] or numbers[2]
                for half, width in ((below, estimate["mean"] - estimate["low"]), (above, estimate["high"] - estimate["mean"])):
                    # Two digits, seven of the mean.
                    self.assertAlmostEqual(float(half), width, delta=width * 0.06 + 1e-9 + 6e-7 * abs(mean), msg=text)
                narrow = min((half for half in (below, above) if float(half) > 0), key=float, default="0")
                places = len(narrow.partition(".")[2])
                unit = 10.0 ** -places if places else 10.0 ** max(0, len(narrow) - 2)
                self.assertAlmostEqual(float(numbers[0]), estimate["mean"], delta=max(unit / 2 * 1.000001, 1e-5 * abs(mean)), msg=text)

    def check_details(self, cell):
        rows = self.browser.js("return [...document.querySelectorAll('#quantities tbody tr')]"
                               ".map((r) => [...r.cells].map((c) => c.textContent))")
        expected = [key[:-5] for key in cell if key.endswith("_mean") and cell[key] is not None]
        self.assertEqual([row[0] for row in rows], expected)
        for name, _, *numbers in rows:
            for text, statistic in zip(numbers, ("mean", "se", "q05", "q50", "q95")):
                self.assert_shows(text, cell[f"{name}_{statistic}"], f"{name}_{statistic} of cell {cell['cell']}")

    def check_curves(self, cell, setting, curves, means):
        for quantity in ("regret", "violation"):
            points = [row for row in curves if row["cell"] == cell["cell"]]
            name = "expected_regret_mean" if quantity == "regret" else f"{quantity}_mean"
            if all(row[name] is None for row in points):
                continue
            rows = [row for row in self.rows("curves", quantity) if row["mark"] == "curve"]
            self.assertEqual({row["cell"] for row in rows}, {other["cell"] for other in setting})
            own = [row for row in rows if row["cell"] == cell["cell"]]
            self.assertEqual([row["x"] for row in own], [row["t"] for row in points])
            for row, point in zip(own, points):
                mean = point[name]
                if mean is None:
                    self.assertEqual((row["y"], row["low"], row["high"]), (None, None, None))
                    continue
                self.assertAlmostEqual(row["y"], mean, delta=1e-6 * abs(mean))
                self.assertLessEqual(row["low"], mean + 6e-4 * abs(mean))
                self.assertGreaterEqual(row["high"], mean - 6e-4 * abs(mean))
            if own[-1]["low"] is not None and cell[f"{quantity}_mean"] is not None:  # the last checkpoint is T
                last = means[cell["cell"], quantity]
                for end in ("low", "high"):
                    self.assertAlmostEqual(own[-1][end], last[end], delta=6e-4 * abs(last[end]) + 1e-9)
            self.assertEqual(self.count(f"#curves [data-quantity={quantity}] path.mark"), len(setting))
            self.assertLessEqual(self.count(f"#curves [data-quantity={quantity}] .band"), len(setting) if len(setting) <= 6 else 1)

    def check_points(self, cell, cells, setting, trials):
        corrupted = any("budget" in key and len({c[key] for c in cells}) > 1 for key in cells[0] if key.startswith("environment."))
        self.assertEqual(self.count("#corruption"), int(corrupted))
        free = ("learner",) + tuple(key for key in cell if key.startswith("environment.") and "budget" in key)
        level = [other for other in cells if grid(other, free) == grid(cell, free)]
        for quantity in ("regret", "violation"):
            having = {other["cell"]: sum(row[quantity] is not None for row in trials if row["cell"] == other["cell"]) for other in cells}
            if corrupted:
                self.assertEqual(self.count(f"#corruption [data-quantity={quantity}] .mark"), sum(having[one["cell"]] > 0 for one in level))
            steps = self.browser.js("return [...document.querySelectorAll(`#distribution [data-quantity=${arguments[0]}] path.mark`)]"
                                    ".map((p) => [Number(p.dataset.cell), p.getAttribute('d').match(/V/g).length])", quantity)
            self.assertEqual(dict(steps), {other["cell"]: having[other["cell"]] for other in setting if having[other["cell"]] > 0})
        if len(level) > 1:
            self.assertEqual(self.count("#frontier .mark"), sum(other["regret_mean"] is not None for other in level))

    def check_paired(self, setting, trials):
        by_trial = {(row["cell"], row["trial"]): row for row in trials}
        baseline = setting[0]["cell"]
        for quantity in ("regret", "violation"):
            rows = self.browser.js("return [...document.querySelectorAll(`#differences table[data-quantity=${arguments[0]}] tbody tr`)]"
                                   ".map((r) => [Number(r.dataset.cell), r.cells[1].textContent])", quantity)
            self.assertEqual([cell for cell, _ in rows], [other["cell"] for other in setting[1:]])
            dots = self.browser.js("return [...document.querySelectorAll(`#paired figure[data-quantity=${arguments[0]}] g.dots`)]"
                                   ".map((g) => g.querySelectorAll('.dot').length)", quantity)
            for (cell, text), drawn in zip(rows, dots):
                measured = "expected_regret" if quantity == "regret" else quantity
                pairs = [(by_trial[cell, k][measured], by_trial[baseline, k][measured]) for k in range(8)]
                differences = [a - b for a, b in pairs if a is not None and b is not None]
                self.assertEqual(drawn, len(differences))
                if differences:
                    mean = sum(differences) / len(differences)
                    self.assertAlmostEqual(float(text), mean, delta=abs(mean) * 6e-4 + 1e-9)

    def check_ledger(self, report):
        audited = [line for line in report.audit() if line["verdict"] != "not applicable"]
        verdicts = self.browser.js(
            "const k = [...document.querySelectorAll('#ledger-table th')].findIndex((th) => th.textContent === 'verdict');"
            "return [...document.querySelectorAll('#ledger-table tbody tr')].map((r) => [r.dataset.cell, r.cells[k].textContent])")
        self.assertEqual(verdicts, [[line["cell"], line["verdict"]] for line in audited])

    def check_diagnosis(self, report):
        found = report.diagnose()["findings"]
        shown = self.browser.js("return [...document.querySelectorAll('#diagnosis li')].map((li) => [li.dataset.kind, li.textContent])")
        self.assertEqual([kind for kind, _ in shown], [finding["kind"] for finding in found])
        for (_, text), finding in zip(shown, found):
            self.assertIn(finding["what"].replace("`", ""), text)
            self.assertIn(finding["to_do"].replace("`", ""), text)

    def test_paired_intervals_are_those_of_compare(self):
        report = self.load("quickstart")
        for quantity in ("regret", "violation"):
            lines = {int(line["cell"]): line for line in report.compare("conomd-fs", "regret,violation") if line["metric"] == quantity}
            for chosen in (0, 5):
                self.choose(chosen)
                rows = self.browser.js("return [...document.querySelectorAll(`#differences table[data-quantity=${arguments[0]}] tbody tr`)]"
                                       ".map((r) => [Number(r.dataset.cell), r.cells[2].textContent])", quantity)
                self.assertEqual(len(rows), 4)
                for cell, text in rows:
                    for shown, end in zip(text.split(" to "), ("interval_low", "interval_high")):
                        value = float(lines[cell][end])
                        self.assertAlmostEqual(float(shown), value, delta=abs(value) * 5.1e-4)  # four digits

    def test_every_shipped_study(self):
        shipped = {path.stem for path in studies.SHIPPED.glob("*.toml") if "\n[search]\n" not in path.read_text()}
        self.assertEqual(shipped, set(studies.SMALL), "every study that ships is tested")
        for name in sorted(shipped):
            with self.subTest(name):
                report = self.load(name)
                if name in studies.LIKE_OTHERS:
                    continue
                cells, curves, trials = (report.table(table) for table in ("cells", "curves", "trials"))
                means = {(row["cell"], row["quantity"]): row for row in report.table("means")}
                self.check_summary(cells, means)
                self.check_ledger(report)
                self.check_diagnosis(report)
                for cell in (cells[0], cells[-1]):
                    self.choose(cell["cell"])
                    setting = [other for other in cells if grid(other, ("learner",)) == grid(cell, ("learner",))]
                    self.check_details(cell)
                    self.check_curves(cell, setting, curves, means)
                    self.check_points(cell, cells, setting, trials)
                    self.check_paired(setting, trials)

"""Tests that a page has the numbers of the program's tables, and that a chosen cell is marked in every view."""

import collections

import studies
from case import PageCase

DOWN, ENTER = "\ue015", "\ue007"

# A script that returns the three texts with the least contrast to their backgrounds, and these contrast ratios (WCAG 2).
CONTRAST = """
const channels = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const light = (rgb) => { const [r, g, b] = rgb.map((x) => x / 255).map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ratio = (a, b) => { const [low, high] = [light(a), light(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
const ground = (element) => { for (let e = element; e; e = e.parentElement) {
    const colour = channels(getComputedStyle(e).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour.slice(0, 3); } };
return [...document.querySelectorAll('main *')].filter((e) => !e.matches('title') && e.checkVisibility() &&
    [...e.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
  .map((e) => [e.tagName + ' ' + e.textContent.slice(0, 30),
    ratio(channels(getComputedStyle(e)[e instanceof SVGElement ? 'fill' : 'color']), ground(e))]).sort((a, b) => a[1] - b[1]).slice(0, 3);
"""


class Page(PageCase):
    def test_tables_audit_and_curves_of_every_shipped_study(self):
        shipped = {path.stem for path in studies.SHIPPED.glob("*.toml") if "\n[search]\n" not in path.read_text()}
        self.assertEqual(shipped, set(studies.SMALL), "SMALL must list every shipped study")
        for name in sorted(shipped):
            with self.subTest(name):
                report = self.load(name)
                tables, cells = report.tables(), report.table("cells")
                self.assertEqual([row["data-cell"] for row in tables["cells-table"]], [str(cell["cell"]) for cell in cells])
                audited = [(line["cell"], line["verdict"]) for line in report.audit() if line["verdict"] != "not applicable"]
                self.assertEqual([(row["data-cell"], row.get("verdict", audited[0][1])) for row in tables.get("ledger-table", [])], audited)
                findings = report.diagnose()["findings"]
                self.assertEqual(self.browser.js("return [...document.querySelectorAll('#diagnosis li')].map((li) => li.dataset.kind)"),
                                 [finding["kind"] for finding in findings])
                ranked = report.rank()
                for part in ("before", "open"):
                    for text in self.texts(f"[data-part={part}]"):
                        self.assertIn(text, ranked)
                self.check_curves(report, cells[-1])

    def check_curves(self, report, cell):
        """Expects the curves of a cell on the page to equal those of `export`."""
        rows = [row for row in report.table("curves") if row["cell"] == cell["cell"]]
        for quantity, name in (("regret", "expected_regret_mean"), ("violation", "violation_mean")):
            found = [(series, (series.get("x") or panel["series"][0]["x"])) for figure in report.data()["figures"]
                     if figure["kind"] == "curves" for panel in figure["panels"] if panel["quantity"] == quantity
                     for series in panel["series"] if series["mark"] == "curve" and series.get("cell") == cell["cell"]]
            if all(row[name] is None for row in rows):
                continue
            ((series, x),) = found
            self.assertEqual(x, [row["t"] for row in rows])
            for y, row in zip(series["y"], rows):
                self.assertEqual(y is None, row[name] is None)
                if y is not None:
                    self.assertAlmostEqual(y, row[name], delta=1e-5 * abs(y) + 1e-9)

    def test_differences_equal_those_of_compare(self):
        report = self.load("quickstart")
        lines = {(line["cell"], line["metric"]): line for line in report.compare("conomd-fs", "regret,violation")}
        rows = report.tables()["differences-table"]
        self.assertEqual(len(rows), len(lines))
        for row in rows:
            line = lines[row["data-cell"], row["quantity"]]
            self.assertEqual(row["verdict"], line["verdict"])
            for shown, end in zip(row["95% interval"].split(" to "), ("interval_low", "interval_high")):
                self.assertAlmostEqual(float(shown), float(line[end]), delta=abs(float(line[end])) * 5.1e-4)

    def test_the_first_screen_has_the_recommendation(self):
        self.browser.devtools("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)
        try:
            report = self.load("quickstart")
            advice = self.texts("#summary [data-part=advice] b")
            self.assertEqual(len(advice), 1)
            self.assertIn(advice[0], report.rank())
            order = self.browser.js("return [...document.querySelectorAll('section')].map((s) => "
                                    "[s.id, !!s.querySelector(':scope > details')])")
            self.assertEqual([name for name, _ in order[:5]], ["summary", "frontier", "curves", "cells", "sweep"])
            self.assertEqual([folded for _, folded in order], [False] * 5 + [True] * (len(order) - 5))
            bottom = self.browser.js("return document.querySelector('#best-table').getBoundingClientRect().bottom")
            self.assertLess(bottom, 900)
            counts = collections.Counter(line["verdict"] for line in report.audit())
            for verdict, count in counts.items():
                self.assertRegex(self.texts("[data-part=theorems]")[0], rf"\b{count} {verdict}\b")
        finally:
            self.browser.devtools("Emulation.clearDeviceMetricsOverride")

    def test_a_cell_chosen_in_one_view_is_marked_in_the_others(self):
        self.load("corruption-sweep")
        self.browser.js("document.querySelectorAll('details').forEach((one) => one.setAttribute('open', ''))")
        self.browser.js("return new Promise((done) => setTimeout(done, 100))")
        views = ("#cells-table tr", "#sweep .point", "#frontier .point", "#distribution path", "#ledger-table tr", "#curves .legend button")
        self.choose(9)
        for view in views:
            self.assertEqual(set(self.chosen(view)), {9}, view)
        for view in views[1:]:
            other = self.browser.js("const e = document.querySelector(arguments[0] + '[data-cell]:not(.chosen)');"
                                    "e.dispatchEvent(new MouseEvent('click', {bubbles: true})); return Number(e.dataset.cell)", view)
            self.assertEqual(self.chosen(), [other], view)
        self.assertEqual(self.browser.js("return location.hash"), f"#cell={other}")
        self.browser.js("location.hash = '#cell=5'")
        self.browser.js("return new Promise((done) => setTimeout(done, 50))")
        self.assertEqual(self.chosen(), [5])
        self.browser.click("#next")
        self.assertEqual(self.chosen(), [6])

    def test_cells_can_be_chosen_with_the_keyboard(self):
        self.load("quickstart")
        for view in ("#cells-table tbody tr", "#sweep .mark", "#frontier .mark", "#curves .legend button"):
            self.choose(0)
            self.browser.js("[...document.querySelectorAll(arguments[0])].find((e) => e.tabIndex === 0).focus()", view)
            self.browser.press(DOWN)
            focused = self.browser.js("const e = document.activeElement; return [e.matches(arguments[0]), Number(e.dataset.cell)]", view)
            self.assertTrue(focused[0], view)
            self.browser.press(ENTER)
            self.assertEqual(self.chosen(), [focused[1]], view)

    def test_hovering_a_curve_shows_its_values(self):
        self.load("quickstart")
        self.browser.js("const chart = document.querySelector('#curves [data-quantity=violation] svg');"
                        "const line = chart.querySelector('path.mark');"
                        "const r = line.getBoundingClientRect();"
                        "chart.dispatchEvent(new PointerEvent('pointermove', {clientX: r.right, clientY: r.top, bubbles: true}))")
        self.assertRegex(self.texts("#curves [data-quantity=violation] .readout")[0],
                         r"^.+: Round t = [\d,]+, Violation V_t = [\d.,-]+ \([\d.,-]+ to [\d.,-]+\)$")

    def test_cells_can_be_filtered_and_sorted(self):
        report = self.load("quickstart")
        self.browser.js("const f = document.querySelector('#filter input'); f.value = 'CONOMD 500'; f.dispatchEvent(new Event('input'))")
        self.assertEqual(self.count("#cells-table tbody tr:not([hidden])"), 3)
        self.assertEqual(self.texts("#filter span"), [" 3 of 10"])
        means = {row["cell"]: row["mean"] for row in report.table("means") if row["quantity"] == "regret"}
        column = self.texts("#cells-table th").index("regret") + 1
        for descending in (False, True):
            self.browser.js(f"document.querySelector('#cells-table th:nth-child({column}) button').click()")
            order = self.browser.js("return [...document.querySelectorAll('#cells-table tbody tr')].map((r) => Number(r.dataset.cell))")
            self.assertEqual(order, sorted(means, key=means.get, reverse=descending))

    def test_text_has_contrast_in_light_and_dark_mode(self):
        for scheme in ("light", "dark"):
            self.browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for name in ("quickstart", "rivals-slander", "exploration-tradeoff"):
                self.load(name)
                lowest = self.browser.js(CONTRAST)
                self.assertGreaterEqual(lowest[0][1], 4.4, (scheme, name, lowest))
        self.browser.devtools("Emulation.setEmulatedMedia", features=[])

    def test_a_page_fits_small_screens_and_prints_folded_parts(self):
        try:
            for name in ("quickstart", "rivals-slander", "exploration-tradeoff"):
                self.browser.devtools("Emulation.setDeviceMetricsOverride", width=400, height=900, deviceScaleFactor=1, mobile=True)
                self.load(name)
                self.assertLessEqual(self.browser.js("return document.documentElement.scrollWidth"), 400, name)
        finally:
            self.browser.devtools("Emulation.clearDeviceMetricsOverride")
        self.assertTrue(self.browser.devtools("Page.printToPDF", printBackground=True)["data"])
        self.assertEqual(self.count("details:not([open])"), self.count(".legend details:not([open])"), "folded parts must be printed, too")

    def test_many_learners_have_few_colours_and_a_folded_legend(self):
        self.load("rivals-slander")
        colours = "return [...new Set([...document.querySelectorAll('#sweep .line')].map((e) => e.style.stroke))].length"
        self.assertLessEqual(self.browser.js(colours), 9, "there may be seven hues, grey, and black for the chosen learner")
        self.assertLessEqual(self.count("#curves .legend > button"), 8)
        self.assertEqual(self.count("#curves .legend button"), 42, "the legend must have the other learners, folded")
        self.load("exploration-tradeoff")
        self.assertEqual(self.count("#curves .legend details"), 0, "six values of a parameter must all have a colour")

    def test_tables_are_shown_without_javascript(self):
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
        try:
            report = self.report("quickstart")
            self.browser.get(f"file://{report.page}")
            text = self.browser.find_element("tag name", "main").text
            for word in ("Recommended", "conomd-fs-ix", "All results"):
                self.assertIn(word, text)
        finally:
            self.browser.devtools("Emulation.setScriptExecutionDisabled", value=False)

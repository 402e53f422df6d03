"""What a reader does with the page: select, filter, sort, change scales, use the dark theme, all by keyboard, print."""

import types

import studies
from case import PageCase, Shared

DOWN, ENTER, TAB = "\ue015", "\ue007", "\ue004"


class Interactions(PageCase):
    def test_choosing_a_cell_in_one_view_marks_it_in_the_others(self):
        self.load("corruption-sweep")
        views = ("#cells-table tr", "#corruption .point", "#frontier .point", "#distribution path", "#heat g", "#ledger-table tr",
                 "#curves .entry")
        self.choose(9)  # in the table
        for view in views:
            self.assertEqual(set(self.chosen(view)), {9}, view)
        self.assertIn("Cell 9", self.texts("#chosen")[0])
        for view in views[1:]:
            other = self.browser.js("const e = document.querySelector(arguments[0] + '[data-cell]:not(.chosen)');"
                                    "e.dispatchEvent(new MouseEvent('click', {bubbles: true})); return Number(e.dataset.cell)", view)
            for shown in views:
                marked = self.chosen(shown)
                self.assertEqual(set(marked), {other} if marked or shown != "#ledger-table tr" else set(), f"{view}: {shown}")
        line = self.browser.js("const e = document.querySelector('#paired g.mark');"
                               "e.dispatchEvent(new MouseEvent('click', {bubbles: true})); return Number(e.dataset.cell)")
        self.assertEqual(self.chosen(), [line])

    def test_previous_and_next(self):
        self.load("quickstart")
        self.browser.click("#next")
        self.assertEqual(self.chosen(), [1])
        self.browser.click("#previous"), self.browser.click("#previous")
        self.assertEqual(self.chosen(), [9], "round the corner")

    def test_highlight(self):
        report = self.report("quickstart")
        page = Shared.folder / "highlighted.html"
        report.said("report", report.file, "--highlight", "hedge,conomd-fs", "--output", page)
        Shared.reports["highlighted"] = types.SimpleNamespace(page=page)
        self.browser.open(page)
        data = studies.Report.data(Shared.reports["highlighted"])
        self.assertEqual([[learner["label"] for learner, style in zip(data["learners"], look["styles"]) if not style.get("grey")]
                          for look in data["looks"]], [["conomd-fs", "hedge"], ["conomd-fs", "conomd-fs-ix", "expopt-conomd"]],
                         "chosen, and without reference lines")
        self.assertTrue(self.browser.js("return [...document.querySelectorAll('#curves select')].some((list) => list.value === 'chosen')"))

    def test_filter(self):
        self.load("quickstart")
        self.browser.js("const f = document.getElementById('filter'); f.value = 'CONOMD 500'; f.dispatchEvent(new Event('input'))")
        self.assertEqual(self.count("#cells-table tbody tr"), 3)
        self.assertEqual(self.texts("#cells .count"), ["3 of 10 cells"])
        self.pick("#cells select", "1")  # the second learner
        self.assertEqual(self.texts("#cells-table tbody td:nth-child(2)"), ["conomd-fs-ix"])
        self.browser.js("const f = document.getElementById('filter'); f.value = 'nothing at all'; f.dispatchEvent(new Event('input'))")
        self.assertEqual(self.texts("#cells .count"), ["0 of 10 cells"])

    def test_sort(self):
        report = self.load("quickstart")
        means = {row["cell"]: row["mean"] for row in report.table("means") if row["quantity"] == "regret"}
        column = self.texts("#cells-table th").index("regret") + 1
        for sorted_by, descending in (("ascending", False), ("descending", True)):
            self.browser.click(f"#cells-table th:nth-child({column}) button")
            self.assertEqual(self.browser.js(f"return document.querySelector('#cells-table th:nth-child({column})').ariaSort"), sorted_by)
            order = self.browser.js("return [...document.querySelectorAll('#cells-table tbody tr')].map((r) => Number(r.dataset.cell))")
            self.assertEqual(order, sorted(means, key=means.get, reverse=descending))

    def ticks(self, quantity):
        return [text for text in self.texts(f"#curves [data-quantity={quantity}] .axis text") if text[:1].isdigit() or text[:1] == "-"]

    def test_curves(self):
        self.load("quickstart")
        figure = "#curves [data-quantity=violation]"
        self.assertEqual(self.count(f"{figure} .guide"), 0)
        self.assertIn("↑ bound", self.texts("#curves [data-quantity=regret] .tag")[0], "it would leave the curves no room")
        linear = self.ticks("violation"), self.ticks("regret")
        self.pick("#curves select", "log")
        self.assertNotEqual((self.ticks("violation"), self.ticks("regret")), linear)
        self.assertIn("10", self.ticks("violation"))
        self.assertTrue(any(text.startswith("-") for text in self.ticks("regret")), "regret is negative here")
        self.assertEqual((self.count(f"{figure} .guide"), self.count(f"{figure} path.bound")), (1, 1))
        self.assertEqual(self.count("#curves [data-quantity=regret] path.bound"), 1)
        stored = self.browser.js("return JSON.parse(document.getElementById('study').textContent).cells[0].violation.bound.value")
        bounds = {row["y"] for row in self.rows("curves", "violation") if row["mark"] == "bound" and row["cell"] == 0}
        self.assertEqual(len(bounds), 1)
        self.assertAlmostEqual(bounds.pop(), stored, delta=1e-6 * stored)
        self.assertEqual(self.count(f"{figure} .band"), 5, "five learners have bands")
        self.pick("#curves .control:nth-child(2) select", "quantiles")
        self.assertEqual(self.count(f"{figure} .band"), 5, "others")
        self.pick("#curves .control:nth-child(2) select", "none")
        self.assertEqual(self.count(f"{figure} .band"), 0)

    def pointer(self, kind, figure, x, y):
        """An event of the pointer at a share of the width and height of a chart."""
        self.browser.js("const [kind, figure, x, y] = arguments, chart = document.querySelector(`${figure} svg.chart`),"
                        "r = chart.getBoundingClientRect(), at = {clientX: r.x + x * r.width, clientY: r.y + y * r.height};"
                        "chart.dispatchEvent(new PointerEvent(kind, {...at, bubbles: true}))", kind, figure, x, y)

    def test_hover_and_zoom(self):
        self.load("quickstart")
        figure = "#curves [data-quantity=violation]"
        end = self.browser.js("const line = document.querySelector(`${arguments[0]} path.mark`);"
                              "const r = line.getBoundingClientRect(), c = line.ownerSVGElement.getBoundingClientRect();"
                              "return [(r.right - c.x) / c.width, (r.top - c.y) / c.height]", figure)
        self.pointer("pointermove", figure, *end)
        self.assertRegex(self.texts(f"{figure} .readout")[0], r"^.+: Round t = [\d,]+, Violation V_t = [\d.,-]+ \([\d.,-]+ to [\d.,-]+\)$")
        whole = self.ticks("violation")
        self.pointer("pointerdown", figure, 0.5, 0.2), self.pointer("pointerup", figure, 0.7, 0.6)
        self.assertNotEqual(self.ticks("violation"), whole)
        self.assertEqual(self.count(f"{figure} .downloads"), 1)
        self.choose(2), self.choose(0)
        self.assertNotEqual(self.ticks("violation"), whole, "kept while the setting is")
        self.pointer("dblclick", figure, 0.5, 0.5)
        self.assertEqual(self.ticks("violation"), whole)

    def test_picker_of_the_heat_map(self):
        report = self.load("exploration-tradeoff")
        means = {(row["cell"], row["quantity"]): row["mean"] for row in report.table("means")}
        cells = report.table("cells")
        self.pick("#heat .columns > :last-child select", "corruption")
        for quantity in ("regret", "corruption"):
            tiles = self.browser.js(f"return [...document.querySelectorAll('#heat [data-quantity={quantity}] g.mark')].map((g) => "
                                    "[g.dataset.cell, g.querySelector('text').textContent.replaceAll(',', '')].map(Number))")
            self.assertEqual(len(tiles), len(cells))
            for cell, shown in tiles:
                mean = means.get((cell, quantity), cells[cell][f"{quantity}_mean"])
                self.assertAlmostEqual(shown, mean, delta=abs(mean) * 5.1e-3)

    def test_dark_and_light(self):
        self.load("quickstart")
        ground = lambda: self.browser.js("return getComputedStyle(document.body).backgroundColor")
        stroke = lambda: self.browser.js("return document.querySelector('#curves [data-quantity=violation] path.mark').style.stroke")
        light, ink = ground(), stroke()
        self.assertEqual(light, "rgb(255, 255, 255)")
        self.browser.click("#theme")
        self.assertNotEqual(ground(), light)
        self.assertNotEqual(stroke(), ink, "the charts go along")
        self.browser.click("#theme")
        self.assertEqual((ground(), stroke()), (light, ink))

    def test_keyboard(self):
        self.load("quickstart")
        for view in ("#cells-table tbody tr", "#corruption [data-quantity=regret] .mark", "#distribution [data-quantity=regret] .mark",
                     "#frontier .mark", "#paired [data-quantity=regret] g.mark", "#heat [data-quantity=regret] .mark", "#curves .entry"):
            self.choose(0)
            reachable = self.browser.js("return [...document.querySelectorAll(arguments[0])].filter((e) => e.tabIndex === 0).length", view)
            self.assertEqual(reachable, 1, f"{view}: one of them is in the tab order")
            self.browser.js("[...document.querySelectorAll(arguments[0])].find((e) => e.tabIndex === 0).focus()", view)
            self.browser.press(DOWN)
            focused = self.browser.js("const e = document.activeElement; return [e.matches(arguments[0]), Number(e.dataset.cell)]", view)
            self.assertTrue(focused[0], view)
            self.browser.press(ENTER)
            self.assertEqual(self.chosen(), [focused[1]], view)

    def test_print(self):
        self.load("quickstart")
        self.browser.click("#theme")  # dark on the screen
        self.browser.js("onbeforeprint = () => { window.printed = getComputedStyle(document.documentElement).getPropertyValue('--page') }")
        self.assertTrue(self.browser.devtools("Page.printToPDF", printBackground=True)["data"])
        self.assertEqual(self.browser.js("return window.printed.trim()"), "#ffffff", "paper is light")
        self.assertEqual(self.browser.js("return document.documentElement.classList.contains('printing')"), False)

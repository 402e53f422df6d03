"""What a reader does with the page: select, filter, sort, change scales, use the dark theme, all by keyboard, print."""

from case import PageCase

DOWN, ENTER, TAB = "\ue015", "\ue007", "\ue004"


class Interactions(PageCase):
    def test_choosing_a_cell_in_one_view_marks_it_in_the_others(self):
        self.load("corruption-sweep")
        views = ("#cells-table tr", "#levels .point", "#frontier .point", "#distribution path", "#heatmap g", "#ledger-table tr", "#curves .entry")
        self.choose(9)  # in the table
        for view in views:
            self.assertEqual(set(self.chosen(view)), {9}, view)
        self.assertIn("Cell 9", self.texts("#chosen")[0])
        for view in views[1:]:
            other = self.browser.js("const e = [...document.querySelectorAll(arguments[0])].find((e) => e.dataset.cell && !e.classList.contains('chosen'));"
                                    "e.dispatchEvent(new MouseEvent('click', {bubbles: true})); return Number(e.dataset.cell)", view)
            for shown in views:
                marked = self.chosen(shown)
                self.assertEqual(set(marked), {other} if marked or shown != "#ledger-table tr" else set(), f"{view}: {shown}")
        line = self.browser.js("const e = document.querySelector('#paired g.mark'); e.dispatchEvent(new MouseEvent('click', {bubbles: true})); return Number(e.dataset.cell)")
        self.assertEqual(self.chosen(), [line])

    def test_previous_and_next(self):
        self.load("quickstart")
        self.browser.click("#next")
        self.assertEqual(self.chosen(), [1])
        self.browser.click("#previous"), self.browser.click("#previous")
        self.assertEqual(self.chosen(), [9], "round the corner")

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
            self.assertEqual(self.browser.js(f"return document.querySelector('#cells-table th:nth-child({column})').getAttribute('aria-sort')"), sorted_by)
            order = self.browser.js("return [...document.querySelectorAll('#cells-table tbody tr')].map((r) => Number(r.dataset.cell))")
            self.assertEqual(order, sorted(means, key=means.get, reverse=descending))

    def plot(self, quantity, what):
        return self.browser.js(f"const plot = document.querySelector('#curves [data-quantity={quantity}]').plot; return {what}")

    def test_curves(self):
        report = self.load("quickstart")
        labels = lambda quantity: self.plot(quantity, "plot.series.map((s) => s.label)")
        self.assertEqual(self.plot("violation", "[plot.scales.x.distr, plot.scales.y.distr]"), [1, 1])
        self.assertIn("√t", labels("violation"))
        self.assertNotIn("bound", labels("violation"))
        self.pick("#curves select", "log")
        self.assertEqual(self.plot("violation", "[plot.scales.x.distr, plot.scales.y.distr]"), [3, 3])
        self.assertEqual(self.plot("regret", "[plot.scales.x.distr, plot.scales.y.distr]"), [3, 4], "regret is negative here")
        self.assertIn("bound", labels("violation"))
        bound = self.plot("violation", "plot.data[plot.series.findIndex((s) => s.label === 'bound')]")
        stored = self.browser.js("return JSON.parse(document.getElementById('study').textContent).cells[0].violation.bound.value")
        self.assertEqual(set(bound), {stored})
        end = self.plot("violation", "plot.data[plot.series.findIndex((s) => s.label === '√t')].at(-1)")
        self.assertAlmostEqual(end, report.table("cells")[0]["violation_mean"], delta=end * 1e-6)
        with_bands = len(labels("violation"))
        self.pick("#curves .control:nth-child(2) select", "none")
        self.assertEqual(len(labels("violation")), with_bands - 10, "five learners had bands")
        self.browser.click("#bound-control input")
        self.assertNotIn("bound", labels("violation"))
        self.browser.js("const over = document.querySelector('#curves [data-quantity=violation]').plot.over; const r = over.getBoundingClientRect();"
                        "over.dispatchEvent(new MouseEvent('mousemove', {clientX: r.x + r.width - 3, clientY: r.y + 40, bubbles: true}))")
        self.assertRegex(self.texts("#curves [data-quantity=violation] .readout")[0], r"^t = [\d,]+, .+: [\d.,-]+")

    def test_pickers_of_frontier_and_heat_map(self):
        report = self.load("exploration-tradeoff")
        cells = report.table("cells")
        for path, expected in (("environment.corruption.budget", len(cells)), ("learner.beta", 6)):
            self.pick("#frontier select", path)
            self.assertEqual(self.count("#frontier .mark"), expected, path)
        self.pick("#heatmap .columns > :last-child select", "corruption")
        for quantity in ("regret", "corruption"):
            tiles = self.browser.js("return [...document.querySelectorAll(`#heatmap [data-quantity=${arguments[0]}] g.mark`)].map((g) => [Number(g.dataset.cell), Number(g.querySelector('text').textContent.replaceAll(',', ''))])", quantity)
            self.assertEqual(len(tiles), len(cells))
            for cell, shown in tiles:
                mean = cells[cell][f"{quantity}_mean"]
                self.assertAlmostEqual(shown, mean, delta=abs(mean) * 5.1e-3)

    def test_dark_and_light(self):
        self.load("quickstart")
        ground = lambda: self.browser.js("return getComputedStyle(document.body).backgroundColor")
        stroke = lambda: self.plot("violation", "plot.series[1].stroke()")
        light, ink = ground(), stroke()
        self.assertEqual(light, "rgb(255, 255, 255)")
        self.browser.click("#theme")
        self.assertNotEqual(ground(), light)
        self.assertNotEqual(stroke(), ink, "the canvas goes along")
        self.browser.click("#theme")
        self.assertEqual((ground(), stroke()), (light, ink))

    def test_keyboard(self):
        self.load("quickstart")
        for view in ("#cells-table tbody tr", "#levels [data-quantity=regret] .mark", "#frontier .mark", "#distribution [data-quantity=regret] .mark",
                     "#paired [data-quantity=regret] g.mark", "#heatmap [data-quantity=regret] .mark", "#curves .entry"):
            self.choose(0)
            reachable = self.browser.js("return [...document.querySelectorAll(arguments[0])].filter((e) => e.tabIndex === 0).length", view)
            self.assertEqual(reachable, 1, f"{view}: one of them is in the tab order")
            self.browser.js("[...document.querySelectorAll(arguments[0])].find((e) => e.tabIndex === 0).focus()", view)
            self.browser.press(DOWN)
            focused = self.browser.js("return [document.activeElement.matches(arguments[0]), Number(document.activeElement.dataset.cell)]", view)
            self.assertTrue(focused[0], view)
            self.browser.press(ENTER)
            self.assertEqual(self.chosen(), [focused[1]], view)

    def test_print(self):
        self.load("quickstart")
        self.browser.click("#theme")  # dark on the screen
        self.browser.js("addEventListener('beforeprint', () => { window.printed = getComputedStyle(document.documentElement).getPropertyValue('--page') })")
        self.assertTrue(self.browser.devtools("Page.printToPDF", printBackground=True)["data"])
        self.assertEqual(self.browser.js("return window.printed.trim()"), "#ffffff", "paper is light")
        self.assertEqual(self.browser.js("return document.documentElement.classList.contains('printing')"), False)

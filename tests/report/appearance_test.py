"""What a reader sees: contrast in both themes, the width of a small screen, many learners, files to download."""

import csv
import io
import pathlib
import time

import studies
from case import PageCase, Shared

# The contrast (WCAG 2) of every text and every mark with what is behind it; [[what, ratio]] of the lowest.
CONTRAST = """
const channels = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const light = (rgb) => { const [r, g, b] = rgb.map((x) => x / 255).map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ratio = (a, b) => { const [low, high] = [light(a), light(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
const over = (top, share, under) => top.slice(0, 3).map((x, k) => share * x + (1 - share) * under[k]);
const ground = (element) => {
  for (let e = element; e; e = e.parentElement) {
    if (e.matches('#heat g.mark')) return channels(getComputedStyle(e.querySelector('rect')).fill);
    const colour = channels(getComputedStyle(e).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour.slice(0, 3);
  }
};
const name = (element) => element.tagName + '.' + (element.getAttribute('class') ?? '') + ' ' + element.textContent.slice(0, 30);
const lowest = { text: [], mark: [] };
const add = (kind, e, colour, share, under = ground(e)) => lowest[kind].push([name(e), ratio(over(channels(colour), share, under), under)]);
for (const e of document.querySelectorAll('#page *')) {
  const style = getComputedStyle(e);
  if (style.display === 'none' || style.visibility === 'hidden') continue;
  const owns = [...e.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  if (owns && !e.matches('title,script,option')) add('text', e, e instanceof SVGElement ? style.fill : style.color, Number(style.opacity));
  if (e.matches('.line, .error-bar, .interval')) add('mark', e, style.stroke, Number(style.opacity) * Number(style.strokeOpacity));
  if (e.matches('.point, .dot')) add('mark', e, style.fill, Number(style.opacity) * Number(style.fillOpacity));
}
for (const kind in lowest) lowest[kind] = lowest[kind].sort((a, b) => a[1] - b[1]);
return { counts: [lowest.text.length, lowest.mark.length], text: lowest.text.slice(0, 3), mark: lowest.mark.slice(0, 3) };
"""


class Appearance(PageCase):
    def test_contrast_in_both_themes(self):
        for name in ("quickstart", "rivals-slander", "exploration-tradeoff"):
            self.load(name)
            for theme in ("light", "dark"):
                if self.browser.js("return document.documentElement.dataset.theme") != theme:
                    self.browser.click("#theme")
                lowest = self.browser.js(CONTRAST)
                self.assertTrue(min(lowest["counts"]) > 20, "it sees texts and marks")
                self.assertGreaterEqual(lowest["text"][0][1], 4.5, f"{name}, {theme}: {lowest['text']}")
                self.assertGreaterEqual(lowest["mark"][0][1], 3, f"{name}, {theme}: {lowest['mark']}")

    def test_a_small_screen_and_a_large_one(self):
        try:
            for name in ("quickstart", "rivals-slander", "flight-delays", "corruption-sweep", "exploration-tradeoff"):
                for width in (400, 1400):
                    self.browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                                          mobile=width == 400)
                    self.load(name)
                    self.assertLessEqual(self.browser.js("return document.documentElement.scrollWidth"), width, name)
                    cut = self.browser.js("return [...document.querySelectorAll('section:not(#details) :is(.scroll, .wide-table)')]"
                                          ".filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.id || e.closest('section').id)")
                    if width == 1400:
                        self.assertEqual(cut, [], f"{name}: every column is in view")
        finally:
            self.browser.devtools("Emulation.clearDeviceMetricsOverride")

    def test_labels_of_the_frontier(self):
        for name in ("quickstart", "exploration-tradeoff", "rivals-slander"):
            self.load(name)
            tags, points = self.browser.js(
                "const box = (e) => { const b = e.getBBox(); return [b.x, b.x + b.width, b.y, b.y + b.height]; };"
                "return [[...document.querySelectorAll('#frontier .tag')].map((e) => [e.textContent, ...box(e)]),"
                " [...document.querySelectorAll('#frontier .point')].map(box).map(([l, r, t, b]) => [(l + r) / 2, (t + b) / 2])]")
            self.assertGreater(len(tags), 3)
            for k, (text, left, right, top, bottom) in enumerate(tags):
                covered = [point for point in points if left < point[0] < right and top < point[1] < bottom]
                self.assertEqual(covered, [], f"{name}: {text} covers a point")
                for other in tags[:k]:
                    # Boxes are higher than digits.
                    apart = left > other[2] - 1 or other[1] > right - 1 or top > other[4] - 3 or other[3] > bottom - 3
                    self.assertTrue(apart, f"{name}: {text} covers {other[0]}")

    def test_rows_on_a_small_screen_differ(self):
        try:
            self.browser.devtools("Emulation.setDeviceMetricsOverride", width=400, height=900, deviceScaleFactor=1, mobile=True)
            self.load("exploration-tradeoff")
            for view, count in (("#heat [data-quantity=regret] .axis text", 6), ("#paired [data-quantity=regret] .axis text", 5)):
                rows = [text for text in self.texts(view) if text.startswith("expopt")]
                self.assertEqual((len(rows), len(set(rows))), (count, count), rows)
        finally:
            self.browser.devtools("Emulation.clearDeviceMetricsOverride")

    def test_many_learners(self):
        self.load("rivals-slander")
        colours = "return [...new Set([...document.querySelectorAll('#corruption .line')].map((e) => e.style.stroke))]"
        self.assertEqual(len(self.browser.js(colours)), 8, "seven hues and grey")
        before = self.texts("#curves .legend:first-child .entry")
        self.assertEqual(len(before), 7)
        self.pick("#curves .control:last-of-type select", "violation")
        self.assertNotEqual(self.texts("#curves .legend:first-child .entry"), before)
        self.assertEqual(self.count("#curves .entry"), 42, "the others are folded away, not left out")
        grey = self.browser.js("return Number(document.querySelector('#curves .rest .entry').dataset.cell)")
        self.choose(grey)
        ink = self.browser.js("return document.querySelector('#corruption .line.own').style.stroke")
        self.assertNotEqual(ink, "rgb(138, 138, 138)", "the chosen learner is never grey")

    def test_a_group_of_many_learners(self):
        self.load("rivals-slander")
        coloured = lambda: [text.strip() for text in self.texts("#curves .legend:first-child .entry")]
        control = "#curves .control:last-of-type select"
        groups = [text.removeprefix("group: ") for text in self.texts(f"{control} option") if text.startswith("group: ")]
        self.assertEqual(groups, ["paper", "projecting", "optimistic", "primal-dual", "unconstrained", "reference"])
        self.pick(control, "group paper")
        self.assertEqual(set(coloured()), {"conomd-fs", "conomd-fs-ix", "expopt-conomd", "known-c, feedback = full",
                                           "known-c, feedback = bandit"})
        for group in ("primal-dual", "unconstrained"):
            self.pick(control, f"group {group}")
            self.assertEqual(len(coloured()), 8, "seven of ten or eleven, and the chosen one")
        self.assertEqual(self.count("#curves .entry"), 42)

    def test_an_ordered_parameter(self):
        self.load("exploration-tradeoff")
        strokes = ("return [...new Set([...document.querySelectorAll('#corruption [data-quantity=regret] .line')]"
                   ".map((e) => getComputedStyle(e).stroke))].map((text) => light(text.match(/\\d+/g).map(Number)))")
        light = "".join(CONTRAST.split("\n")[2:4])
        for _ in ("light", "dark"):
            shades = self.browser.js(light + strokes)
            self.assertEqual(len(shades), 6)
            self.assertEqual(shades, sorted(shades), "in the order of the parameter")
            self.browser.click("#theme")
        self.assertEqual(self.count("#curves .rest"), 0, "none is grey")

    def test_gaps_of_the_regret_are_explained(self):
        report = self.load("flight-delays")
        gaps = [row["t"] for row in report.table("curves") if row["cell"] == 0 and row["regret_mean"] is None]
        self.assertGreater(len(gaps), 0, "a study with gaps is needed")
        self.assertIn(f"at {len(gaps)} of ", self.texts("#curves > .note")[0])

    def test_levels_without_regret_are_named(self):
        text = studies.basic(name="overdone", violation="[0.5, -0.1]",
                             corruption='corruption = { budget = [0, 290], schedule = "front", direction = "slander" }')
        report = self.load("overdone", text)
        absent = [cell["environment.corruption.budget"] for cell in report.table("cells") if cell["regret_mean"] is None]
        self.assertEqual(absent, [290], "a study with such a level is needed")
        self.assertIn("There is no regret at corruption.budget = 290", self.texts("#corruption > .note")[0])

    def test_downloads(self):
        report = self.load("quickstart")
        folder = Shared.folder / "downloads"
        self.browser.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        for figure, quantity in (("corruption", "violation"), ("curves", "regret")):
            files = []
            for place, kind in enumerate(("svg", "png", "csv"), 1):
                self.browser.js("document.querySelector(arguments[0]).click()",
                                f"#{figure} [data-quantity={quantity}] .downloads button:nth-child({place})")
                files.append(self.arrived(folder / f"{figure}-{quantity}.{kind}"))
            self.assertTrue(files[0].startswith(b"<svg") and b"var(--" not in files[0])
            self.assertTrue(files[1].startswith(b"\x89PNG"))
            drawn = {row["series"] for row in csv.DictReader(io.StringIO(files[2].decode())) if row["mark"] in ("curve", "points")}
            self.assertEqual(drawn, {cell["learner"] for cell in report.table("cells")})

    def arrived(self, path: pathlib.Path):
        while not (path.exists() and path.stat().st_size > 0):
            time.sleep(0.05)
        return path.read_bytes()

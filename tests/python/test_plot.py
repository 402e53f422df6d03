"""Tests that figures in Python draw the numbers of the study's tables, and stay legible with many learners."""

import pathlib
import subprocess
import tempfile
import unittest

import numpy
from matplotlib import pyplot
from matplotlib.transforms import Bbox

import common
import regretta
from regretta.figures import Drawing, crosses, figure_from, obstacles

LEARNERS = ["conomd-fs, confidence_scale = 1", "conomd-fs, confidence_scale = 0.1", "hedge"]


def legend_of(figure):
    """The texts of the legend."""
    return [text.get_text() for text in figure.legends[0].get_texts()] if figure.legends else []


class Figures(unittest.TestCase):
    def tearDown(self):
        pyplot.close("all")

    def test_curves_have_the_programs_points(self):
        environment = 'drawn, "q" & $x$ | <b>'
        figure = regretta.plot.curves(common.study(), "violation", where={"budget": 10.0, "environment": environment})
        (axes,) = figure.axes
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("Round $t$", "Violation $V_t$ (constraint units)"))
        self.assertEqual(legend_of(figure), LEARNERS)
        expected = common.drawn("curves", "--metric", "violation", "--where", "budget=10", "--where", f"environment={environment}")
        drawn = sorted(map(repr, (line.get_xydata().tolist() for line in axes.get_lines() if len(line.get_xdata()) > 2)))
        self.assertEqual(drawn, sorted(repr([[point["x"], point["y"]] for point in points]) for points in expected.values()))
        self.assertEqual(len(axes.collections), 3)  # one band for each learner

    def test_sweeps_have_the_programs_points_and_bars(self):
        regret, violation = regretta.plot.sweep(common.study(), over="corruption", where={"horizon": 2000}).axes
        self.assertEqual(violation.get_xlabel(), "Corruption $C$ (constraint units)")
        expected = common.drawn("sweep", "--over", "corruption", "--metric", "regret", "--where", "horizon=2000")
        found = {}
        for bars in regret.containers:
            ends = numpy.array([segment[:, 1] for segment in bars.lines[2][0].get_segments()])
            found[repr(bars.lines[0].get_xydata().tolist())] = ends
        for points in expected.values():
            ends = found[repr([[point["x"], point["y"]] for point in points])]
            numpy.testing.assert_allclose(ends, [[point["low"], point["high"]] for point in points], rtol=1e-12)
        regret, violation = regretta.plot.sweep(common.study(), over="T", where={"budget": numpy.float64(0)}).axes
        self.assertEqual((regret.get_xscale(), regret.get_yscale(), violation.get_yscale()), ("log", "asinh", "log"))
        root = regretta.plot.sweep(common.study(), "violation", over="T", divide_by="sqrt(T)", where={"budget": 0}).axes[0]
        self.assertIn("√$T$", root.get_ylabel())
        scale = regretta.plot.sweep(common.study(), "violation", over="confidence_scale", where={"budget": 10, "horizon": 2000})
        self.assertEqual(legend_of(scale), ["conomd-fs", "hedge"])  # the line of a learner without the parameter is horizontal
        self.assertEqual(len({*scale.axes[0].containers[0].lines[0].get_ydata()}), 1)

    def test_frontier_has_a_cross_at_each_point(self):
        figure = regretta.plot.frontier(common.study())
        (axes,) = figure.axes
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()),
                         ("Violation $V_T$ (constraint units)", "Regret $R_T$ (loss units)"))
        self.assertTrue(all(bars.has_xerr and bars.has_yerr for bars in axes.containers))
        self.assertEqual(len(axes.containers), 3)
        self.assertIn("numbers: its budget", figure.legends[0].get_title().get_text().replace("\n", " "))
        (axes,) = regretta.plot.frontier(common.study(), ["regret", "signed_violation"], divide_by="T").axes
        self.assertEqual(axes.get_xlabel(), "Signed violation (constraint units per round)")

    def test_distribution_and_tails_have_the_trials(self):
        (axes,) = regretta.plot.distribution(common.study(), "violation", where={"budget": 10, "learner": "hedge"}).axes
        (steps,) = axes.get_lines()
        self.assertEqual(steps.get_xdata()[1:].tolist(), sorted(common.study().values("violation")[11]))
        self.assertEqual(steps.get_ydata()[-1], 1)
        (axes,) = regretta.plot.tails(common.study(), "violation", where={"budget": 10, "learner": "hedge"}).axes
        self.assertEqual(axes.get_yscale(), "log")
        heights = axes.get_lines()[0].get_ydata()
        self.assertEqual((heights[0], heights[-1]), (1, axes.get_ylim()[0]), "the last height, 0, must be at the end of the axis")
        self.assertEqual(axes.get_yticklabels()[0].get_text(), "0")

    def test_heat_has_the_means_of_the_cells(self):
        (axes,) = regretta.plot.heat(common.study(), "violation", where={"horizon": 2000}).axes
        cells = common.study().table(columns="all")
        cells = cells[(cells.horizon == 2000) & (cells.environment != "nothing is feasible")]
        (image,) = axes.collections
        self.assertEqual(image.get_array().ravel().tolist(),
                         [mean for budget in range(3) for mean in cells.violation_mean[budget::3]])
        self.assertEqual([tick.get_text() for tick in axes.get_xticklabels()], ["0", "10"])
        self.assertEqual([tick.get_text() for tick in axes.get_yticklabels()], LEARNERS)

    def test_paired_has_the_differences_of_compare(self):
        (axes,) = regretta.plot.paired(common.study(), "violation", baseline="hedge", where={"budget": 10}).axes
        lines = [line for line in common.printed("compare", "--baseline", "hedge", "--metric", "violation", "--format", "csv")
                 if line["horizon"] == "2000" and common.number(line["environment.corruption.budget"]) == 10]
        self.assertEqual([bars.lines[0].get_xydata().tolist() for bars in axes.containers],
                         [[[common.number(line["difference"]), row]] for row, line in enumerate(lines)])
        self.assertEqual([tick.get_text() for tick in axes.get_yticklabels()], LEARNERS[:2])

    def test_the_callers_axes_can_be_used_for_a_single_panel(self):
        _, axes = pyplot.subplots()
        self.assertIs(regretta.plot.frontier(common.study(), ax=axes), axes.figure)
        with self.assertRaisesRegex(ValueError, "5 panels, but one Axes"):
            regretta.plot.curves(common.study(), ax=axes)

    def test_facets_share_axes_and_text_is_escaped(self):
        figure = regretta.plot.curves(common.study(), facet=["metric", "budget"], title="$x$ of 100%",
                                      where={"horizon": 2000, "environment": 'drawn, "q" & $x$ | <b>'})
        figure.canvas.draw()
        self.assertEqual(figure._suptitle.get_text(), r"\$x\$ of 100%")
        first, beside, below, _ = figure.axes
        self.assertEqual(first.get_ylim(), beside.get_ylim())
        self.assertEqual((beside.get_ylabel(), first.get_xlabel(), below.get_xlabel()), ("", "", "Round $t$"))

    def test_a_learner_looks_the_same_in_every_figure(self):
        everything = regretta.plot.curves(common.study(), "violation", where={"horizon": 2000, "budget": 10}).axes[0].get_lines()
        alone = regretta.plot.frontier(common.study(), where={"learner": "hedge", "horizon": 2000}).axes[0].containers[0].lines[0]
        (same,) = [line for line in everything if line.get_marker() == alone.get_marker()]
        self.assertEqual((same.get_color(), same.get_marker()), (alone.get_color(), "^"))

    def test_a_notebook_shows_a_figure_once(self):
        figure = regretta.plot.curves(common.study(), "violation", where={"budget": 10})
        with self.assertRaises(NotImplementedError):  # then Jupyter shows the figure in its usual way
            figure._ipython_display_()
        self.assertFalse(pyplot.fignum_exists(figure.number))

    def test_errors_have_the_programs_message(self):
        with self.assertRaisesRegex(regretta.RegrettaError, 'did you mean "violation"'):
            regretta.plot.curves(common.study(), "violatoin")

    def test_the_callers_style_sheet_is_used(self):
        with tempfile.TemporaryDirectory() as folder:
            style = pathlib.Path(folder, "mine.mplstyle")
            style.write_text("axes.prop_cycle: cycler('color', ['r'])\nfont.size: 20\n")
            command = [common.PROGRAM, "plot", common.study().path, "--figure", "heat", "-m", "opt", "--style", style, "-o"]
            subprocess.run([*command, pathlib.Path(folder, "f.svg")], capture_output=True, check=True)
            figure = regretta.plot.curves(common.study(), "violation", where={"budget": 10}, style=style)
            self.assertIn("r", [line.get_color() for line in figure.axes[0].get_lines()])
            self.assertTrue(pathlib.Path(folder, "f.json").exists(), "the JSON file must be beside the figure")


BUDGETS = ["0", "100", "3,000", "20,000"]


def made(learners, values=None, mark="points", names=None, labels=False, x=None):
    """A figure with this number of learners, as the program writes it. If there are more than eight, only the first seven have a colour."""
    random, styles, series = numpy.random.default_rng(learners), {}, []
    for k in range(learners):
        styles[str(k)] = {"hue": k % 8}
        if values:
            styles[str(k)]["order"] = {"share": k / (learners - 1), "number": values[k], "name": "confidence_scale"}
        elif learners > 8 and k >= 7:
            styles[str(k)]["grey"] = True
        y = numpy.cumsum(random.uniform(-1, 5, 4))
        series.append({"label": names[k] if names else f"learner {k}", "mark": mark, "style": k, "x": list(x or range(4)),
                       "y": y.tolist(), "low": (y - 1).tolist(), "high": (y + 1).tolist(), **({"labels": BUDGETS} if labels else {})})
    axis = {"label": [["Violation "], ["V", "symbol"]], "scale": "linear"}
    return {"name": "f", "title": "", "caption": "", "note": "numbers: its budget" if labels else "", "columns": 1, "own_scales": False,
            "width": 82.5, "styles": styles, "panels": [{"name": "", "title": [], "x": axis, "y": axis, "series": series}]}


class Many(unittest.TestCase):
    def tearDown(self):
        pyplot.close("all")

    def drawn(self, *arguments, **options):
        figure = figure_from(made(*arguments, **options))
        figure.draw_without_rendering()
        return figure

    def test_a_legend_is_never_larger_than_its_axes(self):
        long = [f"an algorithm of which nobody would believe that its name is this long, of variant {k}" for k in range(12)]
        for count, names in ((3, None), (8, None), (40, None), (12, long), (8, long)):
            figure = self.drawn(count, names=names)
            legend, axes = figure.legends[0].get_window_extent(), figure.axes[0].get_window_extent()
            self.assertLessEqual(legend.height, axes.height, (count, names))
            self.assertLessEqual(legend.width, axes.width, (count, names))
            self.assertFalse(legend.overlaps(axes))
            self.assertGreaterEqual(legend.y0, -1)
            self.assertGreater(axes.height, 0.3 * axes.width, "the axes must stay large enough")

    def test_up_to_eight_learners_look_different_and_further_ones_are_grey(self):
        lines = [bars.lines[0] for bars in self.drawn(8).axes[0].containers]
        for part in ("get_color", "get_marker", "_unscaled_dash_pattern"):
            looks = {str(getattr(line, part)() if part.startswith("get") else getattr(line, part)) for line in lines}
            self.assertEqual(len(looks), 8, part)
        figure = self.drawn(31)
        self.assertEqual(legend_of(figure), [*(f"learner {k}" for k in range(7)), "24 others"])
        lines = [bars.lines[0] for bars in figure.axes[0].containers]
        self.assertEqual(len({line.get_color() for line in lines}), 8)
        self.assertEqual([line.get_color() for line in lines[:24]], ["0.54"] * 24, "grey lines must be drawn first")

    def test_from_nine_values_on_a_swept_number_has_a_colour_bar(self):
        eight, nine = self.drawn(8, [1, 2, 3, 4, 5, 6, 7, 8]), self.drawn(9, [1, 2, 3, 4, 5, 6, 7, 8, 9])
        self.assertEqual((len(eight.axes), len(legend_of(eight))), (1, 8))
        self.assertEqual((len(nine.axes), legend_of(nine)), (2, []))
        self.assertEqual(nine.axes[1].get_ylabel(), "confidence scale")
        self.assertEqual(nine.axes[1].get_yscale(), "linear")
        for mark in ("points", "curve"):
            many = self.drawn(400, [0.001 * 1.02 ** k for k in range(400)], mark=mark)
            self.assertEqual(many.axes[1].get_yscale(), "log")
            self.assertEqual(legend_of(many), [])
            self.assertGreater(many.axes[0].get_window_extent().width, 0.6 * many.bbox.width)

    def test_labels_do_not_touch_lines_other_labels_or_the_edge(self):
        for count in (2, 5, 8):
            axes = self.drawn(count, labels=True).axes[0]
            texts = [text for text in axes.texts if text.get_text()]
            self.assertGreaterEqual(len(texts), 4, "some labels must have room")
            frame, pieces = axes.get_window_extent(), obstacles(axes)
            boxes = [text.get_window_extent() for text in texts]
            for k, box in enumerate(boxes):
                self.assertTrue(frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1)
                self.assertFalse(any(box.overlaps(other) for other in boxes[:k]))
                self.assertFalse(crosses(pieces, box), texts[k].get_text())

    def test_segments_that_cross_a_box_are_found(self):
        box = Bbox.from_extents(0, 0, 1, 1)
        for piece, expected in (((-1, 0.5, 2, 0.5), True), ((-1, -0.5, 2, 3), True), ((-1, 1.5, 2, 1.5), False), ((2, 2, 3, 3), False),
                                ((0.5, -1, 0.5, 2), True), ((-1, 2.1, 2, 0.9), False)):
            self.assertEqual(crosses(numpy.array([piece], dtype=float), box), expected, piece)

    def test_zeros_are_drawn_at_the_end_of_a_logarithmic_axis(self):
        data = made(2, x=[0, 10, 100, 1000])
        panel = data["panels"][0]
        panel["x"] = {**panel["x"], "scale": "log"}
        panel["y"] = {**panel["y"], "scale": "log"}
        panel["series"][0]["y"], panel["series"][0]["low"] = [0, 5, 50, 500], [0, 0, 40, 400]
        panel["series"][0]["high"] = [0, 6, 60, 600]
        (axes,) = figure_from(data).axes
        line = axes.containers[0].lines[0]
        self.assertEqual((line.get_xdata()[0], line.get_ydata()[0]), (axes.get_xlim()[0], axes.get_ylim()[0]))
        self.assertEqual((axes.get_xticklabels()[0].get_text(), axes.get_yticklabels()[0].get_text()), ("0", "0"))

    def test_uneven_checkpoints_are_marked_on_a_linear_axis(self):
        for x in ([1, 2, 4, 8, 16, 32, 64, 128, 256, 512], list(range(10))):
            data = made(1, mark="curve")
            data["panels"][0]["series"][0].update(x=x, y=x, low=[None] * 10, high=[None] * 10)
            line = figure_from(data).axes[0].get_lines()[0]
            self.assertEqual(line.get_markevery(), 1, x)
        data["panels"][0]["series"][0].update(x=list(range(60)), y=list(range(60)), low=[None] * 60, high=[None] * 60)
        self.assertEqual(figure_from(data).axes[0].get_lines()[0].get_markevery(), 10)

    def test_colours_have_contrast_on_white(self):
        def luminance(colour):
            linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

        from matplotlib.colors import to_rgb
        figure = figure_from(made(8))
        drawing = Drawing(made(9, list(range(9))))
        colours = [to_rgb(bars.lines[0].get_color()) for bars in figure.axes[0].containers] + [drawing.colours(k / 100) for k in range(101)]
        self.assertGreater(min(1.05 / (luminance(colour) + 0.05) for colour in [*colours, to_rgb("0.54")]), 2.9)

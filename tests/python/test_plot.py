"""The figures: what is drawn is in the study's own tables."""

import unittest

import numpy
from matplotlib import pyplot

import common
import regretta

LEARNERS = ["conomd-fs, confidence_scale = 1", "conomd-fs, confidence_scale = 0.1", "hedge"]


class Figures(unittest.TestCase):
    def tearDown(self):
        pyplot.close("all")

    def test_curves(self):
        environment = 'drawn, "q" & $x$ | <b>'
        figure = regretta.plot.curves(common.study(), "violation", where={"budget": 10.0, "environment": environment})
        (place,) = figure.axes
        self.assertEqual((place.get_xlabel(), place.get_ylabel()), ("Round $t$", "Violation $V_t$ (constraint units)"))
        self.assertEqual([text.get_text() for text in place.get_legend().get_texts()], LEARNERS)
        expected = common.drawn("curves", "--metric", "violation", "--where", "budget=10", "--where", f"environment={environment}")
        for label, line, band in zip(LEARNERS, place.get_lines(), place.collections):
            points = expected[label]
            self.assertEqual(line.get_xydata().tolist(), [[point["x"], point["y"]] for point in points])
            corners = {tuple(corner) for corner in band.get_paths()[0].vertices}
            self.assertTrue(corners >= {(point["x"], point[end]) for point in points for end in ("low", "high")})
        curves = common.study().curves
        self.assertEqual(place.get_lines()[0].get_xdata().tolist(), curves[curves.cell == 9].t.tolist())

    def test_corruption(self):
        regret, violation = regretta.plot.corruption(common.study()).axes
        self.assertEqual(violation.get_xlabel(), "Corruption $C$ (constraint units)")
        for label, bars in zip(LEARNERS, regret.containers):
            points = common.drawn("corruption", "--metric", "regret")[label]
            self.assertEqual(bars.lines[0].get_xydata().tolist(), [[point["x"], point["y"]] for point in points])
            ends = numpy.array([segment[:, 1] for segment in bars.lines[2][0].get_segments()])
            numpy.testing.assert_allclose(ends, [[point["low"], point["high"]] for point in points], rtol=1e-12)

    def test_horizon(self):
        figure = regretta.plot.horizon(common.study(), where={"budget": numpy.float64(0)})
        regret, violation = figure.axes
        self.assertEqual((regret.get_xscale(), regret.get_yscale(), violation.get_yscale()), ("log", "asinh", "log"))
        self.assertIn("slope of √T", [text.get_text() for text in violation.get_legend().get_texts()])
        self.assertEqual(violation.containers[0].lines[0].get_xdata().tolist(), [50, 2000])

    def test_frontier(self):
        (place,) = regretta.plot.frontier(common.study()).axes
        self.assertEqual((place.get_xlabel(), place.get_ylabel()),
                         ("Violation $V_T$ (constraint units)", "Regret $R_T$ (loss units)"))
        self.assertEqual(len(place.patches), 6)  # an ellipse for each learner and budget
        self.assertEqual([text.get_text() for text in place.texts], ["0", "10", "", "0", "10", "", "0", "10", ""])  # and an arrow
        self.assertEqual(sum(text.arrow_patch is not None for text in place.texts), 3)
        self.assertIn("numbers: its budget", place.get_legend().get_title().get_text().replace("\n", " "))
        for outline, centre in zip(place.patches, numpy.concatenate([bars.lines[0].get_xydata() for bars in place.containers])):
            self.assertTrue(outline.get_path().contains_point(centre) or numpy.ptp(outline.get_xy(), axis=0).min() == 0)

    def test_frontier_of_other_quantities_per_round(self):
        (place,) = regretta.plot.frontier(common.study(), ["regret", "signed_violation"], per_round=True).axes
        self.assertEqual(place.get_xlabel(), "Signed violation (constraint units per round)")
        self.assertIn("(loss units per round)", place.get_ylabel())

    def test_distribution(self):
        (place,) = regretta.plot.distribution(common.study(), "violation", where={"budget": 10}).axes
        steps = place.get_lines()[2]
        self.assertEqual(steps.get_label(), "hedge")
        self.assertEqual(steps.get_xdata()[1:].tolist(), sorted(common.study().values("violation")[11]))
        self.assertEqual(steps.get_ydata()[-1], 1)

    def test_tails(self):
        (place,) = regretta.plot.tails(common.study(), "violation", where={"budget": 10}).axes
        self.assertEqual(place.get_yscale(), "log")
        steps = place.get_lines()[2].get_xydata().tolist()
        points = common.drawn("tails", "--metric", "violation", "--where", "budget=10")["hedge"]
        self.assertEqual(steps, [[point["x"], point["y"]] for point in points])
        self.assertEqual(len(place.collections), 3)  # the bands

    def test_heat(self):
        (place,) = regretta.plot.heat(common.study(), "violation", where={"horizon": 2000}).axes
        cells = common.study().table(columns="all")
        cells = cells[(cells.horizon == 2000) & (cells.environment != "nothing is feasible")]
        (image,) = place.get_images()
        self.assertEqual(image.get_array().ravel().tolist(),
                         [mean for budget in range(3) for mean in cells.violation_mean[budget::3]])
        self.assertEqual([tick.get_text() for tick in place.get_xticklabels()], ["0", "10"])
        self.assertEqual([tick.get_text() for tick in place.get_yticklabels()], LEARNERS)

    def test_paired(self):
        (place,) = regretta.plot.paired(common.study(), "violation", baseline="hedge", where={"budget": 10}).axes
        lines = [line for line in common.printed("compare", "--baseline", "hedge", "--metric", "violation", "--format", "csv")
                 if line["horizon"] == "2000" and common.number(line["environment.corruption.budget"]) == 10]
        self.assertEqual([bars.lines[0].get_xydata().tolist() for bars in place.containers],
                         [[[common.number(line["difference"]), row]] for row, line in enumerate(lines)])
        self.assertEqual([tick.get_text() for tick in place.get_yticklabels()], LEARNERS[:2])

    def test_profile(self):
        (place,) = regretta.plot.profile(common.study(), "violation", where={"horizon": 2000}).axes
        self.assertEqual((place.get_xscale(), place.get_xlabel()), ("asinh", "Violation $V_T$ (constraint units) above the best"))
        expected = common.drawn("profile", "--metric", "violation", "--where", "horizon=2000")
        for label, line in zip(LEARNERS, place.get_lines()):
            self.assertEqual(line.get_xydata().tolist(), [[point["x"], point["y"]] for point in expected[label]])

    def test_axes_of_ones_own(self):
        _, place = pyplot.subplots()
        self.assertIs(regretta.plot.frontier(common.study(), ax=place), place.figure)
        with self.assertRaisesRegex(ValueError, "5 panels, but one Axes"):
            regretta.plot.curves(common.study(), ax=place)

    def test_text_is_no_formula(self):
        figure = regretta.plot.curves(common.study(), "violation", bounds=True, scale="log")
        figure.canvas.draw()
        self.assertIn(r"\$x\$", figure.axes[0].get_title())

    def test_a_learner_looks_the_same_in_every_figure(self):
        everything = regretta.plot.curves(common.study(), "violation").axes[0].get_lines()
        alone = regretta.plot.frontier(common.study(), where={"learner": "hedge", "horizon": 2000}).axes[0].containers[0].lines[0]
        self.assertEqual([line.get_color() for line in everything][2], alone.get_color())
        self.assertEqual(alone.get_marker(), "^")

    def test_the_last_line_of_a_cell_shows_a_figure_once(self):
        figure = regretta.plot.curves(common.study(), "violation", where={"budget": 10})
        with self.assertRaises(NotImplementedError):  # so that it is shown as any figure
            figure._ipython_display_()
        self.assertFalse(pyplot.fignum_exists(figure.number))

    def test_errors_are_the_programs(self):
        with self.assertRaisesRegex(regretta.RegrettaError, 'did you mean "violation"'):
            regretta.plot.curves(common.study(), "violatoin")

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/commands/figure_files.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/study_figures.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output_formats.hpp"
#include "regretta/tools/terminal/output_options.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"

namespace regretta {
namespace {

struct PlotOptions : FigureFiles {
  std::vector<std::string> metrics;
  std::string scale = "auto";
  std::string divide_by;
  std::optional<double> width;  // mm
  bool all = false;
  bool has_formats = false;  // whether --format was given
  FigureOptions figures;
};

void plot(PlotOptions options, const Catalogue& catalogue) {
  if (const auto fault = name_fault(options.title))
    throw std::invalid_argument(fmt::format("--title: has {}, expected one line of UTF-8", fault->problem));
  if (options.has_formats) expect_no_contradiction(options.formats, options.output);
  if (options.output.empty())
    options.output = std::filesystem::path(options.file).replace_extension("").string() + "-figures";
  options.figures.scale = options.scale == "log"      ? AxisScale::logarithmic
                          : options.scale == "linear" ? AxisScale::linear
                                                      : AxisScale::automatic;
  options.mm = options.width.value_or(options.figures.facets.empty() ? 82.5 : 140);  // a column, or a page
  options.figures.across = static_cast<std::size_t>(std::max(1.0, options.mm / 40));
  const bool is_rate = options.divide_by == "sqrt(T)" || options.divide_by == "ln(T)";
  std::vector<std::string>& kinds = options.figures.kinds;
  if (is_rate || !options.figures.over.empty()) {
    if (kinds.empty() && !options.all) kinds = {"sweep"};
    if (kinds != std::vector<std::string>{"sweep"})
      throw std::invalid_argument(fmt::format("{}: only for --figure sweep", is_rate ? "--divide-by" : "--over"));
  }
  options.figures.divisor = options.divide_by == "sqrt(T)" ? Divisor::root : is_rate ? Divisor::log : Divisor::none;

  Results study = Results::open(options.file);
  if (options.divide_by == "T") study.show_per_round();
  note_what_is_missing(study);
  if (!options.metrics.empty())
    options.figures.quantities = quantities_of(study.quantities(), "--metric", options.metrics);
  if (study.has_stop_rule())
    print_message(
        "note: a stop rule chose the numbers of trials, which the intervals of single means do not allow for");
  FigureWriter writer(options, study);
  if (options.all || !options.figures.kinds.empty()) {
    study_figures(study, catalogue, options.figures, [&](Figure figure) { writer.add(std::move(figure)); });
    return writer.finish(0);
  }
  AnsweringFigures answering;
  std::int64_t drawn = 0, given = 0;
  study_figures(study, catalogue, options.figures, [&](Figure figure) {
    ++drawn;
    answering.add(std::move(figure));
  });
  for (Figure& figure : answering.take()) {
    ++given;
    writer.add(std::move(figure));
  }
  writer.finish(drawn - given);
}

}  // namespace

void add_plot_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("plot", "Write the figures of a paper: SVG, PDF, PNG, LaTeX, CSV");
  auto options = std::make_shared<PlotOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  expect_ending_of(command
                       ->add_option("-o,--output", options->output,
                                    "Folder for the figures, created if missing, or a file for one figure, such as "
                                    "frontier.svg, .pdf, .png, .tex [FILE without extension + -figures]")
                       ->type_name("PATH"),
                   figure_formats);
  std::vector<std::string> kinds, help;
  for (const FigureKind& kind : figure_kinds) {
    kinds.emplace_back(kind.name);
    help.push_back(fmt::format("{} ({})", kind.name, kind.summary));
  }
  expect_one_of(
      add_list_option(*command, "--figure", options->figures.kinds,
                      fmt::format("{} [the five that answer what the study compares]", fmt::join(help, ", "))),
      kinds)
      ->type_name("KIND");
  command->add_flag("-a,--all", options->all, "Every figure that the study has");
  add_list_option(*command, "-m,--metric", options->metrics, "Quantities to draw [regret,violation]");
  command
      ->add_option("--over", options->figures.over,
                   "Horizontal axis of sweeps: T, K, a swept number of learner or environment, or a quantity, such as "
                   "corruption [corruption and T where they are swept, else the first swept number]")
      ->type_name("NAME");
  expect_one_of(command->add_option("--divide-by", options->divide_by,
                                    "Sums over rounds divided by T, or in sweeps by sqrt(T) or ln(T) [not divided]"),
                {"T", "sqrt(T)", "ln(T)"});
  add_where_option(*command, options->figures.where);
  repeatable(command->add_option(
                 "--highlight", options->figures.highlight,
                 "Learners, or groups of them (regretta list), to draw in colour, the others in grey; at most seven of "
                 "more than eight learners; may be repeated, and a name may be quoted [all, or who is recommended and "
                 "of least mean rank in regret and violation]"))
      ->type_name("LEARNER,...");
  expect_one_of(command->add_option("--scale", options->scale,
                                    "Axes of curves and sweeps: linear, log (asinh if a value is negative), or auto: "
                                    "linear, but T and what spans much logarithmic [auto]"),
                {"auto", "linear", "log"});
  add_list_option(*command, "--facet", options->figures.facets,
                  "Draw what differs in these as panels of one figure: metric, budget, environment, horizon or another "
                  "swept parameter; metric,budget gives a grid");
  command->add_flag("--own-scales", options->figures.own_scales,
                    "Panels have their own numbers at the axes, instead of shared ones that compare them");
  command
      ->add_option("--baseline", options->figures.baseline,
                   "Baseline learner for paired differences, as in regretta compare [the first]")
      ->type_name("LEARNER");
  command->add_flag("--bounds", options->figures.bounds,
                    "Draw the theorems' bounds at T; one far above the curves becomes an arrow with its value");
  const CLI::Option* formats =
      expect_one_of(add_list_option(*command, "--format", options->formats,
                                    "svg, pdf, png, pgf (for LaTeX), csv (what is drawn), json (all of the figure, for "
                                    "other programs) [svg,pdf,csv]"),
                    figure_formats);
  expect_number(command->add_option("--width", options->width,
                                    "Width in mm: 82.5 fits one of two columns, 140 a page [82.5; with --facet 140]"),
                "MM", 40.0, 400.0);
  command->add_option("--title", options->title, "Text above every figure [none]")->type_name("TEXT");
  command
      ->add_option("--style", options->style,
                   "A matplotlib style sheet: fonts, sizes, colours, grid [regretta.mplstyle of the Python package]")
      ->type_name("FILE");
  expect_integer(command->add_option("--most", options->most, "Maximum number of figures [100]"), "N", 1, 1000);
  add_with_option(*command, context);
  end_help(*command,
           "Final values, frontiers and distributions are those at the largest horizon. A learner has the same colour "
           "in every figure. Python with matplotlib draws SVG, PDF, PNG and LaTeX from the JSON beside them; the same "
           "results file gives the same CSV everywhere, and the same bytes with the same version of matplotlib.",
           {"regretta plot f.db --output figures",
            "The five figures that answer what the study compares, as SVG, PDF and CSV"},
           {"regretta plot f.db --figure curves --facet metric,budget --output curves.pdf",
            "One figure: a row of panels for each metric, a column for each budget"});
  command->callback([options, formats, &context] {
    options->has_formats = formats->count() > 0;
    plot(*options, context.catalogue());
  });
}

}  // namespace regretta

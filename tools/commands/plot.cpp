#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/study_figures.hpp"
#include "regretta/tools/machine/run_program.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

const std::vector<std::string> figure_formats = {"svg", "pdf", "png", "pgf", "csv", "json"};

/// The files to read and write.
struct FigureFiles {
  std::string file;    ///< the results file
  std::string output;  ///< a folder, or a file if its extension is that of a format
  std::string title;
  std::vector<std::string> formats = {"svg", "pdf", "csv"};
  double mm = 82.5;   ///< width of a figure in mm
  std::string style;  ///< a matplotlib style sheet; "": that of the Python package
};

/// An HTML page that shows SVG figures, each a pair of its name and its caption.
std::string sheet_page(const std::string& title, const std::vector<std::pair<std::string, std::string>>& figures) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title>\n<style>body {{ font: 14px/1.4 "
      "sans-serif; margin: 2em; }} main {{ display: grid; gap: 2em; grid-template-columns: repeat(auto-fill, "
      "minmax(340px, 1fr)); }}\nfigure {{ margin: 0; break-inside: avoid; }} img {{ width: 340px; }} figcaption {{ "
      "overflow-wrap: anywhere; }}</style>\n<h1>{0}</h1>\n<main>\n",
      html_escaped(title));
  for (const auto& [name, caption] : figures)
    page += fmt::format("<figure><img src=\"{0}.svg\" alt=\"{0}\"><figcaption><b>{0}</b>: {1}</figcaption></figure>\n",
                        name, html_escaped(caption));
  return page + "</main></html>\n";
}

constexpr std::int64_t most_figures = 100;  ///< maximum number of figures that a call writes

bool is_drawn(const std::string& format) { return format != "csv" && format != "json"; }

bool has(const std::vector<std::string>& formats, const std::string& format) {
  return std::ranges::find(formats, format) != formats.end();
}

/// Writes figures as CSV and JSON: into the folder `output`, or, if `output` is a file, one figure beside it. In the
/// end the Python package draws the figures from the JSON.
class FigureWriter {
 public:
  FigureWriter(const FigureFiles& files, const Results& study)
      : files_(files), study_(study), format_(format_by_ending(files.output, figure_formats)) {}

  void add(Figure figure) {
    ++added_;
    figure.title = files_.title;
    figure.width = files_.mm;
    if (!format_.empty()) {
      added_names_.push_back(figure.name);
      if (added_ == 1) single_figure_ = std::move(figure);
    } else if (added_ <= most_figures) {
      if (added_ == 1) make_folder();
      written_.emplace_back(figure.name, figure.caption);
      write(figure, files_.output, figure.name);
      fmt::print("{}: {}\n", figure.name, figure.caption);
    }
  }

  /// others: number of figures that --all would add. Throws if there are no figures, or several for a single file. If a
  /// format has to be drawn, it does not return: this process becomes Python, which draws the figures.
  void finish(std::int64_t others) {
    if (added_ == 0) throw std::runtime_error(fmt::format("{}: nothing to draw in the requested figures", files_.file));
    if (!format_.empty()) return write_single();
    if (added_ > most_figures)
      print_message("note: the first {} of {} figures; --where and --figure choose", most_figures, added_);
    const bool has_svg = has(files_.formats, "svg");
    if (has_svg)
      write_output((std::filesystem::path(files_.output) / "index.html").string(),
                   sheet_page(study_.study().name, written_));
    fmt::print("\n{} in {}{}\n", counted(std::ssize(written_), "figure"), files_.output,
               !has_svg               ? ""
               : written_.size() == 1 ? "; index.html shows it"
                                      : "; index.html shows them all");
    if (others > 0) fmt::print("--all draws {} more\n", counted(others, "figure"));
    draw(files_.output, files_.formats);
  }

 private:
  /// The name and the digest of the study. Reads all results, and so finds damage before anything is written.
  const std::string& origin() {
    if (origin_.empty()) origin_ = fmt::format("{}, digest {}", study_.study().name, digest_of(study_).digest);
    return origin_;
  }

  void make_folder() {
    origin();
    std::error_code error;
    std::filesystem::create_directories(files_.output, error);
    if (error)
      throw std::runtime_error(
          fmt::format("--output: the folder {} cannot be created ({})", files_.output, error.message()));
  }

  /// Drawn figures always have CSV and JSON files: the numbers, and the figure, to be drawn again in another style.
  void write(Figure& figure, const std::filesystem::path& folder, const std::string& name) {
    const std::vector<std::string>& formats = format_.empty() ? files_.formats : std::vector{format_};
    const std::string stem = (folder / name).string();
    figure.origin = origin();
    const bool draws = std::ranges::any_of(formats, is_drawn);
    if (draws || has(formats, "csv")) write_output(stem + ".csv", figure_csv(figure));
    if (draws || has(formats, "json")) write_output(stem + ".json", figure_json(figure));
    names_.push_back(name);
  }

  void draw(const std::filesystem::path& folder, const std::vector<std::string>& formats) const {
    nlohmann::json request = {
        {"folder", folder.string()}, {"names", names_}, {"formats", nlohmann::json::array()}, {"style", files_.style}};
    for (const std::string& format : formats)
      if (is_drawn(format)) request["formats"].push_back(format);
    if (!request["formats"].empty()) become_python({"plot", request.dump()}, {"matplotlib"});
  }

  void write_single() {
    if (added_ > 1)
      throw std::invalid_argument(
          fmt::format("--output: {} is one file, but there are {} figures ({}); --figure, --metric and --where choose "
                      "one, and a name without extension is a folder for all",
                      files_.output, added_, fmt::join(added_names_, ", ")));
    const std::filesystem::path file = files_.output;
    write(single_figure_, file.parent_path(), file.stem().string());
    fmt::print("{}: {}\n", files_.output, single_figure_.caption);
    draw(file.parent_path(), {file.extension() == ".tex" ? "tex" : format_});
  }

  const FigureFiles& files_;
  const Results& study_;
  std::string format_;  ///< format of the single file; "" for a folder
  std::string origin_;
  std::int64_t added_ = 0;  ///< number of calls of add
  Figure single_figure_;    ///< the first figure, if `output` is a file
  std::vector<std::string> added_names_;
  std::vector<std::string> names_;                            ///< names of the files, without extension
  std::vector<std::pair<std::string, std::string>> written_;  ///< names and captions
};

/// Chooses at most five figures that show what a study compares: regret against violation, the effect of corruption,
/// the horizon or another swept number, and the curves under the most corruption; then paired differences and others.
/// Of each kind, horizontal axis and quantity, chooses at most one figure.
class MainFigures {
 public:
  void add(Figure figure) {
    const std::array key = {figure.kind, figure.over, figure.quantity};
    last_.insert_or_assign(key, std::pair(++added_, std::move(figure)));
  }

  /// The chosen figures by their numbers, which count the calls of add.
  std::map<std::int64_t, Figure> take() {
    constexpr std::size_t most = 5;
    std::map<std::int64_t, Figure> chosen;
    for (const char* kind : {"frontier", "sweep", "curves", "paired", "heat", "distribution"})
      for (auto& [key, numbered] : last_)
        if (key[0] == kind && chosen.size() < most) chosen.insert(std::move(numbered));
    return chosen;
  }

  std::int64_t added() const { return added_; }

 private:
  /// The last figure, which is under the most corruption, and its number; by kind, horizontal axis and quantity.
  std::map<std::array<std::string, 3>, std::pair<std::int64_t, Figure>> last_;
  std::int64_t added_ = 0;
};

struct PlotOptions : FigureFiles {
  std::vector<std::string> metrics;
  std::string divide_by;
  std::optional<double> width;  ///< value of --width, in mm
  bool draws_all = false;       ///< whether to draw every figure (--all)
  bool has_formats = false;     ///< whether --format was given
  FigureOptions figures;
};

void plot(PlotOptions options, const Catalogue& catalogue) {
  if (const auto fault = name_fault(options.title))
    throw std::invalid_argument(fmt::format("--title: has {}, expected one line of UTF-8", fault->problem));
  if (options.has_formats) expect_no_contradiction(options.formats, options.output);
  if (options.output.empty())
    options.output = std::filesystem::path(options.file).replace_extension("").string() + "-figures";
  options.mm = options.width.value_or(options.figures.facets.empty() ? 82.5 : 140);   // a column, or a page
  options.figures.across = static_cast<std::size_t>(std::max(1.0, options.mm / 40));  // of 40 mm each
  const bool is_rate = options.divide_by == "sqrt(T)" || options.divide_by == "ln(T)";
  std::vector<std::string>& kinds = options.figures.kinds;
  if (is_rate || !options.figures.over.empty()) {
    if (kinds.empty() && !options.draws_all) kinds = {"sweep"};
    if (kinds != std::vector<std::string>{"sweep"})
      throw std::invalid_argument(fmt::format("{}: only for --figure sweep", is_rate ? "--divide-by" : "--over"));
  }
  options.figures.divisor = options.divide_by == "sqrt(T)" ? Divisor::root : is_rate ? Divisor::log : Divisor::none;

  Results study = Results::open(options.file);
  if (options.divide_by == "T") study.show_per_round();
  note_missing_trials(study);
  if (!options.metrics.empty())
    options.figures.quantities = quantities_of(study.quantities(), "--metric", options.metrics);
  if (study.has_stop_rule())
    print_message(
        "note: a stop rule chose the numbers of trials, which the intervals of single means do not allow for");
  FigureWriter writer(options, study);
  if (options.draws_all || !options.figures.kinds.empty()) {
    study_figures(study, catalogue, options.figures, [&](Figure figure) { writer.add(std::move(figure)); });
    return writer.finish(0);
  }
  MainFigures main_figures;
  study_figures(study, catalogue, options.figures, [&](Figure figure) { main_figures.add(std::move(figure)); });
  std::map<std::int64_t, Figure> chosen = main_figures.take();
  for (auto& [number, figure] : chosen) writer.add(std::move(figure));
  writer.finish(main_figures.added() - std::ssize(chosen));
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
  command->add_flag("-a,--all", options->draws_all, "Every figure that the study has");
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
                 "more than eight learners; may be repeated; a name with commas is quoted [all, or the recommended "
                 "learners and those with the lowest mean ranks]"))
      ->type_name("LEARNER,...");
  add_list_option(*command, "--facet", options->figures.facets,
                  "Draw what differs in these as panels of one figure: metric, budget, environment, horizon or another "
                  "swept parameter; metric,budget gives a grid");
  command->add_flag("--own-scales", options->figures.own_scales,
                    "Panels have their own numbers at the axes, instead of shared ones that compare them");
  command
      ->add_option("--baseline", options->figures.baseline,
                   "Baseline learner for paired differences, as in regretta compare [the first]")
      ->type_name("LEARNER");
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

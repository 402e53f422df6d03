// Means against a swept number of the environment, the learner or the study, or against a measured quantity.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double wide = 30;  ///< an axis of positive numbers with a larger ratio of largest to least is logarithmic

/// The horizontal axis of a sweep.
struct Abscissa {
  std::string name;   ///< for names of figures
  std::string words;  ///< for captions
  RichText label;
  std::function<double(const PlottedCell&)> x_of;       ///< the cell's x; NaN for cells that lack the parameter
  std::function<Description(const PlottedCell&)> rest;  ///< the setting that the cells of a panel share
  std::string learner_parameter{};                      ///< name of the parameter if it is one of learners, else ""
  bool is_budget = false, is_horizon = false;
};

std::string parameter_of(const std::string& name) { return name.substr(name.find('.') + 1); }

bool is_named(const std::string& name, const std::string& wanted) {
  return parameter_of(name) == wanted || name == wanted || name.ends_with("." + wanted);
}

Description without(Description description, const std::string& name) {
  std::erase_if(description, [&](const NamedText& entry) { return entry.first == name; });
  return description;
}

Abscissa over_quantity(const FigureSource& source, Quantity quantity) {
  DrawnQuantity drawn = drawn_quantity(source.study.quantities(), quantity);
  drawn.per_round = source.study.is_per_round() && source.study.quantities()[quantity].range.per_round;
  const bool is_corruption = quantity == Quantity::corruption;
  return {.name = is_corruption ? "C" : drawn.name,
          .words = is_corruption ? "the measured corruption C" : "the measured " + drawn.words,
          .label = axis_text(drawn, 'T'),
          .x_of = [quantity](const PlottedCell& cell) { return cell.summary[quantity].mean; },
          .rest = is_corruption ? setting_at_any_budget : horizon_of,
          .is_budget = is_corruption};
}

Abscissa over_horizon() {
  return {.name = "horizon",
          .words = "the horizon T",
          .label = RichText::with_formulas("Horizon $T$ (rounds)"),
          .x_of = [](const PlottedCell& cell) { return static_cast<double>(cell.label->horizon); },
          .rest = setting_at_any_horizon,
          .is_horizon = true};
}

Abscissa over_arms() {
  return {.name = "K",
          .words = "the number of arms K",
          .label = RichText::with_formulas("Arms $K$"),
          .x_of = [](const PlottedCell& cell) { return static_cast<double>(cell.label->arms); },
          .rest =
              [](const PlottedCell& cell) {
                const Description setting = whole_setting(cell), rest = without(setting, "arms");
                return rest == setting ? without(setting, "environment") : rest;
              }};
}

/// k: index of a swept parameter of the study.
Abscissa over_parameter(const FigureSource& source, std::size_t k) {
  const std::string& name = source.study.swept()[k];
  const std::string parameter = parameter_of(name);
  std::string words = parameter;
  std::ranges::replace(words, '_', ' ');
  const bool is_of_learner = name.starts_with("learner.");
  return {.name = parameter,
          .words = parameter,
          .label = capitalised(words),
          .x_of = [k](const PlottedCell& cell) { return cell.label->swept[k].number().value_or(no_number); },
          .rest =
              [parameter, is_of_learner](const PlottedCell& cell) {
                return is_of_learner ? whole_setting(cell) : without(whole_setting(cell), parameter);
              },
          .learner_parameter = is_of_learner ? parameter : ""};
}

/// Whether swept parameter k has at least two numeric values in the cells.
bool is_swept_number(const FigureSource& source, std::size_t k) {
  std::set<double> numbers;
  for (const PlottedCell* cell : source.cells)
    if (const auto number = cell->label->swept[k].number()) numbers.insert(*number);
  return numbers.size() > 1;
}

[[noreturn]] void throw_unknown_axis(const FigureSource& source) {
  std::vector<std::string> names = {"corruption", "T", "K"};
  for (std::size_t k = 0; k < source.study.swept().size(); ++k)
    if (is_swept_number(source, k)) names.push_back(parameter_of(source.study.swept()[k]));
  throw std::invalid_argument(
      fmt::format("--over: \"{}\" is neither a swept number nor a quantity{}, expected one of {}, or a quantity",
                  source.over, did_you_mean_in_brackets(source.over, names), fmt::join(names, ", ")));
}

/// The horizontal axes of sweeps: the one that FigureSource::over names. If it names none, the corruption and the
/// horizon if they are swept, or else the first swept number.
std::vector<Abscissa> abscissas(const FigureSource& source) {
  const std::vector<std::string>& swept = source.study.swept();
  if (source.over.empty()) {
    std::vector<Abscissa> chosen;
    if (has_several_budgets(source.cells)) chosen.push_back(over_quantity(source, Quantity::corruption));
    if (has_several_horizons(source.cells)) chosen.push_back(over_horizon());
    for (std::size_t k = 0; k < swept.size(); ++k)
      if (chosen.empty() && is_swept_number(source, k)) chosen.push_back(over_parameter(source, k));
    return chosen;
  }
  if (source.over == "T" || source.over == "horizon") return {over_horizon()};
  if (source.over == "K") return {over_arms()};
  for (std::size_t k = 0; k < swept.size(); ++k)
    if (is_named(swept[k], source.over) && is_swept_number(source, k)) return {over_parameter(source, k)};
  if (const auto quantity = source.study.quantities().find(source.over)) return {over_quantity(source, *quantity)};
  throw_unknown_axis(source);
}

double divisor_of(const FigureSource& source, const PlottedCell& cell) {
  const auto rounds = static_cast<double>(cell.label->horizon);
  return source.divisor == Divisor::root ? std::sqrt(rounds) : source.divisor == Divisor::log ? std::log(rounds) : 1;
}

RichText ordinate_text(const FigureSource& source, const DrawnQuantity& quantity) {
  if (source.divisor == Divisor::none || !quantity.less_is_better) return axis_text(quantity, 'T');
  RichText text = axis_text(quantity, 'T');
  text.add(source.divisor == Divisor::root ? " / \u221a" : " / ln ", Script::plain);
  return text.add("T", Script::symbol);
}

/// The label and style of a line.
struct SweptLine {
  std::string label;
  LineStyle style;
};

/// The line of each cell: one per learner, or one for all learners that differ only in the parameter on the axis.
std::map<const PlottedCell*, SweptLine> lines_of(const FigureSource& source, const Abscissa& over) {
  std::map<const PlottedCell*, SweptLine> lines;
  if (over.learner_parameter.empty()) {
    for (const PlottedCell* cell : source.cells) lines[cell] = {cell->learner, cell->style};
    return lines;
  }
  std::map<std::string, LineStyle> styles;
  for (const PlottedCell* cell : source.cells) {
    LearnerLabel label =
        learner_label(cell->label->learner_name, cell->label->learner, source.study.swept(), cell->label->swept);
    std::erase_if(label.parameters, [&](const auto& entry) { return entry.first == over.learner_parameter; });
    const std::string text = learner_text(label);
    const auto [entry, is_new] = styles.emplace(text, LineStyle(styles.size()));
    LineStyle& style = entry->second;
    style.is_grey = (is_new || style.is_grey) && cell->style.is_grey;
    style.is_reference = (is_new || style.is_reference) && cell->style.is_reference;
    lines[cell] = {text, {}};
  }
  std::size_t coloured = 0;
  for (auto& [text, style] : styles)
    if (!style.is_grey && ++coloured > most_hues) style.is_grey = true;
  for (auto& [cell, line] : lines) line.style = styles.at(line.label);
  return lines;
}

/// The means of each line, in order of x. A cell without x has its mean at the least and at the largest x.
std::vector<Series> paths_of(const FigureSource& source, const DrawnQuantity& quantity, const Abscissa& over,
                             const std::map<const PlottedCell*, SweptLine>& lines, const Group& group) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const PlottedCell* cell : group)
    if (const double x = over.x_of(*cell); std::isfinite(x)) least = std::min(least, x), most = std::max(most, x);
  std::vector<Series> paths;
  if (!(least < most)) return paths;
  std::map<std::string, std::size_t> indices;  // into `paths`, by label
  for (const PlottedCell* cell : group) {
    const SweptLine& line = lines.at(cell);
    const auto [entry, is_new] = indices.emplace(line.label, paths.size());
    if (is_new) paths.push_back({line.label, Mark::points, line.style, {}});
    MeanEstimate estimate = cell->means[index_of(quantity.quantity)];
    if (quantity.less_is_better) {
      const double divisor = divisor_of(source, *cell);
      estimate.mean /= divisor;
      estimate.interval = {estimate.interval.low / divisor, estimate.interval.high / divisor};
    }
    const double x = over.x_of(*cell);
    for (const double position : std::isfinite(x) ? std::vector{x} : std::vector{least, most})
      paths[entry->second].points.push_back(point_of(position, estimate, *cell));
  }
  for (Series& path : paths) std::ranges::stable_sort(path.points, {}, &DrawnPoint::x);
  return paths;
}

/// Adds a note that names the budgets without regret.
void note_missing_regret(const DrawnQuantity& quantity, FamilyMember& member) {
  if (quantity.quantity != Quantity::regret) return;
  std::vector<std::string> budgets;
  for (const Group& level : groups_by(member.cells, budget_of))
    if (std::ranges::all_of(level,
                            [](const PlottedCell* cell) { return std::isnan(cell->summary[Quantity::regret].mean); }))
      budgets.push_back(description_text(budget_of(*level.front())));
  if (budgets.empty()) return;
  member.notes.push_back(
      fmt::format("There is no regret at {}: no strategy satisfies the constraints there.", fmt::join(budgets, "; ")));
}

/// Logarithmic, or asinh if the coordinate of some point is negative.
ScaleKind non_linear_scale(const std::vector<Series>& series, double DrawnPoint::*coordinate) {
  for (const Series& line : series)
    for (const DrawnPoint& point : line.points)
      if (point.*coordinate < 0) return ScaleKind::asinh;
  return ScaleKind::logarithmic;
}

/// Adds a multiple of sqrt(T) as a reference slope, through the end of the line that is highest relative to sqrt(T).
void add_root(Panel& panel) {
  double first = 0, last = 0, height = 0;
  for (const Series& series : panel.series)
    for (const DrawnPoint& point : series.points) {
      if (!(point.x > 0) || series.mark == Mark::bound) continue;
      if (first == 0 || point.x < first) first = point.x;
      last = std::max(last, point.x);
    }
  for (const Series& series : panel.series)
    if (series.mark != Mark::bound && !series.points.empty() && series.points.back().y > 0)
      height = std::max(height, series.points.back().y / std::sqrt(series.points.back().x));
  if (!(height > 0) || !(last > first)) return;
  Series root{RichText("slope of \u221a").add("T", Script::symbol), Mark::guide, 0, {}};
  constexpr int pieces = 32;  // several because the line is curved if an axis is asinh
  for (int piece = 0; piece <= pieces; ++piece) {
    const double x = first * std::pow(last / first, static_cast<double>(piece) / pieces);
    root.points.push_back({x, height * std::sqrt(x)});
  }
  panel.series.push_back(std::move(root));
}

void set_scales(const FigureSource& source, const DrawnQuantity& quantity, const Abscissa& over, Panel& panel) {
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const Series& series : panel.series)
    for (const DrawnPoint& point : series.points) least = std::min(least, point.x), most = std::max(most, point.x);
  const bool is_growth = over.is_horizon && source.divisor == Divisor::none;
  const bool is_wide = !over.is_budget && least > 0 && most > wide * least;
  panel.x.from_zero = over.is_budget;
  panel.y.from_zero = !is_growth;
  if (is_growth && quantity.less_is_better) add_root(panel);
  if (over.is_horizon || is_wide) panel.x.scale = non_linear_scale(panel.series, &DrawnPoint::x);
  if (is_growth) panel.y.scale = non_linear_scale(panel.series, &DrawnPoint::y);
  if (panel.x.scale != ScaleKind::linear) panel.x.from_zero = false;
  if (panel.y.scale != ScaleKind::linear) panel.y.from_zero = false;
}

using SweptLines = std::map<const PlottedCell*, SweptLine>;

FigureFamily sweep_of(const FigureSource& source, const DrawnQuantity& quantity, const Abscissa& over,
                      const std::shared_ptr<const SweptLines>& lines) {
  FigureFamily family{quantity.name, "over-" + over.name, "", quantity.words, " against " + over.words};
  family.over = over.name;
  for (Group& group : groups_by(over.is_horizon ? source.cells : source.largest, over.rest)) {
    family.members.push_back({.description = over.rest(*group.front())});
    family.members.back().cells = std::move(group);
  }
  family.draw = [&source, &quantity, over, lines](FamilyMember& member) {
    Panel& panel = member.panel;
    panel.series = paths_of(source, quantity, over, *lines, member.cells);
    if (panel.series.empty()) return;
    panel.x.label = over.label;
    panel.y.label = ordinate_text(source, quantity);
    set_scales(source, quantity, over, panel);
    member.notes = {mean_text(member.cells, true)};
    if (over.is_budget) note_missing_regret(quantity, member);
  };
  return family;
}

}  // namespace

std::vector<FigureFamily> sweep_figures(const FigureSource& source) {
  std::vector<FigureFamily> families;
  for (const Abscissa& over : abscissas(source)) {
    const auto lines = std::make_shared<const SweptLines>(lines_of(source, over));
    for (const DrawnQuantity& quantity : source.quantities) families.push_back(sweep_of(source, quantity, over, lines));
  }
  return families;
}

}  // namespace regretta

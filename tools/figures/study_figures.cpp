#include "regretta/tools/figures/study_figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/ellipse.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

constexpr double nan = Statistic::nan;

using Group = std::vector<const PlottedCell*>;
using Described = std::vector<NamedText>;

/// Cells in groups of the same description, in order of their first cells.
template <class Describe>
std::vector<Group> groups_by(const Group& cells, const Describe& describe) {
  std::vector<Group> groups;
  std::map<Described, std::size_t> places;
  for (const PlottedCell* cell : cells) {
    const std::size_t place = places.emplace(describe(*cell), groups.size()).first->second;
    if (place == groups.size()) groups.emplace_back();
    groups[place].push_back(cell);
  }
  return groups;
}

/// With the corruption's budget or without, with the horizon or without.
Described setting_of(const PlottedCell& cell, bool budget, bool horizon) {
  Described all = {cell.environment};
  all.insert(all.end(), cell.setting.begin(), cell.setting.end());
  if (budget) all.insert(all.end(), cell.budget.begin(), cell.budget.end());
  if (horizon) all.emplace_back("T", grouped(cell.label->horizon));
  return all;
}

std::string text_of(const Described& described) {
  std::string text;
  for (const auto& [name, value] : described)
    text += (text.empty() ? "" : ", ") + (name == "environment" ? value : fmt::format("{} = {}", name, value));
  return text;
}

std::string words(Quantity quantity) {
  std::string text(quantity_name(quantity));
  std::ranges::replace(text, '_', ' ');
  return text;
}

DrawnPoint point_of(double x, const Statistic& statistic) {
  const double half = half_width(statistic);
  return {x, statistic.mean, statistic.mean - half, statistic.mean + half};
}

bool has_number(const Series& series) {
  return std::ranges::any_of(series.points,
                             [](const DrawnPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

ScaleKind bent_scale(const std::vector<Series>& series, double DrawnPoint::*coordinate, bool zero_counts) {
  for (const Series& each : series)
    for (const DrawnPoint& point : each.points)
      if (point.*coordinate < 0 || (zero_counts && point.*coordinate == 0)) return ScaleKind::asinh;
  return ScaleKind::logarithmic;
}

std::vector<Group> by_learner(const Group& group) {
  return groups_by(group, [](const PlottedCell& cell) { return Described{{"", cell.learner}}; });
}

/// "64 trials", "64 to 400 trials, 3 of them infeasible, 1 failed": of each cell, and of all.
std::string trials_text(const Group& group) {
  std::int64_t least = group.front()->summary.trials, most = 0, infeasible = 0, failed = 0;
  for (const PlottedCell* cell : group) {
    least = std::min(least, cell->summary.trials);
    most = std::max(most, cell->summary.trials);
    infeasible += cell->summary.infeasible;
    failed += cell->summary.failed;
  }
  std::string text =
      least == most ? counted(most, "trial") : fmt::format("{} to {} trials", grouped(least), grouped(most));
  if (infeasible > 0)
    text += fmt::format(", {} of all without a feasible strategy and so a regret", grouped(infeasible));
  if (failed > 0) text += fmt::format(", {} of all failed", grouped(failed));
  return text;
}

/// Of many learners the bands would hide the lines.
constexpr std::size_t most_bands = 6;

std::string interval_note(const Group& group, bool has_bands) {
  return fmt::format("Mean{} over {}.", has_bands ? " and 95% interval" : "", trials_text(group));
}

/// For a caption.
std::string scale_note(const Figure& figure) {
  const bool x = figure.x.scale == ScaleKind::asinh;
  const bool y = figure.y.scale == ScaleKind::asinh;
  return !x && !y ? ""
                  : fmt::format(" {}: area hyperbolic sine, logarithmic above 1 in size.", x && y ? "Both axes"
                                                                                           : x    ? "Horizontal axis"
                                                                                                  : "Vertical axis");
}

/// Makes the figures of one study, and gives them names that differ.
class Figures {
 public:
  Figures(const std::vector<PlottedCell>& cells, const FigureOptions& options) : options_(options) {
    for (const PlottedCell& cell : cells) all_.push_back(&cell);
    std::map<Described, std::int64_t> last;  // horizon of a setting
    for (const PlottedCell& cell : cells) {
      std::int64_t& horizon = last[setting_of(cell, true, false)];
      horizon = std::max(horizon, cell.label->horizon);
    }
    for (const PlottedCell* cell : all_)
      if (cell->label->horizon == last[setting_of(*cell, true, false)]) largest_.push_back(cell);
  }

  std::vector<Figure> make() {
    if (wants(FigureKind::curves)) each_quantity([this](std::size_t quantity) { curves(quantity); });
    if (wants(FigureKind::corruption)) each_quantity([this](std::size_t quantity) { corruption(quantity); });
    if (wants(FigureKind::horizon)) each_quantity([this](std::size_t quantity) { horizon(quantity); });
    if (wants(FigureKind::frontier)) frontier();
    if (wants(FigureKind::distribution)) each_quantity([this](std::size_t quantity) { distribution(quantity); });
    return std::move(figures_);
  }

 private:
  bool wants(FigureKind kind) const {
    return options_.kinds.empty() || std::ranges::find(options_.kinds, kind) != options_.kinds.end();
  }

  template <class Make>
  void each_quantity(const Make& make) const {
    for (std::size_t k = 0; k < options_.quantities.size(); ++k) make(k);
  }

  Quantity quantity(std::size_t k) const { return options_.quantities[k]; }
  std::string metric(std::size_t k) const { return std::string(quantity_name(quantity(k))); }

  /// Keeps the figure if there is something in it. `described`: what its cells share; only what other figures of the
  /// same stem do not share goes into its name, by `all`.
  void add(Figure figure, const std::string& stem, const Described& described, const std::vector<Group>& all,
           const std::function<Described(const PlottedCell&)>& describe) {
    std::erase_if(figure.series, [](const Series& series) { return !has_number(series); });
    if (figure.series.empty()) return;
    figure.caption += scale_note(figure);
    std::string name = stem;
    for (std::size_t k = 0; k < described.size(); ++k) {
      const auto shared = [&](const Group& group) {
        const Described other = describe(*group.front());
        return std::ranges::find(other, described[k]) != other.end();
      };
      if (std::ranges::all_of(all, shared)) continue;
      const auto& [key, value] = described[k];
      name += "-" + (key == "environment" ? value : key.substr(key.rfind('.') + 1) + "-" + value);
    }
    figure.name = distinct(file_name(name));
    figures_.push_back(std::move(figure));
  }

  /// What LaTeX takes as a file's name before its ending, too.
  static std::string file_name(const std::string& text) {
    std::string name;
    for (const char c : text) {
      const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
      if (c != ',') name += plain ? c : '_';
    }
    return name.substr(0, 150);
  }

  std::string distinct(const std::string& name) {
    const auto in_lower_case = [](std::string text) {
      std::ranges::transform(text, text.begin(),
                             [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
      return text;
    };
    std::string candidate = name;  // there are file systems that do not tell cases apart
    for (int k = 2; !names_.insert(in_lower_case(candidate)).second; ++k) candidate = fmt::format("{}-{}", name, k);
    return candidate;
  }

  void curves(std::size_t k) {
    const auto place =
        std::ranges::find(curve_quantity_names, quantity_name(quantity(k))) - curve_quantity_names.begin();
    if (place == std::ssize(curve_quantity_names)) return;  // only known at T
    const auto describe = [](const PlottedCell& cell) { return setting_of(cell, true, true); };
    const std::vector<Group> settings = groups_by(largest_, describe);
    for (const Group& group : settings) {
      Figure figure;
      figure.x = {.label = "t", .from_zero = true};
      figure.y = {.label = words(quantity(k)), .from_zero = true};
      for (const PlottedCell* cell : group) {
        Series& series = figure.series.emplace_back(Series{cell->learner, Mark::curve, cell->look, {}});
        for (std::size_t c = 0; c < cell->label->checkpoints.size(); ++c)
          series.points.push_back(point_of(static_cast<double>(cell->label->checkpoints[c]),
                                           cell->summary.curve[c][static_cast<std::size_t>(place)]));
        if (group.size() > most_bands)
          for (DrawnPoint& point : series.points) point.low = point.high = nan;
      }
      const Described described = describe(*group.front());
      figure.caption = fmt::format("{} over t in {}. {}", words(quantity(k)), text_of(described),
                                   interval_note(group, group.size() <= most_bands));
      if (options_.bounds) add_bounds(group, k, figure);
      if (options_.logarithmic) {
        add_root(k, figure);
        figure.x.scale = ScaleKind::logarithmic;
        figure.y.scale = bent_scale(figure.series, &DrawnPoint::y, false);
      }
      add(std::move(figure), metric(k) + "-over-t", described, settings, describe);
    }
  }

  void add_bounds(const Group& group, std::size_t k, Figure& figure) const {
    const bool is_regret = quantity(k) == Quantity::regret;
    if (!is_regret && quantity(k) != Quantity::violation) return;
    std::vector<std::string> said;
    for (const PlottedCell* cell : group) {
      const StoredBound& bound = is_regret ? cell->bounds.regret : cell->bounds.violation;
      if (!bound.value || !std::isfinite(*bound.value)) continue;
      Series series{cell->learner, Mark::bound, cell->look, {}};
      for (const std::int64_t t : {cell->label->checkpoints.front(), cell->label->horizon})
        series.points.push_back({static_cast<double>(t), *bound.value, nan, nan});
      figure.series.push_back(std::move(series));
      said.push_back(fmt::format("{}: {}", cell->learner, grouped(std::llround(*bound.value))));
    }
    if (!said.empty())
      figure.caption += fmt::format(" Dash-dotted: the theorem's right-hand side at T ({}).", fmt::join(said, "; "));
  }

  /// sqrt(x) through the highest last value: a slope to compare with.
  void add_root(std::size_t k, Figure& figure) const {
    if (!less_is_better(quantity(k))) return;  // not a sum over rounds
    double first = 0, last = 0, height = 0;
    for (const Series& series : figure.series)
      for (const DrawnPoint& point : series.points) {
        if (!(point.x > 0) || series.mark == Mark::bound) continue;
        if (first == 0 || point.x < first) first = point.x;
        last = std::max(last, point.x);
      }
    for (const Series& series : figure.series)
      if (series.mark != Mark::bound && !series.points.empty() && series.points.back().y > 0)
        height = std::max(height, series.points.back().y / std::sqrt(series.points.back().x));
    if (!(height > 0) || !(last > first)) return;
    Series root{fmt::format("slope of \u221a{}", figure.x.label), Mark::guide, 0, {}};
    constexpr int pieces = 32;  // straight on two logarithmic axes, but not beside an asinh
    for (int piece = 0; piece <= pieces; ++piece) {
      const double x = first * std::pow(last / first, static_cast<double>(piece) / pieces);
      root.points.push_back({x, height * std::sqrt(x), nan, nan});
    }
    figure.series.push_back(std::move(root));
  }

  void corruption(std::size_t k) {
    const auto describe = [](const PlottedCell& cell) { return setting_of(cell, false, true); };
    const std::vector<Group> all = groups_by(largest_, describe);
    for (const Group& group : all) {
      if (groups_by(group, [](const PlottedCell& cell) { return cell.budget; }).size() < 2) continue;
      Figure figure;
      figure.x = {.label = "corruption C", .from_zero = true};
      figure.y = {.label = words(quantity(k)), .from_zero = true};
      for (const Group& learner : by_learner(group))
        figure.series.push_back(
            ends(learner, k, [](const PlottedCell& cell) { return cell.summary[Quantity::corruption].mean; }));
      if (options_.logarithmic) {
        figure.x.scale = bent_scale(figure.series, &DrawnPoint::x, true);
        figure.y = {.label = figure.y.label, .scale = bent_scale(figure.series, &DrawnPoint::y, true)};
      }
      const Described described = describe(*group.front());
      figure.caption = fmt::format("{} against the measured corruption C in {}. {}", words(quantity(k)),
                                   text_of(described), interval_note(group, true));
      add(std::move(figure), metric(k) + "-over-C", described, all, describe);
    }
  }

  void horizon(std::size_t k) {
    const auto describe = [](const PlottedCell& cell) { return setting_of(cell, true, false); };
    const std::vector<Group> all = groups_by(all_, describe);
    for (const Group& group : all) {
      std::set<std::int64_t> horizons;
      for (const PlottedCell* cell : group) horizons.insert(cell->label->horizon);
      if (horizons.size() < 2) continue;
      Figure figure;
      figure.x = {.label = "T", .scale = ScaleKind::logarithmic};
      figure.y.label = words(quantity(k));
      for (const Group& learner : by_learner(group))
        figure.series.push_back(
            ends(learner, k, [](const PlottedCell& cell) { return static_cast<double>(cell.label->horizon); }));
      add_root(k, figure);
      figure.y.scale = bent_scale(figure.series, &DrawnPoint::y, true);
      const Described described = describe(*group.front());
      figure.caption = fmt::format("{} against the horizon T in {}. {}", words(quantity(k)), text_of(described),
                                   interval_note(group, true));
      add(std::move(figure), metric(k) + "-over-horizon", described, all, describe);
    }
  }

  /// Final values of one learner, by x.
  template <class Of>
  Series ends(const Group& learner, std::size_t k, const Of& x_of) const {
    Series series{learner.front()->learner, Mark::points, learner.front()->look, {}};
    for (const PlottedCell* cell : learner)
      if (const double x = x_of(*cell); std::isfinite(x))
        series.points.push_back(point_of(x, cell->summary[quantity(k)]));
    std::ranges::stable_sort(series.points, {}, &DrawnPoint::x);
    return series;
  }

  void frontier() {
    for (const Quantity needed : {Quantity::regret, Quantity::violation})
      if (std::ranges::find(options_.quantities, needed) == options_.quantities.end()) return;
    const auto describe = [](const PlottedCell& cell) { return setting_of(cell, false, true); };
    const std::vector<Group> all = groups_by(largest_, describe);
    for (const Group& group : all) {
      if (group.size() < 2) continue;
      Figure figure;
      figure.x.label = "violation";
      figure.y.label = "regret";
      std::vector<Series> outlines;
      for (const Group& learner : by_learner(group)) {
        Series path{learner.front()->learner, Mark::points, learner.front()->look, {}};
        for (const PlottedCell* cell : learner) {
          const Ellipse ellipse = ellipse_of(*cell);
          path.points.push_back({ellipse.x, ellipse.y, nan, nan});
          outlines.push_back({cell->learner, Mark::outline, cell->look, outline(ellipse)});
        }
        figure.series.push_back(std::move(path));
      }
      figure.series.insert(figure.series.begin(), outlines.begin(), outlines.end());
      const bool over_budget = groups_by(group, [](const PlottedCell& cell) { return cell.budget; }).size() > 1;
      const Described described = describe(*group.front());
      figure.caption = fmt::format(
          "regret against violation in {}{}. Means with the 95% confidence ellipse of both, over {}.",
          text_of(described), over_budget ? ", one point for each corruption budget" : "", trials_text(group));
      add(std::move(figure), "frontier", described, all, describe);
    }
  }

  Ellipse ellipse_of(const PlottedCell& cell) const {
    return confidence_ellipse(cell.values[options_.quantities.size() + 1], cell.values[options_.quantities.size()]);
  }

  static std::vector<DrawnPoint> outline(const Ellipse& ellipse) {
    constexpr int corners = 48;
    std::vector<DrawnPoint> points;
    for (int k = 0; k < corners; ++k) {
      const double turn = 2 * std::numbers::pi * k / corners;
      const double along = ellipse.major * std::cos(turn);
      const double across = ellipse.minor * std::sin(turn);
      points.push_back({ellipse.x + along * std::cos(ellipse.angle) - across * std::sin(ellipse.angle),
                        ellipse.y + along * std::sin(ellipse.angle) + across * std::cos(ellipse.angle), nan, nan});
    }
    return points;
  }

  void distribution(std::size_t k) {
    const auto describe = [](const PlottedCell& cell) { return setting_of(cell, true, true); };
    const std::vector<Group> settings = groups_by(largest_, describe);
    for (const Group& group : settings) {
      Figure figure;
      figure.x.label = words(quantity(k));
      figure.y = {.label = "share of trials", .from_zero = true};
      for (const PlottedCell* cell : group)
        figure.series.push_back({cell->learner, Mark::steps, cell->look, steps(cell->values[k])});
      const Described described = describe(*group.front());
      figure.caption = fmt::format("Share of those trials that have a {0} whose {0} is at most that in {1}, of {2}.",
                                   words(quantity(k)), text_of(described), trials_text(group));
      add(std::move(figure), metric(k) + "-distribution", described, settings, describe);
    }
  }

  /// The empirical distribution function; of many trials, at evenly spaced ranks.
  static std::vector<DrawnPoint> steps(std::vector<double> values) {
    constexpr std::size_t most = 1000;
    std::erase_if(values, [](double x) { return std::isnan(x); });
    std::ranges::sort(values);
    const std::size_t n = values.size();
    std::vector<DrawnPoint> points;
    if (n == 0) return points;
    points.push_back({values.front(), 0, nan, nan});
    const std::size_t count = std::min(n, most);
    for (std::size_t j = 1; j <= count; ++j) {
      const std::size_t rank = j * n / count;
      points.push_back({values[rank - 1], static_cast<double>(rank) / static_cast<double>(n), nan, nan});
    }
    return points;
  }

  const FigureOptions& options_;
  Group all_;
  Group largest_;  ///< at the largest horizon of their setting
  std::set<std::string> names_;
  std::vector<Figure> figures_;
};

}  // namespace

std::vector<Figure> study_figures(const StudyReader& study, const FigureOptions& options) {
  FigureOptions wanted = options;
  wanted.quantities.clear();
  for (const Quantity quantity : options.quantities)
    if (std::ranges::find(wanted.quantities, quantity) == wanted.quantities.end())
      wanted.quantities.push_back(quantity);
  std::vector<Quantity> read = wanted.quantities;
  read.insert(read.end(), {Quantity::regret, Quantity::violation});  // of the frontier
  const std::vector<PlottedCell> cells = plotted_cells(study, read, options.where);
  return Figures(cells, wanted).make();
}

}  // namespace regretta

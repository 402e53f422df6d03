#include "regretta/tools/figures/search_parameters.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/search/front_order.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

using Parameter = FoundRecord::Parameter;
using Played = FoundRecord::Played;
using Judged = FoundRecord::Judged;

constexpr std::size_t most_axes = 12;  ///< whose names and ticks can be read across a page

enum class LineRole { others, best_tenth, finalists, winner, axis };
LineStyle style_of(LineRole role) {
  LineStyle style(first_other_place + 40 + static_cast<std::size_t>(role));  // apart from those of the path
  style.is_grey = role == LineRole::others || role == LineRole::axis;
  style.hue = role == LineRole::best_tenth ? 5 : role == LineRole::finalists ? 1 : 0;
  return style;
}

/// Its height on the axis of the parameter, from 0 to 1; NaN of NaN.
double height_of(const Parameter& of, double value) {
  const auto last = static_cast<double>(of.choices.size()) - 1;
  return last == 0             ? value + 0.5
         : !of.choices.empty() ? value / last
         : of.is_log           ? std::log10(value / of.low) / std::log10(of.high / of.low)
                               : (value - of.low) / (of.high - of.low);
}

/// The end of a path that is a name with its numbers: "loss.2" of "environment.1.loss.2".
std::string short_path(const std::string& path) {
  std::size_t from = path.size();
  while (from > 0) {
    const std::size_t dot = path.rfind('.', from - 1);
    from = dot == path.npos ? 0 : dot;
    const std::size_t name = dot == path.npos ? 0 : dot + 1;
    if (std::isdigit(static_cast<unsigned char>(path[name])) == 0) return path.substr(name);
  }
  return path;
}

/// Short where that tells them apart.
std::vector<std::string> axis_names(const std::vector<Parameter>& parameters) {
  std::map<std::string, int> count;
  for (const Parameter& one : parameters) ++count[short_path(one.path)];
  std::vector<std::string> names;
  for (const Parameter& one : parameters)
    names.push_back((count[short_path(one.path)] > 1 ? one.path : short_path(one.path)) + (one.is_log ? " (log)" : ""));
  return names;
}

class ParameterPanel {
 public:
  ParameterPanel(const FoundRecord& found, const CandidateCell& cell_of, FamilyMember& member)
      : found_(found), cell_of_(cell_of), member_(member) {}

  void draw() {
    rank();
    choose_axes();
    if (axes_.empty()) return;
    Panel& panel = member_.panel;
    panel.name = "parameters";
    std::vector<Parameter> drawn;
    for (const std::size_t d : axes_) drawn.push_back(found_.parameters[d]);
    panel.x.names = axis_names(drawn);
    for (std::size_t k = 0; k < drawn.size(); ++k) add_axis(drawn[k], static_cast<double>(k));
    for (std::size_t place = ranked_.size(); place-- > 0;)  // the best on top
      add_line(*ranked_[place], place < best_ ? LineRole::best_tenth : LineRole::others,
               place < best_ ? "the best tenth" : "other candidates");
    for (std::size_t k = found_.judged.size(); k-- > 0;) add_judged(found_.judged[k], k == 0);
    note();
  }

 private:
  /// Those that can be drawn, as the race has them: those with more trials first, and of as many the best.
  void rank() {
    std::vector<RaceScore> scores;
    std::vector<const Played*> all;
    const auto larger_is_better = [&](const Played& one, std::size_t aim) {
      return found_.aims[aim].up ? one.aims[aim] : -one.aims[aim];
    };
    for (const Played& one : found_.played) {
      if (!one.meets_all || !std::ranges::all_of(one.aims, [](double aim) { return std::isfinite(aim); })) continue;
      all.push_back(&one);
      scores.push_back({.value = larger_is_better(one, 0), .excess = 0});
      if (one.aims.size() > 1) scores.back().second = larger_is_better(one, 1);
    }
    for (const std::size_t place : best_first(scores)) ranked_.push_back(all[place]);
    std::ranges::stable_sort(ranked_, std::greater{}, &Played::trials);
    best_ = (ranked_.size() + 9) / 10;
  }

  /// By how much the best tenth has other values than the rest: the largest difference of their distribution functions,
  /// in which values that a choice makes meaningless lie below all others.
  double difference(std::size_t d) const {
    std::map<double, std::pair<double, double>> shares;  // of the best and the rest, by height
    for (std::size_t place = 0; place < ranked_.size(); ++place) {
      const double height = height_of(found_.parameters[d], ranked_[place]->values[d]);
      auto& [best, rest] = shares[std::isnan(height) ? -1 : height];
      (place < best_ ? best : rest) += 1 / static_cast<double>(place < best_ ? best_ : ranked_.size() - best_);
    }
    double ahead = 0, most = 0;
    for (const auto& [height, share] : shares) most = std::max(most, std::abs(ahead += share.first - share.second));
    return most;
  }

  void choose_axes() {
    std::vector<std::pair<double, std::size_t>> all;
    for (std::size_t d = 0; d < found_.parameters.size(); ++d)
      if (std::ranges::any_of(ranked_, [&](const Played* one) { return !std::isnan(one->values[d]); }))
        all.emplace_back(-difference(d), d);
    left_out_ = all.size() - std::min(all.size(), most_axes);
    std::ranges::sort(all);
    all.resize(all.size() - left_out_);
    for (const auto& [least, d] : all) axes_.push_back(d);
    std::ranges::sort(axes_);
  }

  void add_axis(const Parameter& of, double x) {
    Series axis{of.path, Mark::axis, style_of(LineRole::axis), {}};
    const auto tick = [&](double value, const std::string& text) {
      axis.points.push_back(
          {.x = x, .y = height_of(of, value), .label = text, .value = of.choices.empty() ? value : not_a_number});
    };
    for (std::size_t k = 0; k < of.choices.size(); ++k) tick(static_cast<double>(k), of.choices[k]);
    if (of.choices.empty()) {
      tick(of.low, fmt::format("{:.3g}", of.low));
      if (of.is_log)
        for (int power = static_cast<int>(std::ceil(std::log10(of.low) + 0.01)); power < std::log10(of.high) - 0.01;
             ++power)
          tick(std::pow(10, power), fmt::format("{:g}", std::pow(10, power)));
      else
        tick((of.low + of.high) / 2, fmt::format("{:.3g}", (of.low + of.high) / 2));
      tick(of.high, fmt::format("{:.3g}", of.high));
    }
    member_.panel.series.push_back(std::move(axis));
  }

  /// Without y where a parameter has no say.
  void add_line(const Played& one, LineRole role, const char* label, const char* cell_suffix = "") {
    Series line{label, role < LineRole::finalists ? Mark::curve : Mark::points, style_of(role), {}};
    for (std::size_t k = 0; k < axes_.size(); ++k) {
      const Parameter& of = found_.parameters[axes_[k]];
      const double value = one.values[axes_[k]];
      line.points.push_back({.x = static_cast<double>(k),
                             .y = height_of(of, value),
                             .label = fmt::format("{}", one.candidate),
                             .value = of.choices.empty() ? value : not_a_number,
                             .cell = cell_of_(one.candidate, cell_suffix)});
    }
    member_.panel.series.push_back(std::move(line));
  }

  /// A finalist, or a member of the front.
  void add_judged(const Judged& judged, bool is_first) {
    const auto own = std::ranges::find(found_.played, judged.candidate, &Played::candidate);
    if (own == found_.played.end()) return;
    const bool is_front = found_.aims.size() > 1;
    const bool wins = is_front ? judged.standing == FrontStanding::on_front : is_first;
    add_line(*own, wins ? LineRole::winner : LineRole::finalists,
             wins ? (is_front ? "on the front" : "the best on fresh trials")
                  : (is_front ? "other members" : "other finalists"),
             "-fresh");
  }

  void note() {
    member_.notes.push_back(
        "One line for each candidate; a line breaks where a choice leaves a parameter without a say.");
    if (left_out_ > 0)
      member_.notes.push_back(
          fmt::format("Of {} parameters the {} in whose values the best tenth differs most from the other candidates.",
                      axes_.size() + left_out_, axes_.size()));
  }

  const FoundRecord& found_;
  const CandidateCell& cell_of_;
  FamilyMember& member_;
  std::vector<const Played*> ranked_;
  std::size_t best_ = 0;           ///< so many of them are the best tenth
  std::vector<std::size_t> axes_;  ///< parameters that are drawn
  std::size_t left_out_ = 0;
};

}  // namespace

void draw_parameters(const FoundRecord& found, const CandidateCell& cell_of, FamilyMember& member) {
  ParameterPanel(found, cell_of, member).draw();
}

}  // namespace regretta

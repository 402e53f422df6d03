#pragma once
/// Numbers the cells of a study: environments x their grids x horizons x learners x their grids, with learners varying
/// fastest. A learner that needs facts is left out where the adversary is adaptive. Any cell can be built by itself.
/// Used by make_plan and RebuiltCells.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/study/plan/cell.hpp"
#include "regretta/engine/study/plan/resolved_plugin.hpp"

namespace regretta {

/// The largest number of cells of a study.
inline constexpr std::int64_t max_cells = 1'000'000;

class Grid {
 public:
  /// Throws StudyError for every error that can be found without building an adversary; builds them only where a
  /// learner may need facts, or a measure is of all arms. Keeps references to both arguments.
  Grid(const Study& study, const Catalogue& catalogue);
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  std::int64_t num_cells() const { return pairs_ ? std::ssize(*pairs_) : num_settings() * std::ssize(learner_points_); }
  std::int64_t num_settings() const;  ///< environment points x horizons
  /// The swept parameters, as exported: "learner.PARAM", then "environment.PARAM".
  const std::vector<std::string>& swept_names() const { return swept_names_; }
  /// The study as in the canonical text, without `means`.
  Study resolved() const;

  /// One line per pair of learner and environment that is left out.
  const std::vector<std::string>& left_out() const { return left_out_; }

  /// Builds the adversary of `setting`, 0..num_settings() - 1, which consecutive cells share. Throws StudyError.
  std::shared_ptr<const SharedWork> work(std::int64_t setting) const;
  /// Throws StudyError for a measure of an arm that none of these settings has.
  void check_arms(const std::vector<std::shared_ptr<const SharedWork>>& works) const;
  std::int64_t setting_of(std::int64_t cell) const { return pair_of(cell) / std::ssize(learner_points_); }
  /// Cell `index`, 0..num_cells() - 1; `work` is that of its setting. Throws StudyError.
  Cell cell(std::int64_t index, std::shared_ptr<const SharedWork> work) const;

 private:
  struct Point {
    const ResolvedPlugin* plugin;
    Settings settings;
    SharedContent content;  ///< content of a learner; null for an environment
  };
  /// The grids of all plugins. Throws StudyError if two points have the same settings.
  std::vector<Point> points_of(const std::vector<ResolvedPlugin>& plugins) const;
  /// The index of a cell's pair among all pairs of settings x learners, including incompatible pairs.
  std::int64_t pair_of(std::int64_t cell) const { return pairs_ ? (*pairs_)[static_cast<std::size_t>(cell)] : cell; }
  void choose_pairs();
  void list_quantities();
  /// The content of a setting (content.hpp).
  SharedContent content_of(const Point& environment, const CellWork& work,
                           const std::vector<std::shared_ptr<const Adversary>>& instances) const;
  SharedContent content_of_learner(const ResolvedPlugin& learner, const Settings& settings) const;
  BoundLearner bind(const Point& learner, const Point& environment, const CellWork& work) const;
  const Point& environment_of(std::int64_t setting) const;
  std::vector<Value> swept_values(const Point& learner, const Point& environment) const;

  const Study& study_;
  const Catalogue& catalogue_;
  std::vector<ResolvedPlugin> environments_, learners_, measures_;
  QuantityList quantities_;
  std::vector<Point> environment_points_, learner_points_;
  std::vector<std::optional<std::int64_t>> horizons_;  ///< at least one; empty optional: the environment decides
  std::vector<std::string> swept_names_;
  std::optional<std::vector<std::int64_t>> pairs_;  ///< pair of each cell; empty if every pair is a cell
  std::vector<std::string> left_out_;
};

}  // namespace regretta

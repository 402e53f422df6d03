#pragma once
/// Whether results come from several versions of a plugin, or of the engine, and so must not be taken for one: the
/// learner or the environment of a cell has changed between two of its blocks, or the engine between two blocks of a
/// file. When a block was added, and by which compiler or processor, makes no difference. What an origin (origin.hpp)
/// does not say is not held against it. Used by commands that read results, and by those that add to them.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "regretta/engine/plugin/sources.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// The origin of blocks that this program plays, with such plugins, as JSON: {"build": ..., "engine": ..., "plugins":
/// {"learner greedy": "6f0a..."}}, and "languages": {"learner mine": "python"} if it is known. Plugins that `study`
/// does not name are left out.
std::string origin_of_run(const Study& study, const std::string& build, const PluginSources& sources);

class Mixture {
 public:
  /// The plugins that an origin names.
  static PluginSources plugins_in(const std::string& origin) { return played_by(origin).plugins; }

  Mixture() = default;
  explicit Mixture(const StudyReader& study) { add(study); }

  /// Adds the blocks of a file. All files must be of one study.
  void add(const StudyReader& study);
  /// As if each of these cells had one more block with this origin; if not `with_engine`, only the plugins count.
  void add(const StudyReader& study, const std::string& origin, const std::set<std::int64_t>& cells, bool with_engine);
  /// As if this cell of a plan had one more block with this origin.
  void add(const Cell& cell, const Study& study, const std::string& origin);
  /// As if these cells had no blocks.
  void forget(const std::set<std::int64_t>& cells);

  /// The engines that have played the blocks, as far as these say so.
  const std::set<std::string>& engines() const { return engines_; }
  /// The plugins that take part in a cell and do not ship, as they were in its first block.
  PluginSources plugins(std::int64_t cell) const;

  bool empty() const { return engines_.size() < 2 && changed_.empty(); }
  /// What differs, such as `learner greedy has changed (cells 0, 3)`; "" if nothing does.
  std::string text() const;
  /// Cells whose blocks do not belong together. All, if the engine has changed.
  std::set<std::int64_t> cells() const { return engines_.size() > 1 ? all_ : cells_with_other_plugins(); }
  std::set<std::int64_t> cells_with_other_plugins() const;

 private:
  struct Played {
    std::string engine;
    PluginSources plugins;
    bool operator==(const Played&) const = default;
  };
  static Played played_by(const std::string& origin);
  void add(const CellLabel& cell, const Study& study, const Played& played);

  std::set<std::string> engines_;
  std::map<std::int64_t, PluginSources> plugins_;          ///< of each cell: the first that was seen
  std::map<std::string, std::set<std::int64_t>> changed_;  ///< cells, by plugin
  std::set<std::int64_t> all_;                             ///< cells
};

}  // namespace regretta

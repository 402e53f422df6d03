#pragma once
/// The figures of a study, from the families of panels: with facets, captions and distinct names, drawn one by one.
/// Used by study_figures.hpp.

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

class FigureList {
 public:
  /// Panels that differ only in `facets` share a figure, with at most `across` of them side by side unless rows are of
  /// different quantities. Facets are "metric", "environment", "horizon" and swept parameters.
  FigureList(std::vector<std::string> facets, std::size_t across);

  /// Adds the figures of one kind, one family per quantity. A name contains only what the family does not share.
  void add(std::vector<FigureFamily> families, std::string_view kind);

  /// Gives the figures to `take` in order, each drawn when the one before has been taken. Throws std::invalid_argument
  /// for a facet in which no panels differ.
  void draw(const std::function<void(Figure)>& take);

 private:
  struct Kind {
    std::string_view name;
    std::vector<FigureFamily> families;
  };
  struct Entry;
  using Group = std::vector<const Entry*>;
  bool is_facet(const std::string& name) const;
  std::vector<Entry> entries_of(const std::vector<FigureFamily>& families) const;
  void note_differences(const std::vector<FigureFamily>& families);
  void draw_kind(const Kind& kind, const std::function<void(Figure)>& take);
  Figure figure_of(const Group& group, std::vector<FamilyMember> members) const;
  std::string name_of(const Group& group, const std::vector<Entry>& all) const;
  std::string distinct(const std::string& name);

  std::vector<std::string> facets_;
  std::size_t across_;
  std::set<std::string> differing_;  ///< names of settings in which panels of a kind differ
  std::set<std::string> names_;
  std::vector<Kind> kinds_;
};

}  // namespace regretta

#pragma once
/// The figures of a study file, for `regretta plot`.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {

/// The different texts of the items, in the order of the first ones.
template <class Items, class Of>
std::vector<std::string> distinct_texts(const Items& items, const Of& text_of) {
  std::vector<std::string> texts;
  for (const auto& item : items)
    if (const std::string& text = std::invoke(text_of, item); std::ranges::find(texts, text) == texts.end())
      texts.push_back(text);
  return texts;
}

struct FacetPanel {
  std::string quantity;  ///< "" if the figure has only one
  std::string setting;   ///< "budget = 64"; "" if the figure has only one
  Panel panel;
  std::vector<std::string> notes;
};

/// A row for each quantity if both differ, else rows of at most `across` panels. The caption is that of the notes: each
/// once, with the name of its panel if the others do not have it. Scales of the same axis become the same kind.
Figure faceted_figure(std::vector<FacetPanel> panels, std::size_t across);

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

struct FigureOptions {
  std::vector<std::string> kinds;  ///< names of figure_kinds; empty: all
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  std::vector<std::string> where;      ///< conditions on cells (tools/text/conditions.hpp)
  std::vector<std::string> highlight;  ///< which learners have a colour (learner_styles)
  std::string over;                    ///< FigureSource::over
  Divisor divisor = Divisor::none;     ///< FigureSource::divisor
  std::vector<std::string> facets;     ///< settings, or "metric", in which the panels of a figure differ
  std::size_t across = 2;              ///< panels side by side
  bool own_scales = false;             ///< of the panels of a figure
  std::string baseline;                ///< of paired differences, as for cells_with; "": the first cell's learner
};

/// Gives `take` the figures of every kind that the data supports, with the quantities in order; all but
/// sweeps over T at the largest horizon of their cells. If the cells that `where` selects differ in environment or
/// setting, there is one figure for each. Each is drawn when the one before has been taken: all at once may be more
/// than there is memory for. Intervals: 95%, as in tables (evidence/tables/results.hpp). Throws std::invalid_argument
/// for a `where` that matches no cell, a name to highlight that no learner has, a facet in which nothing differs, a
/// baseline that is none, and StudyFileError as Results does.
void study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options,
                   const std::function<void(Figure)>& take);

/// Of the figures that it is given, the five at most that say what a study compares: regret against violation, what
/// corruption, the horizon or another swept number does, and the curves under the most corruption; differences and more
/// where these are fewer. Keeps no more than one of each kind and quantity.
class AnsweringFigures {
 public:
  void add(Figure figure);
  std::vector<Figure> take();  ///< in the order in which they were given

 private:
  using Numbered = std::pair<int, Figure>;
  /// By kind, what it is over, and quantity: that under the most corruption.
  std::map<std::array<std::string, 3>, Numbered> last_;
  int given_ = 0;
};

}  // namespace regretta

#pragma once
/// A figure: one or more panels, each with two axes and its series. study_figures.hpp and the report build figures; the
/// Python package and the page of the report draw them from JSON (engine/study/FORMATS.md).

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace regretta {

/// The value of the only parameter in which learners differ.
struct OrderingNumber {
  double share = 0;  ///< share of the other learners with smaller numbers, in [0, 1]
  double number = 0;
  std::string name;  ///< name of the parameter
};

/// The style of a learner, the same in all figures of a study.
struct LineStyle {
  LineStyle(std::size_t learner = 0) : learner_index(learner), hue(learner) {}  // NOLINT: implicit, the usual style

  std::size_t learner_index;              ///< index of the learner in the study
  std::size_t hue;                        ///< determines colour, dash and marker, modulo eight
  std::optional<OrderingNumber> order{};  ///< if set, the colour is from an ordered palette instead
  bool is_grey = false;                   ///< whether it has no colour, and is drawn thinner and below the others
  bool is_reference = false;              ///< whether it is grey as a reference line (StudyLearner::is_reference)
};

enum class Script {
  plain,
  symbol,     ///< a letter of a formula, in italics
  subscript,  ///< small, in italics, below the line
  exponent    ///< small, above the line
};

struct TextRun {
  std::string text;
  Script script = Script::plain;
};

class RichText {
 public:
  RichText() = default;
  RichText(const char* plain) : RichText(std::string(plain)) {}
  RichText(std::string plain) { add(std::move(plain), Script::plain); }

  /// Text with formulas between two $: letters are symbols, the character after _ is a subscript.
  static RichText with_formulas(std::string_view text);

  RichText& add(std::string text, Script script);
  const std::vector<TextRun>& runs() const { return runs_; }
  bool empty() const { return runs_.empty(); }
  std::string plain() const;  ///< "Regret R_T (loss units)"

 private:
  std::vector<TextRun> runs_;
};

enum class ScaleKind {
  linear,
  logarithmic,  ///< for positive numbers; zeros are drawn at its lower end
  asinh         ///< linear around 0, logarithmic on both sides of it
};

struct Axis2D {
  RichText label;
  ScaleKind scale = ScaleKind::linear;
  bool from_zero = false;            ///< whether the axis must include 0, unless it is logarithmic
  std::vector<std::string> names{};  ///< names of the positions 0, 1, ...; from the top on a vertical axis
};

enum class Mark {
  curve,   ///< a line through the points, with a band from low to high and some markers
  points,  ///< joined markers with error bars from low to high, and from x_low to x_high
  steps,   ///< a staircase: y holds from its x to the next; with a band from low to high, if they are numbers
  bound,   ///< a dash-dotted line in the colour of its style, without an entry in the legend
  guide,   ///< a thin grey line, not in a learner's colour
  across,  ///< markers with error bars along x: low and high are values of x
  tile,    ///< a coloured rectangle at positions x and y of two axes with names; darker for larger values
  num_marks
};
std::string_view mark_text(Mark mark);

struct DrawnPoint {
  double x = 0, y = 0;
  double low = std::numeric_limits<double>::quiet_NaN();  ///< low and high are NaN if there is no interval
  double high = std::numeric_limits<double>::quiet_NaN();
  double x_low = std::numeric_limits<double>::quiet_NaN();  ///< the interval of x; NaN if there is none
  double x_high = std::numeric_limits<double>::quiet_NaN();
  std::string label{};  ///< drawn beside the point if there is room, or on a tile; not drawn on curves
  double value = std::numeric_limits<double>::quiet_NaN();  ///< value of a tile, which determines its colour
  std::int64_t cell = -1;                                   ///< number of the cell; -1 for none or several
};

struct Series {
  RichText label;
  Mark mark = Mark::curve;
  LineStyle style;
  std::vector<DrawnPoint> points;
  bool directed = false;  ///< whether arrows lead from each point to the next
  bool beyond = false;    ///< whether it is far above all other series: only an arrow and the value of y are drawn
};

bool is_drawable(const Series& series);  ///< whether some point has finite x and y

struct Panel {
  std::string name;  ///< unique in the figure: "regret, budget = 64"
  RichText title;    ///< above the plot; may be empty
  Axis2D x, y;
  std::vector<Series> series;
};

/// Axes with the same label share their scale, unless own_scales is set.
struct Figure {
  std::string kind;      ///< as in figure_kinds.hpp
  std::string quantity;  ///< "" if its panels show several
  std::string over;      ///< horizontal axis of a sweep: "C", "horizon", "K", a swept parameter or a quantity
  std::string name;      ///< for file names: ASCII letters, digits, - and _
  std::string origin;    ///< name of the study, and its digest
  std::string title;     ///< above everything; may be empty
  std::string caption;   ///< everything a reader must know in addition to the labels
  std::vector<Panel> panels;
  std::size_t columns = 1;  ///< number of panels in a row; rows from the top
  bool own_scales = false;  ///< whether each panel has its own scales
  double width = 82.5;      ///< millimetres
  std::string note;         ///< at the end of the legend; may be empty
};

/// All points, with exact numbers, as CSV (RFC 4180). Columns: panel (if there are several), series, mark, x, y, low,
/// high, label, x_low and x_high (if x has intervals), value and x_name (if x has names). A point without y is a gap in
/// its line.
std::string figure_csv(const Figure& figure);

/// The figure as JSON, with the styles of its learners by index.
std::string figure_json(const Figure& figure);

/// The style of a learner as JSON: "hue" (number), "order" (if from an ordered palette), "grey" and "reference" (if
/// true).
nlohmann::ordered_json style_json(const LineStyle& style);

/// A panel as JSON: "title", "x", "y", "series". digits: number of significant digits, 0 for all; the ends of intervals
/// have three fewer.
nlohmann::ordered_json panel_json(const Panel& panel, int digits = 0);

}  // namespace regretta

#pragma once
/// A figure before it is drawn: one or more panels, each a pair of axes and what lies between them. Made by
/// study_figures.hpp and by the report, and drawn from JSON (figure_json.hpp) by the Python package and by the page of
/// the report.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// A number that tells learners apart, which are otherwise the same one.
struct OrderingNumber {
  double share = 0;  ///< in [0, 1]: how many of the other learners have less
  double number = 0;
  std::string name;  ///< of the parameter
};

/// The same for a learner in all figures that are drawn together.
struct LineStyle {
  LineStyle(std::size_t learner = 0) : place(learner), hue(learner) {}  // NOLINT: the usual style of a learner

  std::size_t place;                      ///< of the learner in the study
  std::size_t hue;                        ///< determines colour, dash and marker, modulo eight
  std::optional<OrderingNumber> order{};  ///< if it has one: the colour is from an ordered palette instead
  bool is_grey = false;                   ///< one of those without a colour, drawn thinner and below the others
  bool is_reference = false;              ///< grey, as it is no rival: StudyLearner::is_reference
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

  /// What is between two $ is a formula: letters are symbols, the character after _ is a subscript.
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
  logarithmic,  ///< for positive numbers; zeros are at its end
  asinh         ///< linear around 0, logarithmic on both sides of it
};

struct Axis2D {
  RichText label;
  ScaleKind scale = ScaleKind::linear;
  bool from_zero = false;            ///< whether the axis must include 0, if its scale can
  std::vector<std::string> names{};  ///< if there are any: of the places 0, 1, ..., on a vertical axis from the top
};

enum class Mark {
  curve,   ///< a line through the points, with a band from low to high and some markers
  points,  ///< joined markers with error bars from low to high, and from x_low to x_high
  steps,   ///< a staircase: y holds from its x to the next; with a band from low to high, if they are numbers
  bound,   ///< a dash-dotted line in the colour of its style, without an entry in the legend
  guide,   ///< a thin grey line, not in a learner's colour
  across,  ///< markers with error bars along x: low and high are values of x
  tile,    ///< a coloured rectangle at the places x and y of two axes with names, the darker, the larger its value
  num_marks
};
std::string_view mark_text(Mark mark);

struct DrawnPoint {
  double x = 0, y = 0;
  double low = std::numeric_limits<double>::quiet_NaN();  ///< low and high are NaN if there is no interval
  double high = std::numeric_limits<double>::quiet_NaN();
  double x_low = std::numeric_limits<double>::quiet_NaN();  ///< the interval of x; NaN if there is none
  double x_high = std::numeric_limits<double>::quiet_NaN();
  std::string label{};  ///< beside the point, where there is room; on a tile; not drawn of a curve
  double value = std::numeric_limits<double>::quiet_NaN();  ///< of a tile
  std::int64_t cell = -1;                                   ///< that the point shows; -1 if it is none or several
};

struct Series {
  RichText label;
  Mark mark = Mark::curve;
  LineStyle style;
  std::vector<DrawnPoint> points;
  bool directed = false;  ///< the line has arrows from each point to the next
  bool beyond = false;    ///< so far above the rest that only an arrow and the value of y are drawn
};

bool has_number(const Series& series);      ///< whether there is a point to draw
bool has_x_interval(const Series& series);  ///< of some point

struct Panel {
  std::string name;  ///< tells it from the other panels: "regret, budget = 64"
  RichText title;    ///< above the plot; may be empty
  Axis2D x, y;
  std::vector<Series> series;
};

/// Panels whose axes have the same label share their scale, unless each has its own.
struct Figure {
  std::string kind;      ///< as in figure_kinds.hpp
  std::string quantity;  ///< "" if it is of several
  std::string over;      ///< of a sweep: "C", "horizon", "K", a swept parameter or a quantity
  std::string name;      ///< for file names: ASCII letters, digits, - and _
  std::string origin;    ///< the study and its digest
  std::string title;     ///< above everything; may be empty
  std::string caption;   ///< what a reader must know besides the labels
  std::vector<Panel> panels;
  std::size_t columns = 1;  ///< of panels, which are in rows from the top
  bool own_scales = false;  ///< of panels
  double width = 82.5;      ///< millimetres
  std::string note;         ///< at the end of the legend; may be empty
};

/// Everything that is drawn, exactly, with the columns series, mark, x, y, low, high, label (RFC 4180); before them
/// `panel` if there are several, after them `x_low` and `x_high` if x has intervals, `value` and `x_name` (of the
/// column) if x has names. A point without y is a gap in its line.
std::string figure_csv(const Figure& figure);

}  // namespace regretta

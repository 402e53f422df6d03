#pragma once
/// Tables for reading, which the commands build and shown_text.hpp prints.

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regretta {

/// What an entry means for the reader, shown as a colour where there is one.
enum class Tone { plain, good, bad, caution };

/// Text, or a number with its interval.
struct ShownEntry {
  std::string text;
  std::string half_width;  ///< as in IntervalText; "": no interval
  Tone tone = Tone::plain;

  ShownEntry() = default;
  template <std::convertible_to<std::string_view> Text>
  ShownEntry(const Text& shown, Tone meaning = Tone::plain)  // NOLINT: a text is an entry
      : text(std::string_view(shown)), tone(meaning) {}
  ShownEntry(std::string mean, std::string half) : text(std::move(mean)), half_width(std::move(half)) {}

  std::string plain() const;  ///< "1235 ± 12"
};

/// What a column is for.
enum class Use {
  number,  ///< counts rows, such as that of the cell
  key,     ///< names what the row is about
  value,   ///< a result
  detail,  ///< belongs to the column before it
  other
};

/// A table with aligned columns: text to the left, numbers to the right. Columns whose entries are all empty are left
/// out. folded_text and shown_text.hpp print it.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string heading;
    Align align;
    Use use = Use::other;
    std::string name = {};       ///< for options such as --pivot
    bool has_sentences = false;  ///< each followed by "; " or the end: printed once, below the table
  };
  /// `name`: by default the heading with _ for blanks.
  void add_column(const std::string& heading, Align align, Use use = Use::other, const std::string& name = "");
  void add_column(const Column& column) { columns_.push_back(column); }
  /// Adds a row of these entries, and then `more`: texts or ShownEntry.
  template <class... More>
  void add_row(std::vector<ShownEntry> entries, const More&... more) {
    (entries.emplace_back(more), ...);
    rows_.push_back(std::move(entries));
  }

  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<std::vector<ShownEntry>>& rows() const { return rows_; }
  ShownEntry& entry(std::size_t row, std::size_t column) { return rows_[row][column]; }
  std::vector<std::size_t> shown() const;  ///< indices of the columns that are not left out

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<ShownEntry>> rows_;
};

/// Columns that are the same in every row, but for results: "horizon 20,000"; and the places of the others that are
/// shown.
struct Constants {
  std::vector<std::string> texts;
  std::vector<std::size_t> places;
};
Constants constants_of(const TextTable& table);

/// Replaces the sentences in the entries by marks, and returns what each mark means: "a: ...".
std::vector<std::string> take_sentences(TextTable& table);

/// The heading of a column that stands alone: of a detail, with what it belongs to.
std::string plain_name(const TextTable::Column& column);

/// The columns of a terminal that `text` takes, as fmt counts them: two for a wide character, such as a Chinese one,
/// but none for an accent that is a character of its own.
std::size_t width_of(std::string_view text);

/// `text` padded with blanks to `width`.
std::string padded(const std::string& text, std::size_t width, TextTable::Align align);

/// The maximum width of each column. `lines`: all with the same number of entries.
std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& lines);

inline constexpr std::size_t any_width = static_cast<std::size_t>(-1);  ///< lines are not broken

/// How lines begin.
struct Indent {
  std::string first = {};
  std::string others = {};
};

/// `text` broken at blanks into lines of at most `width` characters, indents included; longer words have a line of
/// their own. Every line has a line end; line ends in `text` stay.
std::string wrapped(const std::string& text, std::size_t width, const Indent& indent = {});

/// What text is printed on.
struct Display {
  std::size_t width = any_width;
  bool has_colour = false;
};

/// Heading, a rule, rows; two blanks between columns. With a width: columns that are the same in every row move to a
/// line above; what is still too wide is split into blocks, one below the other, which all begin with the columns that
/// name the row.
std::string folded_text(const TextTable& table, const Display& display = {});

/// `text` in the colour of the tone.
std::string coloured(const std::string& text, Tone tone);

}  // namespace regretta

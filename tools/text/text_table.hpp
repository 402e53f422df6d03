#pragma once
/// Tables for people, built by the commands and printed by shown_text.hpp.

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regretta {

/// The meaning of an entry for the reader, shown as a colour on a terminal.
enum class Tone { plain, good, bad, caution };

/// An entry: text, or a number with its interval.
struct ShownEntry {
  std::string text;
  std::string half_width;  ///< as in IntervalText; empty without an interval
  Tone tone = Tone::plain;

  ShownEntry() = default;
  template <std::convertible_to<std::string_view> Text>
  ShownEntry(const Text& shown, Tone meaning = Tone::plain)  // NOLINT: implicit on purpose
      : text(std::string_view(shown)), tone(meaning) {}
  ShownEntry(std::string mean, std::string half) : text(std::move(mean)), half_width(std::move(half)) {}

  std::string plain() const;  ///< "1235 ± 12"
};

/// The purpose of a column.
enum class Use {
  number,  ///< the number of the row's cell
  key,     ///< identifies the row
  value,   ///< a result
  detail,  ///< belongs to the column before it
  other
};

/// A table with aligned columns. Columns whose entries are all empty are not printed.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string heading;
    Align align;
    Use use = Use::other;
    std::string name = {};       ///< as --where and --pivot call the column
    bool has_sentences = false;  ///< entries are sentences separated by "; ", each printed once, below the table
  };
  /// Adds a column without entries. name: by default the heading, with _ for blanks.
  void add_column(const std::string& heading, Align align, Use use = Use::other, const std::string& name = "");
  void add_column(const Column& column) { columns_.push_back(column); }
  /// Adds the column "notes", whose entries are sentences.
  void add_notes_column() { columns_.push_back({"notes", Align::left, Use::other, "notes", true}); }
  /// Adds a row: `entries`, then `more`, each of which is text or a ShownEntry.
  template <class... More>
  void add_row(std::vector<ShownEntry> entries, const More&... more) {
    (entries.emplace_back(more), ...);
    rows_.push_back(std::move(entries));
  }

  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<std::vector<ShownEntry>>& rows() const { return rows_; }
  ShownEntry& entry(std::size_t row, std::size_t column) { return rows_[row][column]; }
  std::vector<std::size_t> shown() const;  ///< indices of the columns with entries

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<ShownEntry>> rows_;
};

/// Columns with the same entry in every row, as text such as "horizon 20,000" (never results), and the indices of the
/// other columns with entries.
struct Constants {
  std::vector<std::string> texts;
  std::vector<std::size_t> varying;
};
Constants constants_of(const TextTable& table);

/// Replaces sentences in the entries by the marks a, b, ..., and returns the legend: "a: SENTENCE", ...
std::vector<std::string> replace_sentences_by_marks(TextTable& table);

/// The heading of a column outside of its table: for a detail, its full name ("regret rank").
std::string plain_name(const TextTable::Column& column);

/// The width of `text` on a terminal, in columns: two for a wide character, such as a Chinese one, and none for a
/// combining accent.
std::size_t width_of(std::string_view text);

/// `text` padded with blanks to `width`.
std::string padded(const std::string& text, std::size_t width, TextTable::Align align);

/// The maximum width of each column. All `lines` have the same number of entries.
std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& lines);

inline constexpr std::size_t any_width = static_cast<std::size_t>(-1);  ///< no limit

/// The text in front of the first line and in front of all others.
struct Indent {
  std::string first = {};
  std::string others = {};
};

/// `text` broken at blanks into lines of at most `width` columns, indents included; a longer word gets a line to
/// itself. Every line ends with a line break; line breaks in `text` stay.
std::string wrapped(const std::string& text, std::size_t width, const Indent& indent = {});

/// The width and colours of the place where text is printed.
struct Display {
  std::size_t width = any_width;
  bool has_colour = false;
};

/// The table as text: headings, a rule, rows, with two blanks between columns. If the display has a width, columns that
/// are the same in every row move to a line above, and a table that is still too wide is split into blocks, one below
/// the other, each beginning with the columns that identify the row.
std::string folded_text(const TextTable& table, const Display& display = {});

/// `text` between the escape sequences of the tone's colour.
std::string coloured(const std::string& text, Tone tone);

}  // namespace regretta

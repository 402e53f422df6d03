#pragma once
/// Text with symbols, such as the label of an axis: "Regret R_T (loss units)", with the R in italics and the T below
/// the line. Used by figure.hpp.

#include <string>
#include <string_view>
#include <vector>

namespace regretta {

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

}  // namespace regretta

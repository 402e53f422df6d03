#pragma once
/// Parameters that take one of several words. One table of enum values and words serves to read, describe and print
/// them; see parameters.hpp.
///
///   enum class Direction { slander, flatter };
///   inline constexpr Choice directions = choice_of<Direction>({{Direction::slander, "slander", "+1 on ..."},
///                                                              {Direction::flatter, "flatter", "-1 on ..."}});
///
/// The rows are all values of the enum, in its order; another table does not compile.

#include <array>
#include <cstddef>
#include <string_view>

#include "regretta/engine/trial/contract/enumerators.hpp"

namespace regretta {

/// A word and its meaning for `regretta list`; `help` may be empty.
struct ChoiceWord {
  std::string_view text;
  std::string_view help;
};

template <class Enum, std::size_t N>
struct Choice {
  std::array<Enum, N> values{};
  std::array<ChoiceWord, N> words{};  ///< one per value

  /// The word of a value; empty if it is not in the table.
  constexpr std::string_view word_of(Enum value) const {
    const auto k = static_cast<std::size_t>(value);
    return k < N ? words[k].text : std::string_view();
  }
};

template <class Enum>
struct ChoiceRow {
  Enum value;
  std::string_view text;
  std::string_view help = {};
};

template <class Enum, std::size_t N>
constexpr Choice<Enum, N> choice_of(const ChoiceRow<Enum> (&rows)[N]) {
  static_assert(!is_enumerator<static_cast<Enum>(N)>(), "a value of the enum has no row in its table of words");
  Choice<Enum, N> choice;
  for (std::size_t k = 0; k < N; ++k) {
    if (static_cast<std::size_t>(rows[k].value) != k) throw "the rows are not in the order of the enum";
    choice.values[k] = rows[k].value;
    choice.words[k] = {rows[k].text, rows[k].help};
  }
  return choice;
}

}  // namespace regretta

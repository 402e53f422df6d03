#pragma once
/// Keeps stored numbers independent of the locale that a program has set. std::to_chars, std::from_chars and
/// fmt::format("{}") ignore the locale; PlainNumbers is for libraries that do not.

#include <clocale>

#include <locale.h>

namespace regretta {

/// While an object exists, numbers that the C library reads or writes in this thread have a decimal point.
class PlainNumbers {
 public:
  PlainNumbers() : previous_(::uselocale(plain_locale())) {}
  ~PlainNumbers() { ::uselocale(previous_); }
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  /// The locale of the program with the number format of the C locale. Never freed.
  static ::locale_t plain_locale() {
    thread_local const ::locale_t locale = ::newlocale(LC_NUMERIC_MASK, "C", ::duplocale(LC_GLOBAL_LOCALE));
    return locale;
  }
  ::locale_t previous_;
};

}  // namespace regretta

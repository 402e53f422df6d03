#pragma once
/// Keeps stored numbers independent of the locale that a program has set. std::to_chars, std::from_chars and
/// fmt::format("{}") ignore the locale; PlainNumbers is for libraries that use it.

#include <clocale>

#include <locale.h>

namespace regretta {

/// While an object exists, the C library reads and writes numbers in this thread as in the C locale, with a point.
class PlainNumbers {
 public:
  PlainNumbers() : before_(::uselocale(plain())) {}
  ~PlainNumbers() { ::uselocale(before_); }
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  /// The locale of the program with the number format of the C locale. Never freed.
  static ::locale_t plain() {
    thread_local const ::locale_t made = ::newlocale(LC_NUMERIC_MASK, "C", ::duplocale(LC_GLOBAL_LOCALE));
    return made;
  }
  ::locale_t before_;
};

}  // namespace regretta

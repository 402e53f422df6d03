#pragma once
/// Numbers in text that is stored or read back do not depend on the locale that a program has set: std::to_chars,
/// std::from_chars and fmt::format("{}") never ask for it. This is for libraries that do.

#include <clocale>

#include <locale.h>

namespace regretta {

/// While it lives, the C library reads and writes the numbers of this thread as in the C locale, with a point.
class PlainNumbers {
 public:
  PlainNumbers() : before_(::uselocale(plain())) {}
  ~PlainNumbers() { ::uselocale(before_); }
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  /// The locale of the program, but for numbers. It is never freed.
  static ::locale_t plain() {
    thread_local const ::locale_t made = ::newlocale(LC_NUMERIC_MASK, "C", ::duplocale(LC_GLOBAL_LOCALE));
    return made;
  }
  ::locale_t before_;
};

}  // namespace regretta

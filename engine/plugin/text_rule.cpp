#include "regretta/engine/plugin/text_rule.hpp"

#include <fmt/format.h>

namespace regretta {
namespace {

unsigned byte_at(std::string_view text, std::size_t index) { return static_cast<unsigned char>(text[index]); }

bool is_line_end(std::string_view text) { return text.starts_with('\n') || text.starts_with("\r\n"); }

bool changes_direction(char32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0x200E || code == 0x200F ||
         code == 0x061C;
}

/// Whether the code point is a Unicode noncharacter, which figure files cannot contain.
bool is_noncharacter(char32_t code) { return (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFEU) == 0xFFFE; }

std::string problem_of(std::string_view text, const Character& first) {
  if (!first.is_valid) return fmt::format("byte 0x{:02X} (not UTF-8)", byte_at(text, 0));
  if (changes_direction(first.code))
    return fmt::format("U+{:04X} (changes the direction of text)", static_cast<unsigned>(first.code));
  if (is_noncharacter(first.code)) return fmt::format("U+{:04X} (not a character)", static_cast<unsigned>(first.code));
  if (first.code < 0x80) return fmt::format("byte 0x{:02X} (a control character)", static_cast<unsigned>(first.code));
  return fmt::format("U+{:04X} (a control character)", static_cast<unsigned>(first.code));
}

std::optional<TextFault> first_fault(std::string_view text, bool is_name) {
  for (std::size_t place = 0; place < text.size();) {
    const std::string_view rest = text.substr(place);
    const Character first = first_character(rest);
    const bool is_allowed = !is_name && (first.code == '\t' || is_line_end(rest));
    if (!first.is_valid || is_noncharacter(first.code) || (is_control(first.code) && !is_allowed))
      return TextFault{place, problem_of(rest, first)};
    place += first.bytes;
  }
  return std::nullopt;
}

}  // namespace

Character first_character(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80) return {.code = lead, .bytes = 1, .is_valid = true};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte_at(text, k) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte_at(text, k) & 0x3FU);
  }
  constexpr char32_t least[] = {0x80, 0x800, 0x10000};  // the least code points of two, three and four bytes
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (code < least[bytes - 2] || code > 0x10FFFF || is_surrogate) return {};
  return {.code = code, .bytes = bytes, .is_valid = true};
}

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0) || changes_direction(code); }

std::optional<TextFault> text_fault(std::string_view text) { return first_fault(text, false); }
std::optional<TextFault> name_fault(std::string_view name) { return first_fault(name, true); }

std::string_view beginning_of(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = 0;
  for (std::size_t next = 0; next <= max_bytes; next += first_character(text.substr(next)).bytes) end = next;
  return text.substr(0, end);
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) ++count;
  return count;
}

}  // namespace regretta

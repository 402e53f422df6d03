#pragma once
/// The content of a cell: a text of everything that determines the bits of its trials. Its hash is the key under which
/// results are stored. The text has the environment (kind, settings, numbers read from files), horizon, seed,
/// instances, delta, checkpoints, measures, the learner (kind, settings), and the code of plugins that do not ship. It
/// does not have names, the number of trials, the stop rule, or the order of cells. A corruption of budget 0 counts as
/// none.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// A text in lines. Lines that several contents share form a part, a separate content. "@HASH NAME" refers to a part.
struct Content {
  explicit Content(std::string lines, std::vector<std::shared_ptr<const Content>> named_parts = {});

  std::string text;
  std::vector<std::shared_ptr<const Content>> parts;
  std::int64_t hash;  ///< XXH3 with 64 bits
};
using SharedContent = std::shared_ptr<const Content>;

/// The line "@HASH NAME" that refers to a part.
std::string part_line(const Content& part, std::string_view name);
/// The hash as 16 hexadecimal digits.
std::string hash_text(std::int64_t hash);
/// The hash of a content's text.
std::int64_t content_hash(std::string_view text);

/// Names and hashes of the parts that a text refers to.
std::vector<std::pair<std::string, std::int64_t>> parts_in(std::string_view text);

/// A line of a content whose parts have been inserted. Lines of parts are indented.
struct ContentLine {
  std::string text;
  bool is_of_study = true;  ///< whether it follows from the study's text, not from plugin code or data

  bool operator==(const ContentLine&) const = default;
};
/// The lines of a content. text_of returns the text of a part by its hash.
std::vector<ContentLine> content_lines(std::string_view text, const std::function<std::string(std::int64_t)>& text_of);
std::vector<ContentLine> content_lines(const Content& content);
/// A text such as `"beta=0.5" was and "beta=0.4" is now`; "" if all are equal.
std::string first_difference(const std::vector<ContentLine>& before, const std::vector<ContentLine>& now);
/// The lines that follow from the study's text, joined.
std::string study_lines(const std::vector<ContentLine>& lines);

/// A digest, in 16 hexadecimal digits, of the adversaries' rows of means and of the rounds in which they are visited.
/// It covers all rows of a trace, but only a sample where a large grid of long tables would take too long.
std::string means_digest(const std::vector<const Adversary*>& adversaries);
/// The same from at most `max_rows` rows and visits of each adversary.
std::string means_digest(const std::vector<const Adversary*>& adversaries, std::int64_t max_rows);

}  // namespace regretta

#include "regretta/engine/study/maintenance/digest.hpp"

#include <xxhash.h>

#include <memory>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

/// Incremental XXH3 with 128 bits.
class Hash {
 public:
  Hash() : state_(XXH3_createState(), XXH3_freeState) { XXH3_128bits_reset(state_.get()); }

  void add(const void* bytes, std::size_t size) { XXH3_128bits_update(state_.get(), bytes, size); }
  void add(std::int64_t n) { add(&n, sizeof n); }
  XXH128_canonical_t value() const {
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(state_.get()));
    return bytes;
  }

 private:
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

std::string text_of(const XXH128_canonical_t& value) { return fmt::format("{:02x}", fmt::join(value.digest, "")); }

}  // namespace

StudyDigest digest_of(const StudyReader& study, const std::function<void(const CellLabel&, const CellDigest&)>& visit) {
  const std::string identity = identity_json(study.study()).dump();
  Hash study_hash;
  study_hash.add(std::ssize(identity));
  study_hash.add(identity.data(), identity.size());
  StudyDigest result;
  std::vector<std::byte> bytes;
  for (const CellLabel& cell : study.cells()) {
    Hash cell_hash;
    cell_hash.add(cell.cell);
    std::int64_t trials = 0;
    study.for_each_block(cell, [&](const BlockResult& block) {
      bytes.clear();
      for (const TrialResult& trial : block.trials) {
        append_trial(bytes, trial);
        append_curve(bytes, trial);
      }
      cell_hash.add(bytes.data(), bytes.size());
      trials += std::ssize(block.trials);
    });
    const XXH128_canonical_t value = cell_hash.value();
    study_hash.add(trials);
    study_hash.add(value.digest, sizeof value.digest);
    visit(cell, {trials, text_of(value)});
    result.trials += trials;
    result.planned += study.layout().trials(cell.cell);
  }
  result.digest = text_of(study_hash.value());
  return result;
}

}  // namespace regretta

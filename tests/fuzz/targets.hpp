#pragma once
/// Functions that fuzzers call with their input, and unit tests with every file of the corpora. For bad input, a reader
/// must throw the exception that it documents, which these functions catch. Any other exception is a finding.

#include <cstdint>
#include <span>

namespace regretta::fuzz {

/// A study (TOML), followed by overrides KEY=VALUE, each after a zero byte.
void read_as_study(std::span<const std::uint8_t> input);

/// A trace: CSV, plain or gzip.
void read_as_trace(std::span<const std::uint8_t> input);

/// A study file (SQLite).
void read_as_study_file(std::span<const std::uint8_t> input);

/// A baseline (JSON).
void read_as_baseline(std::span<const std::uint8_t> input);

}  // namespace regretta::fuzz

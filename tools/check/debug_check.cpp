#include "regretta/tools/check/debug_check.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/tools/check/cells.hpp"
#include "regretta/tools/check/isolated.hpp"
#include "regretta/tools/check/learner_requirements.hpp"
#include "regretta/tools/check/started_again.hpp"
#include "regretta/tools/machine/compiled_plugin.hpp"
#include "regretta/tools/machine/plugin_cache.hpp"
#include "regretta/tools/machine/sanitizer_report.hpp"

namespace regretta {
namespace {

namespace files = std::filesystem;

// In the environment of a process that fault_of starts: whom it plays, and the file to answer in.
constexpr const char* debugged = "REGRETTA_CHECK_DEBUG";
constexpr const char* answer_file = "REGRETTA_CHECK_ANSWER";

/// Plays the learner as studies do, and round by round. What is compared is not of interest.
void play(const BoundLearner& learner, const CellWork& work) {
  learner.run(work, 3, 1, RunControl{});
  learner.run(work, 0, 2 * pack_trials, RunControl{});
  copy_differs(learner, work);
}

std::vector<std::string> full_paths(const std::vector<std::string>& headers) {
  std::vector<std::string> paths;
  std::error_code none;
  for (const std::string& header : headers) paths.push_back(files::canonical(header, none).string());
  return paths;
}

CheckOutcome debug_outcome(const LearnerEntry& entry, const Settings& settings,
                           const std::vector<std::string>& headers) {
  std::vector<std::pair<EnvironmentChoice, std::int64_t>> games{{environment_choice("uniform"), 10'000}};
  for (const auto& [K, m] : {std::pair(2, 1), std::pair(10, 3), std::pair(17, 1)})
    games.emplace_back(choice_of_size(K, m), 300);
  for (EnvironmentChoice& choice : extreme_choices()) games.emplace_back(std::move(choice), 300);
  for (const auto& [choice, horizon] : games) {
    const CellWork work = cell_of(choice, horizon);
    const std::string where = fmt::format("in cell \"{}\" (T = {})", choice.name, horizon);
    try {
      const BoundLearner learner = entry.bind(settings, work.problem, work.adversary->oblivious());
      isolated([&] {
        play(learner, work);
        return std::string();
      });
    } catch (const InputError&) {  // not for this game
    } catch (const Crash& crash) {
      const std::string fault = fault_in_report(crash.said, full_paths(headers));
      return {.counterexample = fmt::format("{}, {}", fault.empty() ? crash.what() : fault, where)};
    } catch (const std::exception& error) {
      return {.counterexample = fmt::format("{}, {}", error.what(), where)};
    }
  }
  return {};
}

}  // namespace

Property debug_property(const LearnerEntry& learner, const Settings& settings,
                        const std::vector<std::string>& headers) {
  return {.name = "debug",
          .meaning = "no assertion fails, and no sanitizer finds anything",
          .check = [&learner, settings, headers] { return debug_outcome(learner, settings, headers); },
          .speaks_for_itself = true};
}

void start_again_with_sanitizers(const std::vector<std::string>& headers) {
  const std::string library = sanitizer_library();
  if (library.empty()) throw std::runtime_error("check --debug: the compiler has no address sanitizer (libasan)");
  if (!is_sanitized()) {
    for (const std::string& header : headers) compile_plugins(header, PluginBuild::debug);
    ::setenv("ASAN_OPTIONS",
             "detect_leaks=0:detect_odr_violation=0:detect_container_overflow=0:alloc_dealloc_mismatch=0:"
             "handle_abort=1:verify_asan_link_order=0",
             1);
    ::setenv("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1", 1);
  }
  start_again_with(library);
  if (!is_sanitized()) throw std::runtime_error(fmt::format("check --debug: cannot start again with {}", library));
}

std::string learner_to_debug() {
  const char* name = std::getenv(debugged);
  return name == nullptr ? "" : name;
}

void answer_debugging(const CheckOutcome& outcome) {
  if (const char* file = std::getenv(answer_file); file != nullptr) std::ofstream(file) << outcome.counterexample;
}

std::optional<std::string> fault_of(const std::string& learner, const std::vector<std::string>& headers) {
  try {
    if (sanitizer_library().empty()) return std::nullopt;
    for (const std::string& header : headers) compile_plugins(header, PluginBuild::debug);
  } catch (const std::runtime_error&) {  // it does not compile so
    return std::nullopt;
  }
  const files::path file = plugin_cache_folder() / fmt::format("debugged.{}.log", ::getpid());
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    ::setenv(debugged, learner.c_str(), 1);
    ::setenv(answer_file, file.c_str(), 1);
    try {
      start_again_with_sanitizers(headers);
    } catch (const std::exception&) {
    }
    _exit(127);
  }
  ::waitpid(child, nullptr, 0);
  std::ifstream stream(file);
  if (!stream.is_open()) return std::nullopt;
  std::ostringstream answer;
  answer << stream.rdbuf();
  std::error_code none;
  files::remove(file, none);
  return answer.str();
}

}  // namespace regretta

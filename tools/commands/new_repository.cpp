#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/commands/skeletons.hpp"

namespace regretta {
namespace {

constexpr const char* cmake_text = R"cmake(cmake_minimum_required(VERSION 3.25)
project(my-regretta LANGUAGES CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(regretta {} REQUIRED)

# All of Regretta's commands, with the plugins of these headers beside those that ship.
regretta_program(my-regretta my-learner.hpp)

enable_testing()
add_test(NAME rules COMMAND my-regretta check my-learner)
add_test(NAME study COMMAND my-regretta run ${{CMAKE_CURRENT_SOURCE_DIR}}/study.toml --output study.db)
)cmake";

constexpr const char* repository_study = R"toml([study]
name = "my first study"
trials = 16
horizon = 2000

[[environment]]
kind = "random-instance"
arms = 5
margin = 0.3
corruption = { budget = [0, 100], schedule = "front", direction = "slander" }

[[learner]]
kind = "my-learner"
scale = [0.5, 2]

[[learner]]
kind = "conomd-fs"

[[learner]]
kind = "thompson"
)toml";

constexpr const char* repository_readme = R"md(# Learners and adversaries for Regretta

Needs g++ or clang++, CMake and make. CMake says which libraries are missing, and how to install them.

    cmake -B build -D CMAKE_PREFIX_PATH=PREFIX        # where Regretta is installed, or its archive unpacked
    cmake --build build
    ctest --test-dir build                            # the engine's rules, and the study
    build/my-regretta run study.toml && build/my-regretta show study.db

`regretta new losses my-losses` (learner, adversary, violations, corruption, noise) writes another header; add
it to `regretta_program` in CMakeLists.txt. Without CMake, and without those libraries:
`regretta run study.toml --with my-learner.hpp`.
)md";

}  // namespace

void write_repository(const std::string& folder) {
  namespace files = std::filesystem;
  std::error_code error;
  files::create_directories(folder, error);
  if (error || !files::is_directory(folder))
    throw std::invalid_argument(fmt::format("{}: cannot be made a folder", folder));
  if (!files::is_empty(folder))
    throw std::invalid_argument(fmt::format("{}: is not empty, expected a new folder", folder));
  const auto write = [&](const char* name, const std::string& text) {
    write_new_file((files::path(folder) / name).string(), text);
  };
  const std::string_view minor = std::string_view(version).substr(0, std::string_view(version).rfind('.'));
  write("CMakeLists.txt", fmt::format(fmt::runtime(cmake_text), minor));
  write("my-learner.hpp", skeleton_text("learner", "my-learner", "my-learner.hpp"));
  write("study.toml", repository_study);
  write("README.md", repository_readme);
}

}  // namespace regretta

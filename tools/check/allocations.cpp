#include "regretta/tools/check/allocations.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace regretta {
namespace {

namespace files = std::filesystem;

constexpr const char* loaded_first = "LD_PRELOAD";

std::int64_t (*heap_calls())() {
  static const auto found = reinterpret_cast<std::int64_t (*)()>(::dlsym(RTLD_DEFAULT, "regretta_heap_calls"));
  return found;
}

/// "" if there is none.
std::string library_of(const files::path& program) {
  std::error_code none;
  for (const char* folder : {".", "../lib/regretta"})
    if (const files::path file = program.parent_path() / folder / "libregretta_counted_heap.so";
        files::exists(file, none))
      return file;
  return "";
}

/// Programs that this one starts, such as compilers, need not count.
void forget(const std::string& library) {
  const std::string all = std::getenv(loaded_first);
  if (all == library) {
    ::unsetenv(loaded_first);
  } else if (all.starts_with(library + ":")) {
    ::setenv(loaded_first, all.c_str() + library.size() + 1, 1);
  }
}

}  // namespace

std::int64_t allocations() { return can_count_allocations() ? heap_calls()() : 0; }

bool can_count_allocations() { return heap_calls() != nullptr; }

void start_again_with_counted_heap() {
  std::error_code none;
  const files::path program = files::read_symlink("/proc/self/exe", none);
  const std::string library = library_of(program);
  if (library.empty()) return;
  const char* set = std::getenv(loaded_first);
  const std::string others = set == nullptr ? "" : set;
  if (others.starts_with(library)) return forget(library);
  if (can_count_allocations()) return;  // linked with it, as our tests are

  std::ifstream line("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(line, word, '\0');) words.push_back(word);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::setenv(loaded_first, (others.empty() ? library : library + ":" + others).c_str(), 1);
  ::execv(program.c_str(), arguments.data());
  forget(library);
}

}  // namespace regretta

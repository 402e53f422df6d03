#include "regretta/tools/check/started_again.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

namespace regretta {
namespace {

constexpr const char* loaded_first = "LD_PRELOAD";

void forget(const std::string& library) {
  const std::string all = std::getenv(loaded_first);
  if (all == library) {
    ::unsetenv(loaded_first);
  } else if (all.starts_with(library + ":")) {
    ::setenv(loaded_first, all.c_str() + library.size() + 1, 1);
  }
}

}  // namespace

void start_again_with(const std::string& library) {
  const char* set = std::getenv(loaded_first);
  const std::string others = set == nullptr ? "" : set;
  if (others.starts_with(library)) return forget(library);

  std::ifstream line("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(line, word, '\0');) words.push_back(word);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::setenv(loaded_first, (others.empty() ? library : library + ":" + others).c_str(), 1);
  std::error_code none;
  ::execv(std::filesystem::read_symlink("/proc/self/exe", none).c_str(), arguments.data());
  forget(library);
}

bool is_sanitized() { return ::dlsym(RTLD_DEFAULT, "__asan_init") != nullptr; }

}  // namespace regretta

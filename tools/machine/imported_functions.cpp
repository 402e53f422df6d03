#include "regretta/tools/machine/imported_functions.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace regretta {
namespace {

/// As the linker knows them; the C++ ones by the beginnings of their mangled names.
constexpr std::array<std::string_view, 29> numerical_functions{
    "exp",   "exp2",  "exp10", "expm1", "log",  "log2", "log10",  "log1p",  "pow",   "sin",
    "cos",   "tan",   "asin",  "acos",  "atan", "sinh", "cosh",   "tanh",   "asinh", "acosh",
    "atanh", "atan2", "cbrt",  "hypot", "erf",  "erfc", "tgamma", "lgamma", "sincos"};
constexpr std::array<std::string_view, 9> clocks_and_generators{
    "rand", "random", "drand48", "time", "clock", "gettimeofday", "clock_gettime", "getrandom", "timespec_get"};
constexpr std::array<std::string_view, 18> processes_and_threads{
    "fork",  "vfork",  "popen",  "system", "posix_spawn", "posix_spawnp",   "execv",       "execve", "execvp",
    "execl", "execlp", "execle", "clone",  "socket",      "pthread_create", "thrd_create", "dlopen", "mkfifo"};
constexpr std::array<std::array<std::string_view, 2>, 3> functions_of_cpp{
    {{"_ZNSt6chrono3_V212system_clock3now", "std::chrono::system_clock::now"},
     {"_ZNSt6chrono3_V212steady_clock3now", "std::chrono::steady_clock::now"},
     {"_ZNSt13random_device", "random_device"}}};

std::string number_function(std::string_view symbol) {
  for (const std::string_view name : clocks_and_generators)
    if (symbol == name) return std::string(name);
  for (const std::string_view name : numerical_functions)  // also of float and long double
    if (symbol.starts_with(name) &&
        (symbol.size() == name.size() || symbol == std::string(name) + "f" || symbol == std::string(name) + "l"))
      return std::string(symbol);
  for (const auto& [begins, name] : functions_of_cpp)
    if (symbol.starts_with(begins)) return std::string(name);
  return {};
}

std::string process_function(std::string_view symbol) {
  if (symbol.starts_with("_ZNSt6thread")) return "std::thread";
  return std::ranges::find(processes_and_threads, symbol) == processes_and_threads.end() ? "" : std::string(symbol);
}

void add(const std::string& name, std::vector<std::string>& names) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace

ForeignFunctions foreign_functions(void* library) {
  link_map* map = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return {};
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  const std::uint32_t* hash = nullptr;
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_GNU_HASH) hash = reinterpret_cast<const std::uint32_t*>(entry->d_un.d_ptr);
  }
  if (symbols == nullptr || strings == nullptr || hash == nullptr) return {};
  ForeignFunctions found;
  for (std::uint32_t k = 1; k < hash[1]; ++k) {  // the symbols that are not its own come first, and are not hashed
    if (symbols[k].st_shndx != SHN_UNDEF) continue;
    const std::string_view symbol = strings + symbols[k].st_name;
    add(number_function(symbol), found.numbers);
    add(process_function(symbol), found.processes);
  }
  return found;
}

}  // namespace regretta

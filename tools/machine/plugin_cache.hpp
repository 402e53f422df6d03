#pragma once
/// Where compiled plugins are kept, and whether one may be used again: if nothing that was read to compile it has other
/// contents now, whatever its time of change, and if it is still what was written.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace regretta {

/// $XDG_CACHE_HOME/regretta, ~/.cache/regretta, or a folder in /tmp. Throws std::runtime_error if somebody else could
/// write there, and in /tmp if it is a link.
std::filesystem::path plugin_cache_folder();

/// A line "HASH PATH" for each file; "" if one of them cannot be read.
std::string contents_of(const std::vector<std::string>& files);

/// The hash (engine/plugin/plugin_code.hpp) of the contents of these files.
std::string sources_of(const std::vector<std::string>& files);

/// Moves `made` to `library`: compiled from these contents, those of the user with the hash `sources`.
void keep_library(const std::filesystem::path& made, const std::filesystem::path& library, const std::string& sources,
                  const std::string& contents);
/// The hash of the user's sources; nothing if the library is to be made.
std::optional<std::string> current_sources(const std::filesystem::path& library);

/// Names of files for this process to write beside `library`; they are removed with the object.
class Scratch {
 public:
  /// Also removes what dead processes have left in the folder.
  explicit Scratch(const std::filesystem::path& library);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  /// ending: ".cpp", ".log", ".so" or ".d"
  std::filesystem::path file(const char* ending) const { return stem_ + ending; }

 private:
  std::string stem_;
};

}  // namespace regretta

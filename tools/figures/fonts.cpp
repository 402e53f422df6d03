#include "regretta/tools/figures/fonts.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fontconfig/fontconfig.h>

#if defined(REGRETTA_SANITIZED)
/// Fontconfig keeps its configuration until the program ends, where LeakSanitizer does not find it.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
#endif

namespace regretta {
namespace {

/// Destroyed by the function that comes with it.
template <class T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

/// Those in the archive made by tools/package, if this program comes from one.
void use_shipped_fonts() {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  const auto fonts = program.parent_path().parent_path() / "share" / "regretta" / "fonts";
  const auto configuration = fonts / "fonts.conf";
  if (!std::filesystem::exists(configuration, none)) return;
  if (!std::filesystem::exists("/etc/fonts/fonts.conf", none)) ::setenv("FONTCONFIG_FILE", configuration.c_str(), 0);
  FcConfigAppFontAddDir(nullptr, reinterpret_cast<const FcChar8*>(fonts.c_str()));
}

}  // namespace

std::string installed_font(const std::string& wanted) {
  use_shipped_fonts();
  const Owned<FcPattern> pattern(FcPatternCreate(), &FcPatternDestroy);
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(wanted.c_str()));
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const Owned<FcPattern> match(FcFontMatch(nullptr, pattern.get(), &result), &FcPatternDestroy);
  FcChar8* family = nullptr;
  if (!match || FcPatternGetString(match.get(), FC_FAMILY, 0, &family) != FcResultMatch) return "";
  return reinterpret_cast<const char*>(family);
}

std::vector<std::string> font_families() {
  const Owned<FcPattern> all(FcPatternCreate(), &FcPatternDestroy);
  const Owned<FcObjectSet> names(FcObjectSetBuild(FC_FAMILY, nullptr), &FcObjectSetDestroy);
  const Owned<FcFontSet> fonts(FcFontList(nullptr, all.get(), names.get()), &FcFontSetDestroy);
  std::vector<std::string> families;
  for (int k = 0; fonts && k < fonts->nfont; ++k) {
    FcChar8* family = nullptr;
    for (int n = 0; FcPatternGetString(fonts->fonts[k], FC_FAMILY, n, &family) == FcResultMatch; ++n)
      families.emplace_back(reinterpret_cast<const char*>(family));
  }
  std::ranges::sort(families);
  families.erase(std::unique(families.begin(), families.end()), families.end());
  return families;
}

bool is_generic_font(const std::string& family) {
  static constexpr std::array generic = {"sans", "sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui"};
  return std::ranges::find(generic, family) != generic.end();
}

}  // namespace regretta

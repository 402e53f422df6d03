#include "regretta/tools/figures/fonts.hpp"

#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fontconfig/fontconfig.h>

namespace regretta {
namespace {

/// The folder of fonts in the archive made by tools/package, if this program comes from one.
std::filesystem::path shipped_fonts() {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  return program.parent_path().parent_path() / "share" / "regretta" / "fonts";
}

void use_shipped_fonts() {
  const std::filesystem::path fonts = shipped_fonts(), configuration = fonts / "fonts.conf";
  std::error_code none;
  if (!std::filesystem::exists(configuration, none)) return;
  if (!std::filesystem::exists("/etc/fonts/fonts.conf", none)) ::setenv("FONTCONFIG_FILE", configuration.c_str(), 0);
  FcConfigAppFontAddDir(nullptr, reinterpret_cast<const FcChar8*>(fonts.c_str()));
}

}  // namespace

std::string installed_font(const std::string& wanted) {
  use_shipped_fonts();
  const std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)> pattern(FcPatternCreate(), &FcPatternDestroy);
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(wanted.c_str()));
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  const std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)> match(FcFontMatch(nullptr, pattern.get(), &result),
                                                                      &FcPatternDestroy);
  FcChar8* family = nullptr;
  if (!match || FcPatternGetString(match.get(), FC_FAMILY, 0, &family) != FcResultMatch) return "";
  return reinterpret_cast<const char*>(family);
}

}  // namespace regretta

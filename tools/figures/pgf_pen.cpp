#include "regretta/tools/figures/pgf_pen.hpp"

#include <fmt/format.h>

namespace regretta {
namespace {

/// Text that LaTeX prints as it is.
std::string latex_text(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (text.compare(k, 3, "\u2212") == 0 || text.compare(k, 3, "\u221a") == 0) {
      out += text.compare(k, 3, "\u2212") == 0 ? "$-$" : "$\\surd$";
      k += 2;
    } else if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '^' || c == '~') {
      out += std::string("\\") + c + "{}";
    } else if (std::string("{}$&#%_").find(c) != std::string::npos) {
      out += std::string("\\") + c;
    } else if (c == '<' || c == '>' || c == '|') {
      out += std::string("$") + c + "$";  // other characters in the encoding OT1
    } else {
      out += c;
    }
  }
  return out;
}

/// Without the $ that latex_text puts around a minus sign.
std::string formula_text(const TextRun& run) {
  std::string text = latex_text(run.text);
  std::erase(text, '$');
  return run.script == Script::subscript  ? "_{" + text + "}"
         : run.script == Script::exponent ? "^{" + text + "}"
                                          : text;
}

std::string latex_text(const RichText& text) {
  std::string out;
  bool in_formula = false;
  for (const TextRun& run : text.runs()) {
    if (in_formula != (run.script != Script::plain)) out += '$';
    in_formula = run.script != Script::plain;
    out += in_formula ? formula_text(run) : latex_text(run.text);
  }
  return in_formula ? out + '$' : out;
}

}  // namespace

PgfPen::PgfPen(Pen& ruler, double width, double height, double font_size)
    : ruler_(ruler),
      height_(height),
      font_size_(font_size),
      commands_(fmt::format("\\pgfpathrectangle{{\\pgfpointorigin}}{{\\pgfqpoint{{{:.3f}bp}}{{{:.3f}bp}}}}\n"
                            "\\pgfusepath{{use as bounding box}}\n\\pgfsetroundjoin\n",
                            width, height)) {}

std::string PgfPen::place(const PaperPoint& point) const {
  return fmt::format("\\pgfqpoint{{{:.3f}bp}}{{{:.3f}bp}}", point.x, (turned_ ? 0 : height_) - point.y);
}

void PgfPen::colour(const Colour& colour, double opacity) {
  commands_ += fmt::format(
      "\\definecolor{{regretta}}{{rgb}}{{{:.4f},{:.4f},{:.4f}}}\\pgfsetcolor{{regretta}}"
      "\\pgfsetfillopacity{{{}}}\\pgfsetstrokeopacity{{{}}}\n",
      colour.red, colour.green, colour.blue, opacity, opacity);
}

void PgfPen::trace(const std::vector<PaperPoint>& path, bool closed) {
  for (std::size_t k = 0; k < path.size(); ++k)
    commands_ += fmt::format("\\pgfpath{}to{{{}}}\n", k == 0 ? "move" : "line", place(path[k]));
  if (closed) commands_ += "\\pgfpathclose\n";
}

void PgfPen::stroke(const std::vector<PaperPoint>& path, double width, const std::vector<double>& dash, bool closed) {
  if (path.empty()) return;
  std::string lengths;
  for (const double length : dash) lengths += fmt::format("{{{}bp}}", length);
  commands_ += fmt::format("\\pgfsetlinewidth{{{}bp}}\\pgfsetdash{{{}}}{{0bp}}\n", width, lengths);
  trace(path, closed);
  commands_ += "\\pgfusepath{stroke}\n";
}

void PgfPen::fill(const std::vector<PaperPoint>& outline) {
  if (outline.empty()) return;
  trace(outline, true);
  commands_ += "\\pgfusepath{fill}\n";
}

void PgfPen::text(const RichText& text, PaperPoint at, Hold hold, double scale) {
  if (text.empty()) return;
  commands_ += fmt::format("\\pgftext[{}base,at={{{}}}]{{\\fontsize{{{:.2f}bp}}{{{:.2f}bp}}\\selectfont {}}}\n",
                           hold == Hold::left    ? "left,"
                           : hold == Hold::right ? "right,"
                                                 : "",
                           place(at), font_size_ * scale, 1.2 * font_size_ * scale, latex_text(text));
}

void PgfPen::clip(PaperPoint corner, double width, double height) {
  commands_ += fmt::format(
      "\\begin{{pgfscope}}\n\\pgfpathrectangle{{{}}}{{\\pgfqpoint{{{:.3f}bp}}{{{:.3f}bp}}}}\\pgfusepath{{clip}}\n",
      place({corner.x, corner.y + height}), width, height);
}

void PgfPen::turn_upwards(PaperPoint origin) {
  commands_ += fmt::format("\\begin{{pgfscope}}\n\\pgftransformshift{{{}}}\\pgftransformrotate{{90}}\n", place(origin));
  turned_ = true;
}

void PgfPen::restore() {
  turned_ = false;
  commands_ += "\\end{pgfscope}\n";
}

std::string PgfPen::picture() const { return "\\begin{pgfpicture}\n" + commands_ + "\\end{pgfpicture}%\n"; }

}  // namespace regretta

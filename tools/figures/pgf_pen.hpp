#pragma once
/// Draws for LaTeX: commands of the package pgf, with the text in the font of the document. Used by drawing.hpp.

#include <string>

#include "regretta/tools/figures/pen.hpp"

namespace regretta {

class PgfPen final : public Pen {
 public:
  /// `ruler` measures text, in its own font; it must outlive this. The sizes are in points of 1/72 inch.
  PgfPen(Pen& ruler, double width, double height, double font_size);

  void colour(const Colour& colour, double opacity) override;
  void stroke(const std::vector<PaperPoint>& path, double width, const std::vector<double>& dash, bool closed) override;
  void fill(const std::vector<PaperPoint>& outline) override;
  void text(const RichText& text, PaperPoint at, Hold hold, double scale) override;
  double text_width(const RichText& text, double scale) override { return ruler_.text_width(text, scale); }
  void clip(PaperPoint corner, double width, double height) override;
  void turn_upwards(PaperPoint origin) override;
  void restore() override;

  std::string picture() const;  ///< the whole environment pgfpicture

 private:
  std::string place(const PaperPoint& point) const;
  void trace(const std::vector<PaperPoint>& path, bool closed);

  Pen& ruler_;
  double height_, font_size_;
  bool turned_ = false;
  std::string commands_;
};

}  // namespace regretta

#include "regretta/tools/figures/legend.hpp"

#include <algorithm>
#include <set>

#include "regretta/tools/figures/series_style.hpp"

namespace regretta {
namespace {

constexpr double entry_gap = 4;

RichText entry_text(const Series& series) { return series.mark == Mark::bound ? RichText("bound at T") : series.label; }

/// Rows with names need no legend.
bool has_entry(const Series& series) {
  return series.mark != Mark::outline && series.mark != Mark::across && series.mark != Mark::tile;
}

}  // namespace

Legend::Legend(const Figure& figure, const Paper& paper) : figure_(figure), paper_(paper) {
  std::set<std::string> seen;
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series)
      if (has_entry(series) && seen.insert(entry_text(series).plain()).second) series_.push_back(&series);
  std::ranges::stable_sort(series_, {}, [](const Series* series) { return series->style.is_grey; });
}

double Legend::sample() const { return 18 * scale_; }

double Legend::place(Pen& pen, double top, double most) {
  scale_ = 1;
  double end = place_entries(pen, top);
  if (end - top <= most) return end;
  scale_ = 0.75;
  return place_entries(pen, top);
}

double Legend::place_entries(Pen& pen, double top) {
  places_.clear();
  const double row = 1.4 * scale_ * paper_.font_size;
  double x = entry_gap;
  double y = top + 1.3 * paper_.font_size;
  for (const Series* series : series_) {
    const double width = sample() + entry_gap + pen.text_width(entry_text(*series), scale_) + 2 * scale_ * entry_gap;
    if (x > entry_gap && x + width - entry_gap > paper_.width) {
      x = entry_gap;
      y += row;
    }
    places_.push_back({x, y});
    x += width;
  }
  note_y_ = series_.empty() ? y : y + row;
  return !figure_.note.empty() ? note_y_ : series_.empty() ? top : y;
}

void Legend::draw(Pen& pen) const {
  for (std::size_t k = 0; k < series_.size(); ++k) draw_entry(pen, *series_[k], places_[k]);
  if (figure_.note.empty()) return;
  const FittedText note = fitted_text(pen, figure_.note, paper_.width - 2 * entry_gap, scale_);
  pen.colour(ink::grey);
  pen.text(note.text, {entry_gap, note_y_}, Hold::left, note.scale);
}

void Legend::draw_entry(Pen& pen, const Series& series, PaperPoint place) const {
  const double y = place.y - 0.32 * scale_ * paper_.font_size;
  pen.colour(series.mark == Mark::guide   ? ink::grey
             : series.mark == Mark::bound ? ink::black
                                          : colour_of(series.style));
  if (series.mark == Mark::dots)
    pen.fill(marker(0, {place.x + sample() / 2, y}, dot_scale));
  else
    pen.stroke({{place.x, y}, {place.x + sample(), y}}, width_of(series), dash_of(series));
  if (series.mark == Mark::points || (series.mark == Mark::curve && has_markers(series.style)))
    pen.fill(marker(series.style.place, {place.x + sample() / 2, y}));
  pen.colour(ink::black);
  const double room = paper_.width - place.x - sample() - entry_gap;
  const FittedText fitted = fitted_text(pen, entry_text(series), room, scale_);
  pen.text(fitted.text, {place.x + sample() + entry_gap, place.y}, Hold::left, fitted.scale);
}

}  // namespace regretta

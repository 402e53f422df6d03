#include "regretta/tools/commands/figure_files.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/figures/drawing.hpp"
#include "regretta/tools/figures/figure_json.hpp"
#include "regretta/tools/report/report_page.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_formats.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// An HTML page with figures and their captions.
std::string sheet_page(const std::string& title, const std::vector<std::pair<std::string, std::string>>& figures) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title>\n<style>body {{ font: 14px/1.4 "
      "sans-serif; margin: 2em; }} main {{ display: grid; gap: 2em; grid-template-columns: repeat(auto-fill, "
      "minmax(340px, 1fr)); }}\nfigure {{ margin: 0; break-inside: avoid; }} img {{ width: 340px; }} figcaption {{ "
      "overflow-wrap: anywhere; }}</style>\n<h1>{0}</h1>\n<main>\n",
      html_text(title));
  for (const auto& [name, caption] : figures)
    page += fmt::format("<figure><img src=\"{0}.svg\" alt=\"{0}\"><figcaption><b>{0}</b>: {1}</figcaption></figure>\n",
                        name, html_text(caption));
  return page + "</main></html>\n";
}

std::string figure_in(const std::string& format, const FigureFiles& files, const Figure& figure,
                      const std::string& subject) {
  return format == "csv"    ? figure_csv(figure)
         : format == "json" ? figure_json(figure)
         : format == "svg"  ? figure_svg(figure, files.paper)
         : format == "png"  ? figure_png(figure, files.paper)
         : format == "pgf"  ? figure_pgf(figure, files.paper, subject)
                            : figure_pdf(figure, files.paper, subject);
}

}  // namespace

FigureWriter::FigureWriter(const FigureFiles& files, const Results& study)
    : files_(files), study_(study), format_(format_by_ending(files.output, figure_formats)) {}

void FigureWriter::add(Figure figure) {
  ++given_;
  figure.title = files_.title;
  if (!format_.empty()) {
    given_names_.push_back(figure.name);
    if (given_ == 1) only_ = std::move(figure);
  } else if (given_ <= files_.most) {
    if (given_ == 1) make_folder();
    write(figure);
  }
}

void FigureWriter::finish(std::int64_t others) {
  if (given_ == 0) throw std::runtime_error(fmt::format("{}: nothing to draw of what was asked for", files_.file));
  if (!format_.empty()) return write_one();
  if (given_ > files_.most)
    print_message("note: the first {} of {} figures; --where and --figure choose, --most allows more", files_.most,
                  given_);
  const bool has_svg = std::ranges::find(files_.formats, "svg") != files_.formats.end();
  if (has_svg)
    write_output((std::filesystem::path(files_.output) / "index.html").string(),
                 sheet_page(study_.study().name, written_));
  const std::ptrdiff_t written = std::ssize(written_) - std::ssize(failures_);
  fmt::print("\n{} in {}{}\n", counted(written, "figure"), files_.output,
             !has_svg       ? ""
             : written == 1 ? "; index.html shows it"
                            : "; index.html shows them all");
  if (others > 0) fmt::print("--all draws {} more\n", counted(others, "figure"));
  if (!failures_.empty()) throw std::invalid_argument(fmt::format("{}", fmt::join(failures_, "; ")));
}

/// Reads all results, and so finds what is damaged before anything is written.
const std::string& FigureWriter::subject() {
  if (subject_.empty()) subject_ = fmt::format("{}, digest {}", study_.study().name, digest_of(study_).digest);
  return subject_;
}

void FigureWriter::make_folder() {
  subject();
  std::error_code error;
  std::filesystem::create_directories(files_.output, error);
  if (error)
    throw std::runtime_error(fmt::format("--output: {} cannot be made a folder ({})", files_.output, error.message()));
}

void FigureWriter::write(const Figure& figure) {
  written_.emplace_back(figure.name, figure.caption);
  try {
    for (const std::string& format : files_.formats)
      write_output((std::filesystem::path(files_.output) / (figure.name + "." + format)).string(),
                   figure_in(format, files_, figure, subject()));
    fmt::print("{}: {}\n", figure.name, figure.caption);
  } catch (const std::invalid_argument& problem) {  // the others can be drawn
    failures_.push_back(fmt::format("{}: {}", figure.name, problem.what()));
  }
}

void FigureWriter::write_one() {
  if (given_ > 1)
    throw std::invalid_argument(
        fmt::format("--output: {} is one file, but there are {} figures ({}); --figure, --metric and --where choose "
                    "one, and a name without extension is a folder for all",
                    files_.output, given_, fmt::join(given_names_, ", ")));
  write_output(files_.output, figure_in(format_, files_, only_, subject()));
  fmt::print("{}: {}\n", files_.output, only_.caption);
}

}  // namespace regretta

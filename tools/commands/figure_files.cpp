#include "regretta/tools/commands/figure_files.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/figures/figure_json.hpp"
#include "regretta/tools/machine/python.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_formats.hpp"
#include "regretta/tools/text/html_text.hpp"
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
      html_escaped(title));
  for (const auto& [name, caption] : figures)
    page += fmt::format("<figure><img src=\"{0}.svg\" alt=\"{0}\"><figcaption><b>{0}</b>: {1}</figcaption></figure>\n",
                        name, html_escaped(caption));
  return page + "</main></html>\n";
}

bool is_drawn(const std::string& format) { return format != "csv" && format != "json"; }

bool has(const std::vector<std::string>& formats, const std::string& format) {
  return std::ranges::find(formats, format) != formats.end();
}

}  // namespace

FigureWriter::FigureWriter(const FigureFiles& files, const Results& study)
    : files_(files), study_(study), format_(format_by_ending(files.output, figure_formats)) {}

void FigureWriter::add(Figure figure) {
  ++given_;
  figure.title = files_.title;
  figure.width = files_.mm;
  if (!format_.empty()) {
    given_names_.push_back(figure.name);
    if (given_ == 1) only_ = std::move(figure);
  } else if (given_ <= files_.most) {
    if (given_ == 1) make_folder();
    written_.emplace_back(figure.name, figure.caption);
    write(figure, files_.output, figure.name);
    fmt::print("{}: {}\n", figure.name, figure.caption);
  }
}

void FigureWriter::finish(std::int64_t others) {
  if (given_ == 0) throw std::runtime_error(fmt::format("{}: nothing to draw of what was asked for", files_.file));
  if (!format_.empty()) return write_one();
  if (given_ > files_.most)
    print_message("note: the first {} of {} figures; --where and --figure choose, --most allows more", files_.most,
                  given_);
  const bool has_svg = has(files_.formats, "svg");
  if (has_svg)
    write_output((std::filesystem::path(files_.output) / "index.html").string(),
                 sheet_page(study_.study().name, written_));
  fmt::print("\n{} in {}{}\n", counted(std::ssize(written_), "figure"), files_.output,
             !has_svg               ? ""
             : written_.size() == 1 ? "; index.html shows it"
                                    : "; index.html shows them all");
  if (others > 0) fmt::print("--all draws {} more\n", counted(others, "figure"));
  draw(files_.output, files_.formats);
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

/// What Python draws has both, whatever was asked for: its numbers, and the figure to draw again in another style.
void FigureWriter::write(Figure& figure, const std::filesystem::path& folder, const std::string& name) {
  const std::vector<std::string>& formats = format_.empty() ? files_.formats : std::vector{format_};
  const std::string stem = (folder / name).string();
  figure.origin = subject();
  const bool draws = std::ranges::any_of(formats, is_drawn);
  if (draws || has(formats, "csv")) write_output(stem + ".csv", figure_csv(figure));
  if (draws || has(formats, "json")) write_output(stem + ".json", figure_json(figure));
  names_.push_back(name);
}

void FigureWriter::draw(const std::filesystem::path& folder, const std::vector<std::string>& formats) const {
  nlohmann::json request = {
      {"folder", folder.string()}, {"names", names_}, {"formats", nlohmann::json::array()}, {"style", files_.style}};
  for (const std::string& format : formats)
    if (is_drawn(format)) request["formats"].push_back(format);
  if (!request["formats"].empty()) become_python({"plot", request.dump()}, {"matplotlib"});
}

void FigureWriter::write_one() {
  if (given_ > 1)
    throw std::invalid_argument(
        fmt::format("--output: {} is one file, but there are {} figures ({}); --figure, --metric and --where choose "
                    "one, and a name without extension is a folder for all",
                    files_.output, given_, fmt::join(given_names_, ", ")));
  const std::filesystem::path file = files_.output;
  write(only_, file.parent_path(), file.stem().string());
  fmt::print("{}: {}\n", files_.output, only_.caption);
  draw(file.parent_path(), {file.extension() == ".tex" ? "tex" : format_});
}

}  // namespace regretta

#include "regretta/engine/evidence/regression/baseline.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view checksum_line = "\"checksum\": \"";
constexpr std::size_t max_bytes = std::size_t{1} << 26;  // 64 MiB; a baseline has about 4 MB at most

Json number_json(double x) {
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return x;  // the JSON library writes NaN as null
}

double number_of(const Json& json) {
  if (json.is_null()) return not_a_number;
  if (json.is_string()) return (json == "inf" ? 1 : -1) * infinity;
  return json.get<double>();
}

Json cell_json(const RecordedStudy& study, const RecordedCell& cell) {
  const CellLabel& label = cell.label;
  Json json = {{"cell", label.cell},
               {"learner", label.learner_name},
               {"kind", label.learner},
               {"environment", label.environment},
               {"environment_kind", label.environment_kind},
               {"horizon", label.horizon},
               {"arms", label.arms},
               {"constraints", label.constraints},
               {"swept", to_json(label.swept)},
               {"trials", cell.trials},
               {"digest", cell.digest},
               {"failed", cell.failed}};
  if (!cell.plugins.empty()) json["plugins"] = cell.plugins;
  json["quantity_hashes"] = fmt::format("{}", fmt::join(cell.hashes, " "));
  json["trial_hashes"] = cell.trial_hashes;
  for (const std::string& quantity : study.quantities) {
    Json& values = json[quantity] = Json::array();
    for (const double x : cell.values.at(quantity)) values.push_back(number_json(x));
  }
  return json;
}

std::string read_file(const std::string& path, std::size_t max_size) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw StudyFileError(path, FileFault::unusable, fmt::format("cannot be read ({})", std::strerror(errno)));
  std::string text;
  std::array<char, 4096> piece;
  while (text.size() < max_size && std::feof(file.get()) == 0 && std::ferror(file.get()) == 0)
    text.append(piece.data(), std::fread(piece.data(), 1, std::min(piece.size(), max_size - text.size()), file.get()));
  if (std::ferror(file.get()) != 0)
    throw StudyFileError(path, FileFault::unusable, fmt::format("cannot be read ({})", std::strerror(errno)));
  return text;
}

/// Reads the hashes of built-in quantities, of measures and, last, of the curves. A baseline may lack built-in
/// quantities that are newer; their hashes are set to "". `known`: number of built-in quantities and measures.
std::vector<std::string> read_hashes(const Json& text, std::size_t known) {
  std::istringstream stream(text.get<std::string>());
  std::vector<std::string> hashes{std::istream_iterator<std::string>(stream), {}};
  const std::size_t others = known - num_quantities + 1;  // hashes of measures and of the curves
  if (hashes.size() < others || hashes.size() > known + 1) throw std::out_of_range("quantity_hashes");
  hashes.insert(hashes.end() - static_cast<std::ptrdiff_t>(others), known + 1 - hashes.size(), "");
  return hashes;
}

RecordedCell read_cell(const Json& json, const RecordedStudy& study) {
  RecordedCell cell;
  CellLabel& label = cell.label;
  json.at("cell").get_to(label.cell);
  json.at("learner").get_to(label.learner_name);
  json.at("kind").get_to(label.learner);
  json.at("environment").get_to(label.environment);
  json.at("environment_kind").get_to(label.environment_kind);
  json.at("horizon").get_to(label.horizon);
  json.at("arms").get_to(label.arms);
  json.at("constraints").get_to(label.constraints);
  for (const Json& value : json.at("swept")) label.swept.push_back(from_json(value));
  json.at("trials").get_to(cell.trials);
  json.at("digest").get_to(cell.digest);
  if (json.contains("plugins")) json.at("plugins").get_to(cell.plugins);
  json.at("failed").get_to(cell.failed);
  json.at("trial_hashes").get_to(cell.trial_hashes);
  cell.hashes = read_hashes(json.at("quantity_hashes"), study.all_quantities().size());
  bool is_sound = label.swept.size() == study.swept.size() && std::ranges::is_sorted(cell.failed);
  for (const std::int64_t trial : cell.failed)
    is_sound = is_sound && trial >= 0 && trial < std::ssize(cell.trial_hashes);
  for (const std::string& quantity : study.quantities) {
    std::vector<double>& values = cell.values[quantity];
    for (const Json& value : json.at(quantity)) values.push_back(number_of(value));
    is_sound = is_sound && values.size() == cell.trial_hashes.size();
  }
  if (!is_sound) throw std::out_of_range("values");
  return cell;
}

RecordedStudy read_study_record(const std::string& file, const Json& json) {
  RecordedStudy study{.file = file};
  json.at("regretta_version").get_to(study.version);
  study.engine = json.value("engine", "");
  json.at("name").get_to(study.name);
  json.at("digest").get_to(study.digest);
  json.at("trials").get_to(study.trials);
  json.at("swept").get_to(study.swept);
  study.resolved = json.at("resolved");
  const std::vector<std::string> known = study.all_quantities();
  json.at("quantities").get_to(study.quantities);
  for (const std::string& name : study.quantities)
    if (std::ranges::find(known, name) == known.end()) throw std::out_of_range(name);
  study.resolved.at("study").at("seed").get_to(study.seed);
  for (const Json& cell : json.at("cells")) {
    study.cells.push_back(read_cell(cell, study));
    study.saved += study.cells.back().trials;
  }
  study.planned = study.saved;  // only complete studies become baselines
  return study;
}

}  // namespace

std::string baseline_text(const RecordedStudy& record) {
  if (!record.whole())
    throw std::invalid_argument(
        fmt::format("{}: {} of {} trials finished, expected all of them (`regretta run` resumes the study)",
                    record.file, record.saved, record.planned));
  std::int64_t values = 0;
  for (const RecordedCell& cell : record.cells)
    values += std::ssize(cell.trial_hashes) * std::max<std::int64_t>(1, std::ssize(cell.values));
  if (values > max_baseline_values)
    throw std::invalid_argument(
        fmt::format("{}: a baseline of {} values (cells x quantities x trials) is too large to commit, expected at "
                    "most {}; keep fewer trials of each cell, or fewer quantities",
                    record.file, values, max_baseline_values));
  Json json = {{"regretta_baseline", baseline_format},
               {"regretta_version", record.version},
               {"engine", record.engine},
               {"name", record.name},
               {"digest", record.digest},
               {"trials", record.trials},
               {"swept", record.swept},
               {"quantities", record.quantities},
               {"resolved", record.resolved},
               {"cells", Json::array()}};
  for (const RecordedCell& cell : record.cells) json["cells"].push_back(cell_json(record, cell));
  std::string text = json.dump(1);
  text.replace(text.size() - 2, 2, ",\n");  // replaces "\n}": the checksum becomes the last key
  return text + fmt::format("{}{}\"}}\n", checksum_line, text_checksum(text));
}

bool is_baseline(const std::string& file) {
  const std::string start = read_file(file, 64);
  return start.starts_with('{') && start.find("\"regretta_baseline\"") < 4;
}

RecordedStudy read_baseline(const std::string& file) {
  if (!is_baseline(file))
    throw StudyFileError(file, FileFault::unusable,
                         "not a baseline, expected a file that `regretta baseline` has written");
  const std::string text = read_file(file, max_bytes);
  const std::size_t size = text.rfind(checksum_line);  // of the text without the line of the checksum
  if (size == std::string::npos ||
      text.substr(size) != fmt::format("{}{}\"}}\n", checksum_line, text_checksum(text.substr(0, size))))
    throw StudyFileError(file, FileFault::unusable,
                         "has changed since it was written (by hand, or by a merge), expected it as `regretta "
                         "baseline` wrote it; restore it from the history, or delete it and write it again");
  const Json json = stored_json<Json>(file, "baseline", text, FileFault::unusable);
  try {
    const int format = json.at("regretta_baseline").get<int>();
    if (format != baseline_format)
      throw StudyFileError(file, FileFault::mismatch,
                           fmt::format("a baseline of format {}, expected format {}; use the version of Regretta "
                                       "that wrote it, or delete it and write it again",
                                       format, baseline_format));
    return read_study_record(file, json);
  } catch (const nlohmann::json::exception&) {
    throw StudyFileError(file, FileFault::unusable, "its baseline cannot be read");
  } catch (const std::out_of_range&) {
    throw StudyFileError(file, FileFault::unusable, "its baseline cannot be read");
  }
}

RecordedStudy read_record(const std::string& file, const std::vector<std::string>& requested) {
  if (!is_baseline(file)) {
    RecordOptions options;
    if (!requested.empty()) options.quantities = requested;
    return record_study(Results::open(file), options);
  }
  RecordedStudy record = read_baseline(file);
  for (const std::string& quantity : requested)
    if (std::ranges::find(record.quantities, quantity) == record.quantities.end())
      throw std::invalid_argument(
          fmt::format("{}: the baseline has no {}, expected one of {}; `regretta baseline "
                      "--metric` chooses the quantities that it keeps",
                      file, quantity, fmt::join(record.quantities, ", ")));
  return record;
}

}  // namespace regretta

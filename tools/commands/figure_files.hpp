#pragma once
/// The files of `regretta plot`.

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/figures/figure.hpp"

namespace regretta {

inline const std::vector<std::string> figure_formats = {"svg", "pdf", "png", "pgf", "csv", "json"};

/// Which files a call writes.
struct FigureFiles {
  std::string file;    ///< of results
  std::string output;  ///< a folder, or a file if its extension is that of a format
  std::string title;
  std::vector<std::string> formats = {"svg", "pdf", "csv"};
  std::int64_t most = 100;
  double mm = 82.5;   ///< width
  std::string style;  ///< a style sheet; "": the package's
};

/// Takes figures and writes each as CSV and JSON at once into the folder, or the only one beside the file, that
/// `output` names. In the end the Python package draws them.
class FigureWriter {
 public:
  FigureWriter(const FigureFiles& files, const Results& study);

  void add(Figure figure);

  /// others: that were drawn and not given. Throws if there are no figures, and if one file was named and there are
  /// several. If there is something to draw, this process becomes Python.
  void finish(std::int64_t others);

 private:
  const std::string& subject();
  void make_folder();
  void write(Figure& figure, const std::filesystem::path& folder, const std::string& name);
  void write_one();
  void draw(const std::filesystem::path& folder, const std::vector<std::string>& formats) const;

  const FigureFiles& files_;
  const Results& study_;
  std::string format_;   ///< of the one file; "" for a folder
  std::string subject_;  ///< what the files name as their origin
  std::int64_t given_ = 0;
  Figure only_;  ///< of one file
  std::vector<std::string> given_names_;
  std::vector<std::string> names_;                            ///< of the files, without extension
  std::vector<std::pair<std::string, std::string>> written_;  ///< names and captions
};

}  // namespace regretta

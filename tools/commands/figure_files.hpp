#pragma once
/// The files of `regretta plot`.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/paper.hpp"

namespace regretta {

inline const std::vector<std::string> figure_formats = {"svg", "pdf", "png", "pgf", "csv", "json"};

/// Which files a call writes.
struct FigureFiles {
  std::string file;    ///< of results
  std::string output;  ///< a folder, or a file if its extension is that of a format
  std::string title;
  std::vector<std::string> formats = {"svg", "pdf", "csv"};
  std::int64_t most = 100;
  Paper paper;
};

/// Takes figures and writes each at once into the folder, or the only one into the file, that `output` names.
class FigureWriter {
 public:
  FigureWriter(const FigureFiles& files, const Results& study);

  void add(Figure figure);

  /// others: that were drawn and not given. Throws for figures that could not be drawn, if there are none, and if one
  /// file was named and there are several.
  void finish(std::int64_t others);

 private:
  const std::string& subject();
  void make_folder();
  void write(const Figure& figure);
  void write_one();

  const FigureFiles& files_;
  const Results& study_;
  std::string format_;   ///< of the one file; "" for a folder
  std::string subject_;  ///< what the files name as their origin
  std::int64_t given_ = 0;
  Figure only_;  ///< of one file
  std::vector<std::string> given_names_, failures_;
  std::vector<std::pair<std::string, std::string>> written_;  ///< names and captions
};

}  // namespace regretta

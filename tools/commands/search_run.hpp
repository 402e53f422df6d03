#pragma once
/// What `search` and `attack` have in common: the options of a search, and that it is run and told.

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/search/outcome.hpp"
#include "regretta/tools/commands/commands.hpp"

namespace regretta {

struct SearchRunOptions {
  std::string out;
  std::string best;
  int threads = 0;
  bool dry_run = false;
  bool quiet = false;
  std::vector<std::string> overrides;
};

/// file: what --output is without it, "[study.db for study.toml]".
void add_search_run_options(CLI::App& command, SearchRunOptions& options, const std::string& file,
                            ProgramContext& context);

/// Sentences before what a search tells anyway.
using TellFirst = std::function<std::string(const SearchOutcome& outcome)>;

/// Returns the exit status.
int run_and_tell(const Study& study, SearchRunOptions options, ProgramContext& context,
                 const TellFirst& tell_first = {});

}  // namespace regretta

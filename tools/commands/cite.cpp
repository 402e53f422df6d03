#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_options.hpp"

namespace regretta {
namespace {

/// {}: the version.
constexpr char bibtex[] = R"(@inproceedings{{stradi2026truly,
  author    = {{Stradi, Francesco Emanuele and Kalupahana, Kalana and Castiglioni, Matteo and Marchesi, Alberto and Gatti, Nicola}},
  title     = {{Truly Adapting to Adversarial Constraints in Constrained {{MABs}}}},
  booktitle = {{Proceedings of the 39th Conference on Learning Theory ({{COLT}})}},
  series    = {{Proceedings of Machine Learning Research}},
  volume    = {{336}},
  year      = {{2026}}
}}
@software{{regretta,
  author  = {{{{The Regretta authors}}}},
  title   = {{Regretta: a {{Monte Carlo}} engine for constrained multi-armed bandits under constraint corruption}},
  version = {{{}}},
  year    = {{2026}}
}}
)";

}  // namespace

void add_cite_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("cite", "Print how to cite the paper and this version, in BibTeX");
  auto output = std::make_shared<std::string>();
  add_output_option(*command, *output);
  end_help(*command, "Name the digest of your study, too: by it, others can tell that they have the same results.",
           {"regretta cite", "Both entries"}, {"regretta cite --output regretta.bib", "A file for \\bibliography"});
  command->callback([output] { write_output(*output, fmt::format(bibtex, version)); });
}

}  // namespace regretta

#pragma once
/// What `--help` says of the program itself. Called before its commands are added.

namespace CLI {
class App;
}

namespace regretta {

void describe_program(CLI::App& app);

}  // namespace regretta

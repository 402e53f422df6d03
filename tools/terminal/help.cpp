#include "regretta/tools/terminal/help.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "regretta/tools/text/text_table.hpp"

namespace regretta {
namespace {

constexpr std::size_t help_width = 80;
constexpr std::size_t option_column = 30;   // column where the descriptions of options begin
constexpr std::size_t command_column = 12;  // column where the descriptions of commands begin
const std::string example_indent = "      ";

class WrappedHelp final : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override {
    return wrapped(app->get_description(), help_width);
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = wrapped(option->get_description(), help_width - get_column_width());
    text.pop_back();
    return text;
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return wrapped(command->get_description(), help_width,
                   {.first = padded("  " + command->get_name(), command_column, TextTable::Align::left),
                    .others = std::string(command_column, ' ')});
  }
};

}  // namespace

void end_help(CLI::App& command, const std::string& notes, const Example& first, const Example& second) {
  std::string text = notes.empty() ? "" : wrapped(notes, help_width) + "\n";
  text += "Examples:\n";
  for (const Example& example : {first, second})
    text += "  " + example.line + "\n" +
            wrapped(example.what, help_width, {.first = example_indent, .others = example_indent});
  text.pop_back();
  command.footer(text);
}

void wrap_help(CLI::App& app) {
  auto formatter = std::make_shared<WrappedHelp>();
  formatter->column_width(option_column);
  app.formatter(formatter);
}

}  // namespace regretta

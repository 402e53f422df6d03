#include "regretta/tools/command_line.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <locale>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/terminal/ended_by_plugin.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"

namespace regretta {
namespace {

static_assert(version == REGRETTA_CMAKE_VERSION,
              "engine/study/file/version.hpp and CMakeLists.txt name different versions");

/// Prints the message on one line, and returns the exit status of an error.
int complain(const std::string& message) {
  const std::string name = messages_have_colour() ? coloured("regretta:", Tone::bad) : "regretta:";
  put_message(fmt::format("{} {}\n", name, printable(message)));
  return exit_status::bad_input;
}

/// The handler of std::terminate: ends the process with a message if an exception cannot be caught, as when TBB cannot
/// start a thread. Saved blocks stay in the results file.
[[noreturn]] void end_with_message() {
  static std::atomic<bool> has_begun = false;
  while (has_begun.exchange(true)) ::pause();  // another thread prints its message and ends the process
  try {
    try {
      if (const auto error = std::current_exception()) std::rethrow_exception(error);
      complain("ended without an exception");
    } catch (const std::exception& error) {
      complain(error.what());
    } catch (...) {
      complain("ended by something that is not a std::exception");
    }
  } catch (const std::bad_alloc&) {  // not even enough memory for the message
    constexpr std::string_view message = "regretta: too little memory\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message.data(), message.size());
  }
  end_process_if_playing("std::terminate()");
  end_process(exit_status::bad_input);
}

/// The exit status of a command whose output cannot be written; `status` for a closed pipe. An interrupted run
/// keeps its status: its terminal may have been closed, but its blocks are saved.
int status_without_output(int status, int error, const std::string& message) {
  if (error == EPIPE) return status;
  const std::string reason = about_standard_output(error);
  const int failed = complain(reason.empty() ? message : reason);
  return status == exit_status::interrupted ? status : failed;
}

/// Flushes standard output. Returns `status`, or that of an error if the output is lost.
int status_after_flush(int status) {
  errno = 0;
  const bool lost = !std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  return lost ? status_without_output(status, errno, "cannot write to standard output") : status;
}

/// The arguments after the program's name, with `help run` replaced by `run --help`.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  return words;
}

/// Rejects a first word that is neither a command nor an option of the program, and suggests the nearest command.
void check_command(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) throw std::invalid_argument("expected a command (regretta --help lists the commands)");
  if (app.get_option_no_throw(words.front()) != nullptr) return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::ranges::find(names, words.front()) != names.end()) return;
  throw std::invalid_argument(fmt::format("unknown command \"{}\"{} (regretta --help lists the commands)",
                                          words.front(), did_you_mean(words.front(), names)));
}

/// A message with the first word that the chosen command does not accept. For an option, suggests the nearest one.
std::string unexpected_text(const CLI::App& app) {
  const std::string word = app.remaining(true).front(), name = word.substr(0, word.find('='));
  if (!word.starts_with('-')) return fmt::format("unexpected argument \"{}\"", word);
  std::vector<std::string> options;
  for (const CLI::App* command : app.get_subcommands())
    for (const CLI::Option* option : command->get_options())
      for (const std::string& long_name : option->get_lnames()) options.push_back("--" + long_name);
  return fmt::format("unknown option \"{}\"{}", name, did_you_mean(name, options));
}

/// Opens standard streams that are closed: otherwise a file opened later would get the descriptor, and the messages.
void keep_standard_streams() {
  const auto open_if_closed = [](int descriptor, const char* device, int mode) {
    if (::fcntl(descriptor, F_GETFD) < 0 && ::open(device, mode) < 0) ::open("/dev/null", mode);
  };
  open_if_closed(STDIN_FILENO, "/dev/null", O_RDONLY);
  open_if_closed(STDOUT_FILENO, "/dev/null", O_RDONLY);  // read-only, so that printing results fails (EBADF)
  open_if_closed(STDERR_FILENO, "/dev/null", O_WRONLY);
}

}  // namespace

int call_command(int argc, char** argv, const Catalogue& catalogue, std::unique_ptr<Transport> job,
                 AddCommands& add_commands) {
  std::locale::global(std::locale::classic());  // a plugin's main may have set another; options need decimal points
  keep_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // so that a closed pipe is an ordinary error
  std::signal(SIGXFSZ, SIG_IGN);  // likewise a file-size limit
  std::set_terminate(end_with_message);

  // Never destroyed: without this limit, TBB would try to start more threads than the system allows.
  static tbb::global_control* thread_limit = nullptr;
  const int cores = tbb::info::default_concurrency();
  if (const int startable = startable_threads(cores); startable < cores && thread_limit == nullptr)
    thread_limit =
        new tbb::global_control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(startable));

  std::optional<Ranks> ranks;
  try {
    ranks.emplace(std::move(job));
  } catch (const std::exception& error) {
    return complain(error.what());
  }
  const PluginExitMessages crash_messages;
  // Only the leader does the work of a single rank, and reports errors that occur in every rank.
  const std::string_view command_name = argc < 2 ? "" : argv[1];
  if (!ranks->leads() && command_name != "run" && command_name != "search" && command_name != "attack")
    return exit_status::done;
  ProgramContext context{.known = catalogue, .program = argc > 0 ? argv[0] : "regretta", .ranks = *ranks};

  CLI::App app;
  describe_program(app);
  add_commands(app, context);
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);

  try {
    chosen_instruction_set();
    std::vector<std::string> words = words_of(argc, argv);
    check_command(app, words);
    std::ranges::reverse(words);  // CLI11 takes arguments from the end
    app.parse(std::move(words));
    return status_after_flush(context.status);
  } catch (const NotInThisProgram&) {
    throw;
  } catch (const CLI::Success& request) {  // --help, --version
    return ranks->leads() ? status_after_flush(app.exit(request)) : exit_status::done;
  } catch (const CLI::ParseError& error) {
    if (!ranks->leads()) return exit_status::done;
    const bool is_unexpected = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const std::string command = app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name() + " ";
    return complain(
        fmt::format("{} (see regretta {}--help)", is_unexpected ? unexpected_text(app) : error.what(), command));
  } catch (const Interrupted&) {
    return status_after_flush(exit_status::interrupted);
  } catch (const StudyFileError& error) {
    if (error.fault() != FileFault::damaged) return complain(error.what());
    return complain(fmt::format("{}; {} verify FILE --drop-damaged keeps what is sound, then run plays the rest again",
                                error.what(), context.program));
  } catch (const OutputClosed&) {
    return context.status;
  } catch (const std::system_error& error) {
    return status_without_output(context.status, error.code().value(), error.what());
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& error) {
    return complain(error.what());
  }
}

}  // namespace regretta

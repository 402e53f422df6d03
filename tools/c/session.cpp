// Sessions, and the commands of the program.

#include "regretta/tools/c/session.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/machine/compiled_plugin.hpp"
#include "regretta/tools/program.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::c {

std::string& last_error() {
  thread_local std::string error;
  return error;
}

Handles<regretta_session, Session>& sessions() {
  static Handles<regretta_session, Session> handles("session");
  return handles;
}

namespace {

/// Adds an entry to a catalogue. Throws std::invalid_argument if its name is taken.
template <class Entry>
void add_entry(std::vector<Entry>& entries, Entry entry, const char* kind) {
  if (std::ranges::find(entries, entry.name, &Entry::name) != entries.end())
    throw std::invalid_argument(fmt::format("there is {} \"{}\" already; choose another name", kind, entry.name));
  entries.push_back(std::move(entry));
}

}  // namespace

}  // namespace regretta::c

using namespace regretta::c;

extern "C" {

int regretta_abi(void) { return REGRETTA_ABI; }

const char* regretta_version(void) {
  static const std::string version(regretta::version);
  return version.c_str();
}

const char* regretta_error(void) { return last_error().c_str(); }

regretta_session* regretta_session_new(void) {
  return guarded(static_cast<regretta_session*>(nullptr), [] {
    auto session = std::make_shared<Session>();
    session->catalogue = regretta::standard_catalogue();
    return sessions().add(std::move(session));
  });
}

int regretta_session_free(regretta_session* session) {
  return status_of([&] { sessions().remove(session); });
}

int regretta_add_learner(regretta_session* session, const regretta_learner* learner) {
  return status_of([&] {
    add_entry(sessions().find(session)->catalogue.learners, entry_of(*expect(learner, "learner")), "a learner");
  });
}

int regretta_add_environment(regretta_session* session, const regretta_environment* environment) {
  return status_of([&] {
    add_entry(sessions().find(session)->catalogue.environments, entry_of(*expect(environment, "environment")),
              "an environment");
  });
}

int regretta_set_folder(regretta_session* session, const char* folder) {
  return status_of([&] { sessions().find(session)->folder = text_of(folder, "folder"); });
}

int regretta_add_header(regretta_session* session, const char* header) {
  return status_of([&] {
    const auto known = sessions().find(session);
    if (header == nullptr) throw std::invalid_argument("header: NULL, expected a text");
    regretta::add_compiled_plugins(header, known->catalogue);
  });
}

int regretta_join(regretta_session* session, int process, int processes, const int* sockets) {
  return status_of([&] {
    const auto known = sessions().find(session);
    if (process < 0 || process >= processes || processes < 2)
      throw std::invalid_argument("process must be 0 to processes - 1, and processes at least 2");
    expect(sockets, "sockets");
    known->job =
        regretta::socket_transport(process, {sockets, sockets + (process == 0 ? processes - 1 : 1)}, processes);
  });
}

int regretta_command(regretta_session* session, int argc, const char* const* argv) {
  return guarded(regretta::exit_status::bad_input, [&] {
    const auto known = sessions().find(session);
    if (argc < 1) throw std::invalid_argument("argv must begin with the program's name");
    std::vector<std::string> words(argv, argv + argc);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return regretta::regretta_main(argc, pointers.data(), known->catalogue, std::move(known->job));
  });
}

}  // extern "C"

// Sessions, and the commands of the program.

#include "regretta/tools/c/session.hpp"

#include <vector>

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
  return guarded<regretta_session*>(nullptr, [] {
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
    const auto found = sessions().find(session);
    regretta::LearnerEntry entry = entry_of(*expect(learner, "learner"));
    if (found->catalogue.learner(entry.name) != nullptr)
      throw std::invalid_argument("a learner \"" + entry.name + "\" exists already; choose another name");
    found->catalogue.learners.push_back(std::move(entry));
  });
}

int regretta_add_environment(regretta_session* session, const regretta_environment* environment) {
  return status_of([&] {
    const auto found = sessions().find(session);
    regretta::EnvironmentEntry entry = entry_of(*expect(environment, "environment"));
    if (found->catalogue.environment(entry.name) != nullptr)
      throw std::invalid_argument("an environment \"" + entry.name + "\" exists already; choose another name");
    found->catalogue.environments.push_back(std::move(entry));
  });
}

int regretta_set_folder(regretta_session* session, const char* folder) {
  return status_of([&] { sessions().find(session)->folder = text_of(folder, "folder"); });
}

int regretta_add_header(regretta_session* session, const char* header) {
  return status_of([&] {
    const auto found = sessions().find(session);
    regretta::add_compiled_plugins(text_of(header, "header"), found->catalogue);
  });
}

int regretta_join(regretta_session* session, int process, int processes, const int* sockets) {
  return status_of([&] {
    const auto found = sessions().find(session);
    if (process < 0 || process >= processes || processes < 2)
      throw std::invalid_argument("process must be 0 to processes - 1, and processes at least 2");
    expect(sockets, "sockets");
    found->job =
        regretta::socket_transport(process, {sockets, sockets + (process == 0 ? processes - 1 : 1)}, processes);
  });
}

int regretta_command(regretta_session* session, int argc, const char* const* argv) {
  return guarded(regretta::exit_status::bad_input, [&] {
    const auto found = sessions().find(session);
    if (argc < 1) throw std::invalid_argument("argv must begin with the program's name");
    std::vector<std::string> words(argv, argv + argc);
    std::vector<char*> pointers;  // argv of a main function is mutable and ends with NULL
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return regretta::regretta_main(argc, pointers.data(), found->catalogue, std::move(found->job));
  });
}

}  // extern "C"

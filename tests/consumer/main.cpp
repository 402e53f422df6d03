// A user-defined learner in a user's repository: all of Regretta's commands, with one more learner in the list.

#include "follow_the_leader.hpp"
#include "regretta/tools/program.hpp"
#include "regretta/tools/standard_catalogue.hpp"

int main(int argc, char** argv) {
  regretta::Catalogue catalogue = regretta::standard_catalogue();
  catalogue.learners.push_back(regretta::learner_entry<mine::FollowTheLeader>(mine::follow_the_leader_entry()));
  return regretta::regretta_main(argc, argv, catalogue);
}

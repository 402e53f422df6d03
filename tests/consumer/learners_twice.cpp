// Compiled for every instruction set that the installed package holds.

#include "follow_the_leader.hpp"

namespace mine {

template <>
void add_follow_the_leader<native::Here>(Catalogue& catalogue) {
  catalogue.learners.push_back(learner_entry<FollowTheLeader>(follow_the_leader_text()));
}

}  // namespace mine

// CMakeLists.txt compiles this file once for every instruction set of the installed package.

#include "follow_the_leader.hpp"

namespace mine {

template <>
void add_follow_the_leader<native::Here>(Catalogue& catalogue) {
  catalogue.learners.push_back(learner_entry<FollowTheLeader>(follow_the_leader_entry()));
}

}  // namespace mine

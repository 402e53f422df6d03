// Compiled once for every processor and once for AVX-512.

#include "follow_the_leader.hpp"

namespace mine {

template <>
void add_follow_the_leader<native::Here>(Catalogue& catalogue) {
  catalogue.learners.push_back(learner_entry<FollowTheLeader>(follow_the_leader_text()));
}

}  // namespace mine

// The program of a user's repository: all of Regretta's commands, with a further learner. The learner is compiled for
// every instruction set; the program chooses one when it starts.

#include "follow_the_leader.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/program.hpp"
#include "regretta/tools/standard_catalogue.hpp"

int main(int argc, char** argv) {
  regretta::Catalogue catalogue = regretta::standard_catalogue();
  regretta::with_instruction_set([&](auto isa) { mine::add_follow_the_leader<decltype(isa)>(catalogue); });
  return regretta::regretta_main(argc, argv, catalogue);
}

#include "regretta/tools/program.hpp"
#include "regretta/tools/standard_catalogue.hpp"

int main(int argc, char** argv) { return regretta::regretta_main(argc, argv, regretta::standard_catalogue()); }

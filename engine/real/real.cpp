// Compiles the wing's headers on their own.
#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/real/functions.hpp"

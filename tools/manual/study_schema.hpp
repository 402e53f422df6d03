#pragma once
/// What a study may say, as a JSON schema, by which editors complete and check it.

#include <string>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

std::string study_schema(const Catalogue& catalogue);

}  // namespace regretta

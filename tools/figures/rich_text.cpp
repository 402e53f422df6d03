#include "regretta/tools/figures/rich_text.hpp"

namespace regretta {

RichText RichText::with_formulas(std::string_view text) {
  RichText rich;
  std::string run;
  bool in_formula = false;
  const auto finish = [&] {
    rich.add(std::move(run), in_formula ? Script::symbol : Script::plain);
    run.clear();
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '$') {
      finish();
      in_formula = !in_formula;
    } else if (in_formula && text[k] == '_' && k + 1 < text.size()) {
      finish();
      rich.add(std::string(1, text[++k]), Script::subscript);
    } else {
      run += text[k];
    }
  }
  finish();
  return rich;
}

RichText& RichText::add(std::string text, Script script) {
  if (!text.empty()) runs_.push_back({std::move(text), script});
  return *this;
}

std::string RichText::plain() const {
  std::string text;
  for (const TextRun& run : runs_)
    text += (run.script == Script::subscript ? "_" : run.script == Script::exponent ? "^" : "") + run.text;
  return text;
}

}  // namespace regretta

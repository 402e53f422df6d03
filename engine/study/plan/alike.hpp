#pragma once
/// Cells that mean the same, although their settings differ: a corruption whose budget is 0 does nothing, whatever its
/// schedule and direction. Their trials are the same, bit for bit. Used where cells are played and stored.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "regretta/engine/study/plan/means_digest.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The part of a cell's content that is the learner's; "" of a damaged one.
inline std::string learner_content(const std::string& content) {
  return content.size() == 32 ? content.substr(16) : "";
}

/// Equal for cells of one learner setting whose environments mean the same.
inline std::string meaning_of_environment(const Cell& cell) {
  const CellWork& work = cell.work->without_facts();
  bool injects = !work.adversary->oblivious(), has_budget = false;
  for (const char* name : {"corruption.budget", "corruption.budget_fraction", "corruption.budget_sqrt"}) {
    const Value* budget = cell.environment_settings.find(name);
    if (budget == nullptr) continue;
    has_budget = true;
    injects = injects || budget->number() != 0.0;
  }
  if (injects || !has_budget) return cell.work->content();
  std::string text = cell.environment + "\n" + cell.environment_kind;
  for (const auto& [name, value] : cell.environment_settings.flat())
    if (!name.starts_with("corruption.")) text += "\n" + name + "=" + to_text(value);
  constexpr std::int64_t most_rows = 1024;
  return text + "\n" + std::to_string(work.problem.horizon) + "\n" + means_digest(cell.work->adversaries(), most_rows);
}

/// For every cell, the first one with the same meaning: itself, if there is none before it.
inline std::vector<std::int64_t> same_as(const Plan& plan) {
  std::vector<std::int64_t> firsts;
  std::map<std::string, std::int64_t> known;
  const SharedWork* work = nullptr;
  std::string environment;
  for (const Cell& cell : plan.cells) {
    if (cell.work.get() != work) environment = meaning_of_environment(cell);
    work = cell.work.get();
    firsts.push_back(known.try_emplace(environment + "\n" + learner_content(cell.content), cell.index).first->second);
  }
  return firsts;
}

}  // namespace regretta

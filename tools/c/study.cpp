// Plans, runs and results.

#include "regretta/tools/c/study.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/plan/resolved_plugin.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/engine/study/text/axis.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/engine/study/text/search_keys.hpp"
#include "regretta/engine/study/text/study.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tools/c/session.hpp"
#include "regretta/tools/commands/list_json.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta::c {
namespace {

Handles<regretta_results, Results>& all_results() {
  static Handles<regretta_results, Results> handles("results");
  return handles;
}

/// Stores the text until the next call in this thread, and returns a pointer to it.
const char* returned_text(std::string text) {
  thread_local std::string stored;
  stored = std::move(text);
  return stored.c_str();
}

/// Stores the text of the JSON likewise. Bytes that are not UTF-8 are replaced.
template <class Json>
const char* returned_json(const Json& json) {
  return returned_text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Quantity quantity_named(const Results& results, const std::string& name) {
  if (const auto found = results.quantities().find(name)) return *found;
  throw std::invalid_argument(
      fmt::format("quantity \"{}\" is unknown{}", name, did_you_mean(name, results.quantities().names())));
}

const CellLabel& label_of(const Results& results, std::int64_t cell) {
  const auto& cells = results.cells();
  if (cell < 0 || cell >= std::ssize(cells))
    throw std::out_of_range(fmt::format("cell {}, expected 0 to {}", cell, std::ssize(cells) - 1));
  return cells[static_cast<std::size_t>(cell)];
}

/// Reads a study. `study`: the path of a TOML file, or TOML text, recognised by a line break.
Study study_from(const Session& session, const char* study, const char* const* overrides, std::size_t num_overrides) {
  const std::string text = text_of(study, "study");
  std::vector<std::string> changes;
  for (std::size_t k = 0; k < num_overrides; ++k) changes.push_back(text_of(overrides[k], "overrides"));
  const bool is_text = text.find('\n') != std::string::npos;
  return is_text ? parse_study(text, "<study>", session.folder, changes) : regretta::read_study(text, changes);
}

/// The settings by path. Adds to `where` the line and column of each setting, and of each range in a list. `table`: the
/// path of these settings in the study, such as "environment.1".
nlohmann::ordered_json settings_json(const Settings& settings, const std::string& table,
                                     nlohmann::ordered_json& where) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  const auto locate = [&](const std::string& path, const Value& value) {
    where[path] = {value.where().line, value.where().column};
    return Value(true);  // any value: without_ranges puts it where the range was
  };
  for (const auto& [path, value] : values_and_ranges(settings)) {
    values[path] = to_json(value);
    locate(table + "." + path, value);
  }
  without_ranges(settings, table, locate);  // only for its calls of locate, one for each range in a list
  return values;
}

}  // namespace

const Cell& StudyPlan::cell(std::int64_t number) const {
  if (number < 0 || number >= std::ssize(plan.cells))
    throw std::out_of_range(fmt::format("cell {}, expected 0 to {}", number, std::ssize(plan.cells) - 1));
  return plan.cells[static_cast<std::size_t>(number)];
}

Handles<regretta_plan, StudyPlan>& plans() {
  static Handles<regretta_plan, StudyPlan> handles("plan");
  return handles;
}

}  // namespace regretta::c

using namespace regretta::c;

extern "C" {

regretta_plan* regretta_plan_new(regretta_session* session, const char* study, const char* const* overrides,
                                 size_t num_overrides) {
  return guarded<regretta_plan*>(nullptr, [&] {
    const auto found = sessions().find(session);
    auto planned = std::make_shared<StudyPlan>();
    planned->catalogue = found->catalogue;
    planned->plan = regretta::make_plan(study_from(*found, study, overrides, num_overrides), planned->catalogue);
    return plans().add(std::move(planned));
  });
}

int regretta_plan_free(regretta_plan* plan) {
  return status_of([&] { plans().remove(plan); });
}

int64_t regretta_plan_cells(const regretta_plan* plan) {
  return guarded(std::int64_t{-1}, [&] { return std::int64_t{std::ssize(plans().find(plan)->plan.cells)}; });
}

const char* regretta_plan_cell(const regretta_plan* plan, int64_t cell) {
  return guarded<const char*>(nullptr, [&] {
    const auto found = plans().find(plan);
    const regretta::Cell& planned = found->cell(cell);
    const regretta::LearnerEntry* entry = found->catalogue.learner(planned.learner);
    nlohmann::json about = {
        {"learner", planned.learner_name},    {"kind", planned.learner},
        {"environment", planned.environment}, {"horizon", planned.problem().horizon},
        {"arms", planned.problem().num_arms}, {"constraints", planned.problem().num_constraints},
        {"delta", planned.problem().delta},   {"feedback", entry == nullptr ? "" : entry->feedback}};
    about["content"] = regretta::hash_text(planned.content->hash);
    if (planned.work->without_facts().adversary->oblivious()) {
      const regretta::CellFacts& facts = *planned.prepared().facts;
      about["feasible"] = facts.optimum.feasible;
      about["opt"] = facts.optimum.value * static_cast<double>(planned.problem().horizon);
      about["corruption"] = facts.corruption;
      about["rho"] = facts.rho;
      about["rho_pure"] = facts.rho_pure;
    }
    return returned_text(about.dump());
  });
}

const char* regretta_search_settings(regretta_session* session, const char* study, const char* const* overrides,
                                     size_t num_overrides) {
  return guarded<const char*>(nullptr, [&] {
    const auto found = sessions().find(session);
    const regretta::Study input =
        regretta::with_overrides(study_from(*found, study, overrides, num_overrides), found->catalogue);
    nlohmann::ordered_json where, about = {{"name", input.name}, {"quantities", input.quantities.names()}};
    about["study"] = settings_json(input.written, "study", where);
    if (!input.search.empty()) about["search"] = settings_json(search_values(input), "search", where);
    for (const auto& [section, specs] :
         {std::pair{"environment", &input.environments}, {"learner", &input.learners}, {"measure", &input.measures}}) {
      about[section] = nlohmann::ordered_json::array();
      for (const regretta::PluginSpec& spec : *specs) {
        const std::string table = fmt::format("{}.{}", section, about[section].size() + 1);
        where[table] = {spec.where.line, spec.where.column};
        about[section].push_back(
            {{"kind", spec.kind}, {"name", spec.name}, {"settings", settings_json(spec.settings, table, where)}});
      }
    }
    about["where"] = std::move(where);
    return returned_json(about);
  });
}

int regretta_run(const regretta_plan* plan, const char* file, int threads, int anew) {
  return status_of([&] {
    const auto found = plans().find(plan);
    regretta::run_study(found->plan, text_of(file, "file"),
                        {.policy = regretta::usual_policy(),
                         .threads = threads,
                         .build = regretta::build_text(regretta::name_of(regretta::chosen_instruction_set())),
                         .anew = anew != 0});
  });
}

regretta_results* regretta_results_open(const char* file) {
  return guarded<regretta_results*>(nullptr, [&] {
    return all_results().add(std::make_shared<regretta::Results>(regretta::Results::open(text_of(file, "file"))));
  });
}

int regretta_results_free(regretta_results* results) {
  return status_of([&] { all_results().remove(results); });
}

int64_t regretta_results_cells(const regretta_results* results) {
  return guarded(std::int64_t{-1}, [&] { return std::int64_t{std::ssize(all_results().find(results)->cells())}; });
}

int64_t regretta_results_trials(const regretta_results* results) {
  return guarded(std::int64_t{-1}, [&] { return all_results().find(results)->num_trials(); });
}

const char* regretta_results_about(const regretta_results* results) {
  return guarded<const char*>(nullptr, [&] {
    const auto found = all_results().find(results);
    const auto digest = regretta::digest_of(*found);
    nlohmann::json about = {{"name", found->study().name},
                            {"seed", found->study().seed},
                            {"delta", found->study().delta},
                            {"version", found->version()},
                            {"shard", found->shard().is_whole() ? "" : found->shard().text()},
                            {"digest", digest.digest},
                            {"trials", digest.trials},
                            {"planned_trials", digest.planned},
                            {"quantities", found->quantities().names()},
                            {"curves", nlohmann::json::array()}};
    for (const regretta::Quantity quantity : found->quantities().on_curve())
      about["curves"].push_back(found->quantities().name(quantity));
    return returned_json(about);
  });
}

const char* regretta_results_cell(const regretta_results* results, int64_t cell) {
  return guarded<const char*>(nullptr, [&] {
    const auto found = all_results().find(results);
    const regretta::CellLabel& label = label_of(*found, cell);
    nlohmann::ordered_json about = {{"learner", label.learner_name},
                                    {"kind", label.learner},
                                    {"environment", label.environment},
                                    {"horizon", label.horizon},
                                    {"arms", label.arms},
                                    {"constraints", label.constraints},
                                    {"swept", nlohmann::ordered_json::object()},
                                    {"checkpoints", label.checkpoints},
                                    {"planned_trials", found->layout().trials(label.cell)},
                                    {"saved", nlohmann::ordered_json::array()},
                                    {"failures", nlohmann::ordered_json::array()}};
    for (std::size_t k = 0; k < label.swept.size(); ++k)
      about["swept"][found->swept()[k]] = regretta::plain_text(label.swept[k]);
    found->for_each_block(label, [&](const regretta::BlockResult& block) {
      about["saved"].push_back({block.range.first, block.range.first + std::ssize(block.trials)});
      for (const regretta::TrialResult& trial : block.trials)
        if (trial.failure) about["failures"].push_back({trial.trial, trial.failure->round, trial.failure->message});
    });
    return returned_json(about);
  });
}

int regretta_results_values(const regretta_results* results, int64_t cell, const char* quantity, double* values) {
  return status_of([&] {
    const auto found = all_results().find(results);
    std::vector<regretta::Quantity> chosen;
    for (const std::string& name :
         quantity == nullptr ? found->quantities().names() : std::vector<std::string>{quantity})
      chosen.push_back(quantity_named(*found, name));
    for (const auto& list : found->values(label_of(*found, cell), chosen))
      values = std::ranges::copy(list, expect(values, "values")).out;
  });
}

int regretta_results_curve_values(const regretta_results* results, int64_t cell, const char* quantity, double* values) {
  return status_of([&] {
    const auto found = all_results().find(results);
    const regretta::CellLabel& label = label_of(*found, cell);
    const std::string name = text_of(quantity, "quantity");
    const auto curves = found->quantities().on_curve();
    const auto position = std::ranges::find(curves, quantity_named(*found, name)) - curves.begin();
    if (position == std::ssize(curves)) throw std::invalid_argument(fmt::format("quantity \"{}\" has no curves", name));
    const std::int64_t trials = found->num_trials();
    std::fill_n(expect(values, "values"), trials * std::ssize(label.checkpoints), regretta::not_a_number);
    found->for_each_block(label, [&](const regretta::BlockResult& block) {
      for (const regretta::TrialResult& trial : block.trials)
        for (std::size_t k = 0; k < trial.curve.size(); ++k)
          values[static_cast<std::int64_t>(k) * trials + found->position_of(trial.trial)] =
              trial.curve[k][static_cast<std::size_t>(position)];
    });
  });
}

const char* regretta_list(regretta_session* session) {
  return guarded<const char*>(nullptr,
                              [&] { return returned_text(regretta::list_json(sessions().find(session)->catalogue)); });
}

const char* regretta_mean(const double* values, int64_t n, double alpha, double lines) {
  return guarded<const char*>(nullptr, [&] {
    if (n < 1) throw std::invalid_argument(fmt::format("the mean of {} values, expected one or more", n));
    const std::span<const double> sample(expect(values, "values"), static_cast<std::size_t>(n));
    if (!std::ranges::none_of(sample, [](double value) { return std::isnan(value); }))
      throw std::invalid_argument("a value is NaN, expected numbers");
    const regretta::Evidence found =
        regretta::evidence_of(sample, {-regretta::infinity, regretta::infinity}, {alpha, lines});
    const nlohmann::json about = {{"mean", found.mean},
                                  {"low", found.interval.low},
                                  {"high", found.interval.high},
                                  {"text", regretta::interval_text(found.mean, found.interval)}};
    return returned_json(about);
  });
}

const char* regretta_results_digest(const regretta_results* results) {
  return guarded<const char*>(nullptr, [&] {
    const auto digest = regretta::digest_of(*all_results().find(results));
    if (digest.partial())
      throw std::runtime_error(
          fmt::format("{} of {} trials are saved: only a finished study has a digest", digest.trials, digest.planned));
    return returned_text(digest.digest);
  });
}

}  // extern "C"

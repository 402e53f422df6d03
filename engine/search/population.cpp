#include "regretta/engine/search/population.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/search/admission.hpp"
#include "regretta/engine/search/random_points.hpp"

namespace regretta {

Population::Population(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                       std::unique_ptr<Proposer> proposer)
    : space_(space), rules_(rules), catalogue_(catalogue), proposer_(std::move(proposer)) {}

std::int64_t Population::refused() const {
  return std::ranges::count_if(candidates_, [](const Candidate& one) { return !one.refusal.empty(); });
}

std::string Population::description(double came_to) const {
  nlohmann::ordered_json all;
  all["aim"] = rules_.aims.front().words();
  if (rules_.wants_front()) all["second_aim"] = rules_.aims.back().words();
  all["subject_to"] = nlohmann::ordered_json::array();
  for (const Constraint& one : rules_.subject_to) all["subject_to"].push_back(one.text());
  all["seed"] = rules_.seed;
  all["trials"] = rules_.trials_at_rungs();
  all["candidates"] = rules_.candidates;
  all["random_first"] = rules_.random_first;
  all["fresh"] = rules_.fresh;
  all["against"] = against_words.word_of(rules_.against);
  all["optimiser"] = proposer();
  if (!rules_.first.empty()) all["first"] = rules_.first;
  if (came_to > 0 && rules_.minutes > 0) all["came_to"] = came_to;
  if (came_to > 0 && rules_.trials) all["trials_came_to"] = came_to;
  all["space"] = nlohmann::ordered_json::parse(space_.identity());
  return all.dump();
}

void Population::resume(const Database& database) {
  file_ = database.file();
  const auto refuse = [&](const std::string& what) {
    throw StudyFileError(file_, FileFault::mismatch, what + "; undo the change, or give another --output");
  };
  const auto before = nlohmann::ordered_json::parse(stored_search(database), nullptr, false),
             now = nlohmann::ordered_json::parse(description(0));
  if (!before.is_object()) refuse("holds no search that can be gone on with");
  for (const auto& [key, value] : now.items()) {
    const auto found = before.find(key);
    if (found != before.end() && *found == value) continue;
    refuse(key == "space" ? "holds a search of another space"
                          : fmt::format("holds another search: {} was {} and is now {}", key,
                                        found == before.end() ? "nothing" : found->dump(), value.dump()));
  }
  came_to_ = before.value("came_to", 0.0);
  stored_ = stored_candidates(database);
}

std::vector<Candidate> Population::proposed() {
  const std::int64_t count = rules_.generation_after(size());
  std::vector<Candidate> all;
  std::vector<std::size_t> asked;  // of the optimiser
  for (std::int64_t number = size() + 1; number <= size() + count; ++number) {
    Candidate one{.number = number,
                  .generation = next_,
                  .proposer = "random",
                  .point = random_point(space_.dimensions(), static_cast<std::uint64_t>(rules_.seed), number),
                  .refusal = ""};
    if (number <= std::ssize(rules_.first)) {
      one.proposer = "first";
      one.point = rules_.first[static_cast<std::size_t>(number - 1)];
    } else if (proposer_ != nullptr && number > rules_.random_first && number % one_in_random != 0) {
      one.proposer = proposer();
      asked.push_back(all.size());
    }
    all.push_back(std::move(one));
  }
  if (asked.empty()) return all;
  std::vector<Point> points = proposer_->propose(static_cast<int>(asked.size()));
  for (std::size_t k = 0; k < asked.size(); ++k) all[asked[k]].point = std::move(points[k]);
  return all;
}

void Population::add_generation() {
  const bool is_stored = next_ < stored_generations();
  for (Candidate& one : proposed()) {
    const auto place = static_cast<std::size_t>(one.number - 1);
    std::string meaning;
    for (const auto& [path, value] : space_.values(one.point))
      meaning += fmt::format("{} = {}\n", path, to_text(value));
    if (!is_stored) {
      const auto same = first_with_.find(meaning);
      one.refusal = same != first_with_.end() ? fmt::format("has the values of candidate {}", same->second)
                                              : refusal_of(space_, rules_, catalogue_, one.point);
    } else if (place < stored_.size() && stored_[place].point == one.point) {
      one = stored_[place];
    } else {
      throw StudyFileError(
          file_, FileFault::mismatch,
          fmt::format("candidate {} was proposed otherwise by {} than now by {}; install that "
                      "version, or give another --output",
                      one.number, place < stored_.size() ? stored_[place].proposer : "nobody", one.proposer));
    }
    first_with_.try_emplace(std::move(meaning), one.number);
    candidates_.push_back(std::move(one));
  }
  ++next_;
}

void Population::tell(const Race& race, const ScoreAfter& score) {
  if (!proposer_) return;
  std::vector<Proposer::Outcome> outcomes;
  for (std::size_t k = 0; k < candidates_.size(); ++k)
    if (candidates_[k].generation == next_ - 1)
      outcomes.push_back({candidates_[k].point,
                          race.trials[k] > 0 ? *score(k, race.trials[k]) : RaceScore{not_a_number, 0}, race.trials[k]});
  proposer_->learn(outcomes);
}

void Population::set_forms(std::size_t candidate, const std::vector<Point>& forms) {
  std::vector<Point>& own = candidates_[candidate].forms;
  if (own.size() < forms.size() || !std::equal(forms.begin(), forms.end(), own.begin())) own = forms;
}

std::vector<Racer> Population::racers() const {
  std::vector<Racer> all;
  for (const Candidate& one : candidates_) all.push_back({one.generation, one.refusal.empty()});
  return all;
}

}  // namespace regretta

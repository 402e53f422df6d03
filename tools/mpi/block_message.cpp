#include "regretta/tools/mpi/block_message.hpp"

#include <nlohmann/json.hpp>

namespace regretta {

using nlohmann::json;

std::vector<std::uint8_t> block_message(std::size_t part, const BlockResult& block) {
  json trials = json::array();
  for (const TrialResult& trial : block.trials) {
    json one = {{"trial", trial.trial}, {"quantities", trial.quantities}, {"curve", trial.curve}};
    if (trial.failure) one["failure"] = {trial.failure->round, trial.failure->message};
    trials.push_back(std::move(one));
  }
  return json::to_cbor({{"part", part},
                        {"range", {block.range.cell, block.range.first, block.range.count}},
                        {"trials", std::move(trials)},
                        {"seconds", {block.seconds, block.processor_seconds}}});
}

std::pair<std::size_t, BlockResult> read_block_message(std::span<const std::uint8_t> bytes) {
  const json message = json::from_cbor(bytes.begin(), bytes.end());
  const json& range = message.at("range");
  BlockResult block{
      {range.at(0), range.at(1), range.at(2)}, {}, message.at("seconds").at(0), message.at("seconds").at(1)};
  for (const json& one : message.at("trials")) {
    TrialResult trial;
    one.at("trial").get_to(trial.trial);
    one.at("quantities").get_to(trial.quantities);
    one.at("curve").get_to(trial.curve);
    if (one.contains("failure")) trial.failure = Failure{one["failure"].at(0), one["failure"].at(1)};
    block.trials.push_back(std::move(trial));
  }
  return {message.at("part"), std::move(block)};
}

}  // namespace regretta

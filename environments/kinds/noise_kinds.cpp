/// The noise laws of the engine (engine/trial/round/noise.hpp), and those behind its interface.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/plugin/choice.hpp"
#include "regretta/engine/trial/contract/beta_table.hpp"
#include "regretta/engine/trial/contract/noise_law.hpp"
#include "regretta/engine/trial/contract/separate_laws.hpp"
#include "regretta/engine/trial/report/enumerators.hpp"
#include "regretta/engine/trial/round/noise.hpp"
#include "regretta/environments/outcomes/clipped_noise.hpp"
#include "regretta/environments/parts/parts.hpp"

namespace regretta {
namespace {

struct UniformParams {
  double half_width = Noise{}.half_width;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("half_width", p.half_width, Range{0, 1, true}, "half-width, shrunk where a value would leave its range");
  }
  Noise noise() const { return {.kind = NoiseKind::uniform, .half_width = half_width}; }
};

struct BetaParams {
  double concentration = Noise{}.concentration;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("concentration", p.concentration, Range{0.1, 1e4}, "a + b of the beta law; larger is closer to the mean");
  }
  Noise noise() const { return {.kind = NoiseKind::beta, .concentration = concentration}; }
};

template <NoiseKind kind>
struct Plain : NoParams {
  Noise noise() const { return {.kind = kind}; }
};

template <class Params>
EnvironmentEntry law(const char* name, const char* summary) {
  const auto set = [](const Params& params, std::uint64_t, Adversary& adversary) { adversary.noise = params.noise(); };
  return part_entry<Params>("noise", {.name = name, .summary = summary, .defaults_are_settings = true}, set);
}

EnvironmentEntry entry_of(NoiseKind kind) {
  switch (kind) {
    case NoiseKind::none:
      return law<Plain<NoiseKind::none>>("none", "values are their means");
    case NoiseKind::bernoulli:
      return law<Plain<NoiseKind::bernoulli>>("bernoulli", "losses are 0 or 1, violations -1 or +1 (the default)");
    case NoiseKind::uniform:
      return law<UniformParams>("uniform", "uniform around the mean");
    case NoiseKind::beta:
      return law<BetaParams>("beta", "beta laws with the given means");
  }
  __builtin_unreachable();
}

enum class MeansInUse { truth, nominal };
constexpr Choice means_in_use = choice_of<MeansInUse>(
    {{MeansInUse::truth, "true", "OPT and the books have the means of the clipped values"},
     {MeansInUse::nominal, "nominal", "they have the stated means, as where a paper scores at these"}});

struct ClippedNormalParams {
  double sd = 0.1;
  MeansInUse means = MeansInUse::truth;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("sd", p.sd, Range{1e-4, 1}, "standard deviation before values are clipped to their range");
    visit("means", p.means, means_in_use,
          "which means count; those that the environment states are the nominal ones, before clipping");
  }
};

void clipped_normal(const ClippedNormalParams& p, std::uint64_t, Adversary& adversary) {
  if (p.means == MeansInUse::nominal) {
    adversary.noise = {.law = std::make_shared<const NoiseLawOf<AroundNominal>>(AroundNominal(p.sd))};
    return;
  }
  if (!adversary.oblivious())
    throw InputError("means", "is \"true\", but the means of this environment are adaptive; expected \"nominal\"");
  const ClippedLaw law(p.sd);
  using enum TrueMeans::Of;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  adversary.losses = TrueMeans(adversary.losses, law, losses, {}, K);
  adversary.violations =
      TrueMeans(adversary.violations, law, adversary.costs.empty() ? violations : costs, adversary.costs, K);
  adversary.noise = {.law = std::make_shared<const NoiseLawOf<ClippedLaw>>(law)};
}

enum class LawWord { none, bernoulli, uniform, beta, clipped_normal };
constexpr Choice law_words = choice_of<LawWord>({{LawWord::none, "none"},
                                                 {LawWord::bernoulli, "bernoulli"},
                                                 {LawWord::uniform, "uniform"},
                                                 {LawWord::beta, "beta"},
                                                 {LawWord::clipped_normal, "clipped-normal"}});

struct SeparateParams {
  LawWord loss = LawWord::bernoulli;
  std::string violations = "bernoulli";
  double half_width = Noise{}.half_width;
  double concentration = Noise{}.concentration;
  double sd = 0.1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("loss", p.loss, law_words, "law of the losses");
    visit("violations", p.violations,
          "law of the violations, or of the costs behind them: one word, or one for each constraint, such as \"none, "
          "beta\"");
    visit("half_width", p.half_width, Range{0, 1, true}, "of those that are uniform");
    visit("concentration", p.concentration, Range{0.1, 1e4}, "of those that are beta");
    visit("sd", p.sd, Range{1e-4, 1}, "of those that are clipped normal, around their exact means");
  }

  std::shared_ptr<const NoiseLaw> law_of(LawWord word) const {
    CellWork work;
    Adversary adversary;
    adversary.noise.half_width = half_width;
    work.adversary = std::make_shared<const Adversary>(std::move(adversary));
    switch (word) {
      case LawWord::none:
        return std::make_shared<const NoiseLawOf<NoNoise>>(NoNoise(work));
      case LawWord::bernoulli:
        return std::make_shared<const NoiseLawOf<BernoulliNoise>>(BernoulliNoise(work));
      case LawWord::uniform:
        return std::make_shared<const NoiseLawOf<UniformNoise>>(UniformNoise(work));
      case LawWord::beta:
        return std::make_shared<const NoiseLawOf<BetaLaw>>(BetaLaw{beta_table(concentration)});
      case LawWord::clipped_normal:
        return std::make_shared<const NoiseLawOf<ClippedLaw>>(ClippedLaw(sd));
    }
    __builtin_unreachable();
  }
};

LawWord law_word(std::string_view text) {
  const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  const std::string_view word = first == text.npos ? "" : text.substr(first, last - first + 1);
  for (std::size_t k = 0; k < law_words.words.size(); ++k)
    if (law_words.words[k].text == word) return law_words.values[k];
  throw InputError("violations", fmt::format("\"{}\" is no law, expected none, bernoulli, uniform, beta or "
                                             "clipped-normal, once or for each constraint",
                                             word));
}

void separate_laws(const SeparateParams& p, std::uint64_t, Adversary& adversary) {
  std::vector<std::shared_ptr<const NoiseLaw>> constraints;
  for (std::size_t from = 0; from <= p.violations.size();) {
    const std::size_t comma = std::min(p.violations.find(',', from), p.violations.size());
    constraints.push_back(p.law_of(law_word(std::string_view(p.violations).substr(from, comma - from))));
    from = comma + 1;
  }
  const auto m = static_cast<std::size_t>(adversary.num_constraints);
  if (constraints.size() == 1) constraints.resize(m, constraints.front());
  check_count("violations", "constraint", constraints.size(), adversary.num_constraints);
  adversary.noise = {.law = std::make_shared<const SeparateLaws>(p.law_of(p.loss), std::move(constraints))};
}

}  // namespace

std::vector<EnvironmentEntry> noise_kinds() {
  std::vector<EnvironmentEntry> entries;
  for (int k = 0; k < num_enumerators<NoiseKind>(); ++k) entries.push_back(entry_of(static_cast<NoiseKind>(k)));
  entries[static_cast<std::size_t>(NoiseKind::bernoulli)].is_default = true;
  entries.push_back(part_entry<ClippedNormalParams>(
      "noise", {.name = "clipped-normal", .summary = "normal around the mean, clipped to the range of the value"},
      clipped_normal));
  entries.push_back(part_entry<SeparateParams>(
      "noise", {.name = "separate", .summary = "a law for the losses, and one for each constraint"}, separate_laws));
  return entries;
}

}  // namespace regretta

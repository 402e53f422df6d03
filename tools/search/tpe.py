"""Proposes candidates for `regretta search` with Optuna's TPE. Lines of JSON: what is asked comes in, answers go out.

  {"seed": 1, "aims": 1, "choices": [0, 4]}  the space: 0 is a number in [0, 1], n one of n choices
  {"ask": 48}                                so many points: {"points": [[0.25, 3], ...]}
  {"points": [...], "scores": [[5.1], ...]}  what came of them, a number for each aim, more is better; answered by {}
"""
import json
import sys
import warnings

import optuna

warnings.simplefilter("ignore")
optuna.logging.set_verbosity(optuna.logging.ERROR)


def answer(what):
    print(json.dumps(what), flush=True)


space = json.loads(sys.stdin.readline())
distributions = {
    f"{place:04}": optuna.distributions.CategoricalDistribution(list(range(n))) if n
    else optuna.distributions.FloatDistribution(0.0, 1.0)
    for place, n in enumerate(space["choices"])
}
sampler = optuna.samplers.TPESampler(seed=space["seed"], multivariate=True, constant_liar=True, n_startup_trials=48,
                                     n_ei_candidates=24)
study = optuna.create_study(sampler=sampler, directions=["maximize"] * space["aims"])
answer({"name": f"tpe of Optuna {optuna.__version__}"})
asked = []  # trials that wait for their score
for line in sys.stdin:
    said = json.loads(line)
    if "ask" in said:
        asked = [study.ask(distributions) for _ in range(said["ask"])]
        answer({"points": [[trial.params[name] for name in distributions] for trial in asked]})
        continue
    for point, score in zip(said["points"], said["scores"]):
        if asked and [asked[0].params[name] for name in distributions] == point:
            study.tell(asked.pop(0), score)
            continue
        params = {name: int(x) if n else x for (name, x), n in zip(zip(distributions, point), space["choices"])}
        study.add_trial(optuna.trial.create_trial(params=params, distributions=distributions, values=score))
    answer({})

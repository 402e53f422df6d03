"""schema.py SCHEMA.json: studies that ship and those of the tests are what the schema of `regretta manual schema` describes,
mistakes are not, and it has help, ranges and defaults."""

import json
import pathlib
import sys
import tomllib

import jsonschema

schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
jsonschema.Draft7Validator.check_schema(schema)
check = jsonschema.Draft7Validator(schema)
root = pathlib.Path(__file__).parents[2]

bad = [f"{path} is refused at {error.json_path}: {jsonschema.exceptions.best_match([error]).message[:300]}"
       for path in [*root.glob("tools/studies/*.toml"), *root.glob("tests/re*/study.toml"), *root.glob("tests/data/*.toml"),
                    *map(pathlib.Path, sys.argv[2:])]
       if "expopt-explorer" not in path.read_text()  # which is a plugin
       for error in check.iter_errors(tomllib.loads(path.read_text()))]

RIGHT = {
    "study": {"trials": 64, "horizon": [1e4, 2e4], "until": "ranked", "metric": "regret"},
    "environment": [{"kind": "stationary", "loss": [0.5, 0.2], "violation": [-0.3, 0.5], "noise": ["none", "bernoulli"],
                     "corruption": {"budget": [0, 100], "schedule": "front", "direction": ["slander", "flatter"]}},
                    {"kind": "random-instance", "arms": 5, "noise": {"kind": "uniform", "half_width": 0.1}}],
    "measure": [{"kind": "rounds-in-violation", "name": "long", "tolerance": 1e-6}],
    "learner": [{"kind": "conomd-fs", "confidence_scale": [1, 0.25]}, {"kind": ["hedge", "exp3"]}],
}


SEARCH = {
    "study": {"horizon": 1e4},
    "environment": [{"kind": "stationary", "loss": [{"search": [0, 1]}, 0.5], "violation": [[-0.3, {"search": [1e-3, 1], "scale": "log"}]],
                     "corruption": {"budget_sqrt": 2, "schedule": {"search": "all"}, "direction": {"search": ["slander", "swap"]}}},
                    {"kind": "stationary", "name": "clean", "loss": {"same": "environment.1.loss"}, "violation": [[-0.3, 0.5]]}],
    "learner": [{"kind": "conomd-fs"}],
    "search": {"maximise": "regret", "subject_to": ["rho_pure >= 0.1"], "rounds": 1e9,
               "first": {"environment": {"1": {"corruption": {"schedule": ["front", "late"]}}}}},
}


def changed(*path_and_value, of=RIGHT):
    """A study with another value at a path, or without it if the value is None."""
    *path, last, value = path_and_value
    study = json.loads(json.dumps(of))
    place = study
    for key in path:
        place = place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return study


WRONG = {
    "no learner": changed("learner", None),
    "an empty list of learners": changed("learner", []),
    "an unknown section": changed("learners", []),
    "an unknown kind": changed("learner", 0, "kind", "conomd"),
    "no kind": changed("learner", 0, "kind", None),
    "a parameter of another learner": changed("learner", 0, "beta", 0.5),
    "a text for a number": changed("learner", 0, "confidence_scale", "1"),
    "a number out of its range": changed("learner", 0, "confidence_scale", [1, -0.25]),
    "half a trial": changed("study", "trials", 0.5),
    "trials that are swept": changed("study", "trials", [64, 128]),
    "no rounds": changed("study", "horizon", 0),
    "an unknown key of the study": changed("study", "trial", 64),
    "a rule that is a number": changed("study", "until", 0.01),
    "delta on the open end of its range": changed("study", "delta", 1),
    "a loss above 1": changed("environment", 0, "loss", [0.5, 1.2]),
    "an unknown schedule": changed("environment", 0, "corruption", "schedule", "early"),
    "an unknown noise": changed("environment", 0, "noise", "gaussian"),
    "an unknown measure": changed("study", "measures", ["switch"]),
    "a front": changed("search", "maximise", ["regret", "violation"], of=SEARCH),
    "a search without a cost": changed("search", "rounds", None, of=SEARCH),
    "an unknown optimiser": changed("search", "optimiser", "luck", of=SEARCH),
    "a range with a step": changed("environment", 0, "loss", 1, {"search": [0, 1], "step": 0.1}, of=SEARCH),
}

bad += [f"a right study is refused: {error.message[:300]}" for one in (RIGHT, SEARCH) for error in check.iter_errors(one)]
bad += [f"a study with {what} is allowed" for what, study in WRONG.items() if check.is_valid(study)]
kinds = {kind["title"]: kind["properties"] for kind in schema["properties"]["learner"]["items"]["oneOf"]}
scale = kinds["conomd-fs"]["confidence_scale"]
if scale.get("default") != 1 or "constant" not in scale["description"] or scale["anyOf"][0].get("minimum") != 0:
    bad.append(f"no default, help and range of confidence_scale: {scale}")
sys.exit("\n".join(bad) or 0)

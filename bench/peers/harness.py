"""Runs the Python peers as peer_plain, peer_eigen and peer_nlopt run those in C++: with the same options, names, items,
counters and JSON.

A peer has a name; `tolerance`, by learner; `replay(game, draws)` -> sums, final strategy; `trials(game, count)` -> sums,
one column per trial (or None); `prepare(game)` -> function(stopwatch) -> trial-rounds, active trial-rounds.
"""

import argparse
import datetime
import json
import os
import re
import socket
import statistics
import sys
import time

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[_variable] = "1"

import numpy as np

from game import LEARNERS, Game, Sums

SIZES = ((2, 1), (10, 1), (100, 1), (100, 3))
ROUNDING_ONLY = dict(zip(LEARNERS, (1e-9, 1e-6, 1e-9)))
OWN_TRIALS, STANDARD_ERRORS = 100, 5


class Stopwatch:
    def __init__(self):
        self.real = self.cpu = 0.0

    def __enter__(self):
        self._started = time.perf_counter(), time.process_time()

    def __exit__(self, *_):
        self.real += time.perf_counter() - self._started[0]
        self.cpu += time.process_time() - self._started[1]


def _measure(run, min_time):
    stopwatch, iterations, rounds, active = Stopwatch(), 0, 0, 0
    while stopwatch.cpu < min_time or iterations == 0:
        more_rounds, more_active = run(stopwatch)
        iterations, rounds, active = iterations + 1, rounds + more_rounds, active + more_active
    return {
        "iterations": iterations,
        "real_time": 1e3 * stopwatch.real / iterations,
        "cpu_time": 1e3 * stopwatch.cpu / iterations,
        "time_unit": "ms",
        "active": float(active) / rounds,
        "items_per_second": rounds / stopwatch.cpu,
        "ns": 1e9 * stopwatch.cpu / rounds,
    }


def _aggregates(name, runs):
    kinds = {"mean": statistics.mean, "median": statistics.median, "stddev": statistics.stdev}
    numbers = [key for key, value in runs[0].items() if isinstance(value, float)]
    for kind, of in kinds.items():
        entry = {"name": f"{name}_{kind}", "run_name": name, "run_type": "aggregate", "aggregate_name": kind}
        entry |= {"repetitions": len(runs), "threads": 1, "iterations": len(runs), "time_unit": "ms"}
        yield entry | {key: of([run[key] for run in runs]) for key in numbers}


def _benchmark(peers, options, learners, sizes):
    entries = []
    for peer in peers:
        for learner in learners:
            for K, m in sizes:
                name = f"peer/{peer.name}/{learner}/{K}/{m}"
                if not re.search(options.benchmark_filter, name):
                    continue
                run, runs = peer.prepare(Game(learner, K, m)), []
                for repetition in range(options.benchmark_repetitions):
                    entry = {"name": name, "run_name": name, "run_type": "iteration"}
                    entry |= {"repetitions": options.benchmark_repetitions, "repetition_index": repetition}
                    entry["threads"] = 1
                    runs.append(entry | _measure(run, options.benchmark_min_time))
                    print(f"{name:48} {runs[-1]['ns']:14.1f} ns  active {runs[-1]['active']:.3f}", file=sys.stderr)
                entries += runs
                if len(runs) > 1:
                    entries += _aggregates(name, runs)
    context = {
        "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        "host_name": socket.gethostname(),
        "executable": sys.argv[0],
        "num_cpus": os.cpu_count(),
        "load_avg": list(os.getloadavg()),
        "python": sys.version.split()[0],
        "numpy": np.__version__,
    }
    text = json.dumps({"context": context, "benchmarks": entries}, indent=2)
    if options.benchmark_out:
        with open(options.benchmark_out, "w") as file:
            file.write(text + "\n")
    else:
        print(text)


def report(what, value, limit):
    fine = bool(value <= limit)
    print(f"{'ok' if fine else 'BAD':4} {what:64} {value:.2e} (limit {limit:.0e})", flush=True)
    return fine


def _difference(value, expected):
    expected = np.asarray(expected)
    return np.max(np.abs(value - expected) / np.maximum(1, np.abs(expected)))


def _check_one(peer, game, name, opt, expected):
    replay = expected["replay"]
    sums, x = peer.replay(game, np.array(replay["draws"]))
    found = Sums.quantities(sums, game.m, opt)
    worst = max(_difference(value, replay[key]) for key, value in found.items())
    worst = max(worst, _difference(x, replay["strategy"]))
    fine = report(f"{name} replay, relative", worst, peer.tolerance[game.learner])
    sums = peer.trials(game, OWN_TRIALS)
    if sums is None:
        return fine
    found, worst = Sums.quantities(sums, game.m, opt), 0
    for key, engine in expected["means"].items():
        se = np.hypot(found[key].std(ddof=1) / np.sqrt(OWN_TRIALS), engine["se"])
        worst = max(worst, abs(found[key].mean() - engine["mean"]) / se)
    return report(f"{name} means, standard errors", worst, STANDARD_ERRORS) and fine


def _check(peers, reference):
    with open(reference) as file:
        cells, fine = json.load(file)["cells"], True
    for peer in peers:
        for cell in cells:
            for learner in LEARNERS:
                game = Game(learner, cell["arms"], cell["constraints"], cell["horizon"])
                name = f"{peer.name}/{learner}/{game.K}/{game.m}"
                same = max(_difference(game.loss, cell["loss"]), _difference(game.violation.ravel(), cell["violation"]))
                fine &= report(f"{name} means of the cell", same, 1e-15)
                fine &= _check_one(peer, game, name, cell["opt"], cell["learners"][learner])
    return fine


def main(peers, learners=LEARNERS, sizes=SIZES, check=_check):
    parser = argparse.ArgumentParser(description="Measures these peers, or checks them against the engine.")
    parser.add_argument("--check", metavar="REFERENCE", help="what peers_reference wrote")
    parser.add_argument("--benchmark_filter", default="", metavar="REGEX")
    parser.add_argument("--benchmark_min_time", type=float, default=0.5, metavar="SECONDS")
    parser.add_argument("--benchmark_repetitions", type=int, default=1, metavar="N")
    parser.add_argument("--benchmark_out", metavar="FILE", help="JSON goes here, not to standard output")
    options = parser.parse_args()
    if options.check:
        sys.exit(0 if check(peers, options.check) else 1)
    _benchmark(peers, options, learners, sizes)

#!/usr/bin/env python3
"""Turns Google Benchmark JSON files (of the engine and the peers; any number of passes) into tables.

table.py FOLDER: FOLDER has one folder for each instruction set, named after it. JSON files beside these folders belong
to all of them. For each instruction set it prints two tables. The first has, for every learner and size, the
nanoseconds per round and trial (median and range over passes), and how many times as long every peer takes. The second
is that of the handbook.
"""

import json
import pathlib
import re
import statistics
import sys
from collections import defaultdict

SIZES = [(2, 1), (10, 1), (100, 1), (100, 3)]
LEARNERS = ["conomd-fs", "conomd-fs-ix", "expopt-conomd"]
PEERS = {"plain_loop": "plain C++ loop"}  # name in benchmarks: name in the handbook's table


def read(paths):
    """Returns the counters by key and benchmark name, each a list over passes; and the machine of the first file.

    A benchmark of several numbers of threads, in real time, gets the name scaling/NAME/threads:N.
    """
    counters, machine = {key: defaultdict(list) for key in ("ns", "active", "in_rounds", "items_per_second")}, None
    for path in paths:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        machine = machine or content["context"]
        for run in content["benchmarks"]:
            if run.get("run_type") == "aggregate":
                continue
            name = run["run_name"]
            if "/real_time/threads:" in name:
                name = "scaling/" + name.replace("/real_time", "")
            else:
                name = re.sub(r"/(min_time|repeats|real_time|threads|iterations)(:[^/]*)?", "", name)
            for key, values in counters.items():
                if key in run:
                    values[name].append(run[key])
    return counters, machine


def rows(ns, active):
    peers = [peer for peer in PEERS if any(name.startswith(f"peer/{peer}/") for name in ns)]
    yield ["learner", "K", "m", "ns", "lowest", "highest", "active", "single"] + peers
    for K, m in SIZES:
        for learner in LEARNERS:
            name = f"{learner}/{K}/{m}"
            if name not in ns:
                continue
            engine_ns = statistics.median(ns[name])
            row = [learner, K, m, f"{engine_ns:.2f}", f"{min(ns[name]):.2f}", f"{max(ns[name]):.2f}"]
            row.append(f"{100 * active[name][0]:.0f}%")
            for compared in [f"{name}/single"] + [f"peer/{peer}/{learner}/{K}/{m}" for peer in peers]:
                row.append(f"{statistics.median(ns[compared]) / engine_ns:,.1f} x" if compared in ns else "")
            yield row


def ratio_text(ratio):  # two significant digits, three from 100 on
    return f"{ratio:,.2g}" if ratio < 10 else f"{float(f'{ratio:.3g}' if ratio >= 100 else f'{ratio:.2g}'):,.0f}"


def handbook_lines(ns):
    """The handbook's table: how many times as long every peer takes for a round of conomd-fs / -ix / expopt-conomd."""
    median = lambda name: statistics.median(ns[name])
    yield ["conomd-fs / -ix / expopt"] + [f"K = {K}, m = {m}" for K, m in SIZES]
    yield ["---"] * (1 + len(SIZES))
    for peer, label in PEERS.items():
        names = lambda K, m: [(f"peer/{peer}/{learner}/{K}/{m}", f"{learner}/{K}/{m}") for learner in LEARNERS]
        if all(peer_name in ns for K, m in SIZES for peer_name, _ in names(K, m)):
            yield [label] + [
                " / ".join(ratio_text(median(peer_name) / median(engine_name)) for peer_name, engine_name in names(K, m))
                for K, m in SIZES
            ]


def notes(counters):
    """Lines about the gain from threads, and about whole studies."""
    median = lambda key, name: statistics.median(counters[key][name])
    for name in counters["ns"]:
        if name.startswith("scaling/") and not name.endswith("threads:1"):
            on_one_thread, threads = re.sub(r"\d+$", "1", name), name.rsplit(":", 1)[1]
            ratio = median("items_per_second", name) / median("items_per_second", on_one_thread)
            yield f"{threads} threads over one, {name.split('/')[1]}: {ratio:.2f}"
    for name in sorted(counters["in_rounds"]):
        share, rate = median("in_rounds", name), median("items_per_second", name)
        yield f"{name} threads: {100 * share:.1f}% of the time in rounds, {1e-6 * rate:.1f} million rounds/s"


def print_aligned(table):
    table = [[str(cell) for cell in row] for row in table]
    width = [max(len(row[k]) for row in table) for k in range(len(table[0]))]
    for row in table:
        print("  ".join(cell.ljust(w) if k == 0 else cell.rjust(w) for k, (cell, w) in enumerate(zip(row, width))))


def print_instruction_set(name, paths):
    counters, machine = read(paths)
    ns = counters["ns"]
    print(f"== instruction set {name}")
    print_aligned(rows(ns, counters["active"]))
    passes = max(len(values) for name, values in ns.items() if name.startswith("conomd"))
    print(f"\nns: per round and trial on one thread, median of {passes} passes. single (one trial at a time) and the")
    print("peers: how many times as long they take.")
    print(f"{machine['num_cpus']} processors at {machine['mhz_per_cpu']} MHz")
    for note in notes(counters):
        print(note)
    print()
    for line in handbook_lines(ns):
        print("| " + " | ".join(line) + " |")
    print()


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    results = pathlib.Path(arguments[0])
    for folder in sorted(path for path in results.iterdir() if path.is_dir()):
        print_instruction_set(folder.name, sorted(folder.glob("*.json")) + sorted(results.glob("*.json")))


if __name__ == "__main__":
    main(sys.argv[1:])

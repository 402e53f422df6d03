"""Long tests of searches: `python3 search_campaigns.py coverage|kills [COUNT]`, with the environment variables that ./run sets."""

import sys

import common
import regretta
from test_search import TEXT, killed_searches, search


def coverage(count=200):
    """Counts searches in which the interval of a finalist misses its mean, as estimated by 16,384 further trials."""
    missed = 0
    for seed in range(1, count + 1):
        found = search(TEXT, f"{seed}.db", set={"search.seed": seed}, rounds=3e5, threads=1)
        study = found._search.space.study(list(found._chosen.values()), 16_384)
        means = regretta.run(study, common.file(f"{seed}-truth.db"), threads=1, progress=False).values("expected_regret").mean(axis=1)
        missed += any(not judged.low <= dict(zip(found._chosen, means))[judged.candidate] <= judged.high for judged in found.finalists)
    print(f"coverage: {missed} of {count} searches missed a mean, expected {0.05 * count:g} at most")


def kills(count=30):
    killed, ends = killed_searches(count)
    print(f"kills: {killed} in {count} searches, {len(set(ends))} different ends, expected 1")


if __name__ == "__main__":
    {"coverage": coverage, "kills": kills}[sys.argv[1]](*map(int, sys.argv[2:]))

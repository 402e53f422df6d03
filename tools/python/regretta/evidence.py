"""Commands of the program that replay a trial or test claims about a study, and return tables. Columns have the program's names."""

import json
import os
import pathlib
from typing import Any, Sequence

from .chosen import Where, options, repeated
from .program import CHECK_FAILED, Path, Text, call
from .study import Study, loaded
from .tables import Table, columns_of_csv, ranked, rounds_of_csv, table


def replay(study: Study | Path, cell: int, trial: int) -> Table:
    """Plays one trial again, alone, and returns its rounds: T rows.

    `cell` and `trial` count from 0; in columns, arms a and constraints i count from 1. Columns: `t`; `x_a`, the probability of arm a;
    `arm`, the arm drawn; `mean_loss_a` and `loss_a`, in [0, 1], and `mean_gi_a` and `gi_a`, in [-1, 1]: the adversary's
    means and the values of every arm; then the learner's state after round t, such as `empty_rounds`, `width`.
    Raises RegrettaError if there is no such trial, or, with status 1, if the results differ from the file in any bit.
    """
    text = loaded(study).call("replay", "--cell", str(cell), "--trial", str(trial), plugins=True)
    return table(rounds_of_csv(text))


def verify(study: Study | Path, *arguments: str) -> Text:
    """Plays a block of every cell again, compares it with the results file bit by bit, and returns what `regretta verify` prints.
    `arguments` are further arguments of the command. For learners in Python load the study with them:
    verify(load("f.db", learners={"my-ucb": MyUCB})). Raises RegrettaError, with status 1, if anything differs."""
    return Text(loaded(study).call("verify", *arguments, plugins=True))


def compare(study: Study | Path, new: Study | Path | None = None, *, baseline: str | None = None,
            metric: str | Sequence[str] | None = None, alpha: float | None = None,
            exact: bool = False, where: Where | None = None, per_round: bool = False) -> Table:
    """Compares learners with a baseline under the same noise, or a study with a newer one.

    baseline     name of a learner, with its swept parameters: "conomd-fs, confidence_scale=0.25"
    new          the newer study; `study` may then also be the path of a file of `regretta baseline`
    metric       quantities ["violation"; with `new`: regret and violation, or those of the file]
    alpha        probability of any wrong interval or verdict in the table [0.05]
    exact        with `new`: require identical bits
    where        only these cells, as in `Study.table`
    per_round    with `baseline`: sums over rounds divided by T

    One row per cell and metric. With `baseline`: `pairs`, `wins`, `ties` (trials), `difference` and its interval (cell minus
    baseline, in the units of the metric), `p_value`, `adjusted_p_value`, `verdict` ("better", "worse", ...). With `new`:
    old and new means, their difference, and `verdict`. Rows are then the cells whose learner or environment is yours and has changed; or
    all cells, if the study, seed or version differs, or if bits differ in other cells.
    """
    words = options(where, metric=metric, baseline=baseline, alpha=alpha, exact=exact, per_round=per_round, format="csv")
    if new is None:
        text = loaded(study).call("compare", *words)
    else:
        newer = loaded(new)
        older = study.path if isinstance(study, Study) else study
        text = call(newer.program, ["compare", older, newer.path, *words], (0, CHECK_FAILED))
    return table(columns_of_csv(text))


def rank(study: Study | Path, *, metric: str | Sequence[str] | None = None, alpha: float | None = None,
         where: Where | None = None, subject_to: str | Sequence[str] | None = None, per_round: bool = False) -> Table:
    """The ranks that each learner may have in every setting: one row per cell and metric.

    metric      ["regret", "violation"; with `subject_to`: the objective, "regret"]
    alpha       probability of any wrong statement in the table [0.05]
    where       only these cells, as in `Study.table`
    subject_to  limits on means, such as "signed_violation <= 0.02 T" or "violation <= 300": which learners keep them, and which of
                these is best
    per_round   sums over rounds divided by T

    Columns: labels of the cell, `quantity`, `mean` (in its units: losses, or constraint units, summed over T rounds), `rank_low` and
    `rank_high` (1 is best) of `learners`, and whether the cell is on the front of both (`front`: "yes", "no", "open"). With `subject_to`
    one row per cell and limit: `mean` and its interval `low` to `high` (all hold simultaneously), `limit`, `kept` ("yes", "not shown",
    "no"), `trials_needed` to show it, `objective_mean`, `role`, whether the learner is `admitted` (it keeps all limits), and whether its
    objective is the `least` of the admitted learners with the same feedback ("yes", "tied", "open", "no"). Raises RegrettaError, for
    example for an unknown quantity, with the nearest name.

    The table's attribute `recommendation`, printed below it, names the learners to choose over all settings; it is "" with `where`.
    Data frames made from it have it in `attrs["recommendation"]`.
    """
    known, words = loaded(study), options(where, metric=metric, alpha=alpha, per_round=per_round) + repeated("--subject-to", subject_to)
    columns = columns_of_csv(known.call("rank", *words, "--format", "csv"))
    sentences = [] if where else json.loads(known.call("rank", *words, "--recommendation", "--format", "json", notes=False))
    return ranked(columns, "\n".join(line["recommendation"] for line in sentences))


def show(study: Study | Path, *arguments: str) -> Text:
    """The table of means and intervals that `regretta show` prints, as text, which is not cut as a data frame is. `arguments`
    are further arguments of the command: show(study, "--pivot", "learner,budget", "--metric", "violation")."""
    return Text(loaded(study).call("show", *arguments))


def diagnose(study: Study | Path) -> dict[str, Any]:
    """Reasons to distrust the results, and remedies, as `regretta diagnose --format json` prints them."""
    return dict(json.loads(loaded(study).call("diagnose", "--format", "json")))


def report(study: Study | Path, out: Path | None = None) -> pathlib.Path:
    """Writes the page of `regretta report`, by default beside the results file, and returns its path."""
    known = loaded(study)
    page = known.path.with_suffix(".html") if out is None else pathlib.Path(out)
    known.call("report", "--output", os.fspath(page))
    return page


def audit(study: Study | Path, *, metric: str | Sequence[str] | None = None, alpha: float | None = None,
          where: Where | None = None) -> Table:
    """Compares every trial with the theorem's bound at the trial's corruption and margin: one row per cell and theorem.

    metric  "regret" or "violation" [both]
    alpha   probability of any false "violated" in the table [0.001]
    where   only these cells, as in `Study.table`

    Columns: labels of the cell, `theorem`, `trials`, `median` and `quantile` of the quantity, the median `bound` (same unit),
    `ratio`, `above` (trials above their bound), an interval of their share, the share that the theorem has `promised`, p-values, and
    `verdict` ("holds", "vacuous", "violated", "not applicable", ...) with its `reason`.
    """
    text = loaded(study).call("audit", *options(where, metric=metric, alpha=alpha, format="csv"), accepted=(0, CHECK_FAILED), plugins=True)
    return table(columns_of_csv(text))


def rates(study: Study | Path, *, metric: str | Sequence[str] | None = None, alpha: float | None = None,
          all: bool = False, where: Where | None = None) -> Table:
    """How regret and violation grow with T and with C, beside what the paper promises: one row per learner, setting,
    metric and kind of growth (`growth`: "in T", "in C").

    metric  regrets or violations ["expected_regret", "violation"]
    alpha   probability that an interval misses, and of any false verdict in the table [0.05]
    all     also growth in T at every C, and growth in C at every horizon
    where   only these cells, as in `Study.table`

    Columns: labels of the fitted means, `exponent` with its interval, `last` (the exponent of the last points), the paper's
    exponents `paper_low` and `paper_high`, p-values, `verdict` and `reason`. Unknown numbers are NaN.
    """
    words = options(where, metric=metric, alpha=alpha, all=all, format="csv")
    return table(columns_of_csv(loaded(study).call("rates", *words, plugins=True)))

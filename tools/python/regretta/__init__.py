"""Regretta from Python: run studies, read their results, test claims about them, draw them.

    study = regretta.run("study.toml", out="study.db")     # or regretta.load("study.db")
    study.cells, study.trials, study.curves                 # data frames, or dictionaries of arrays without pandas
    study.values("violation")                               # an array, cells x trials
    regretta.compare(study, baseline="conomd-fs")
    regretta.plot.frontier(study)

    study = regretta.run("study.toml", learners={"mine": MyLearner})     # a class of yours, see Learner; check(MyLearner)
    game = regretta.Game("study.toml", cell=0, trials=1024)              # round by round

The program `regretta` and its library compute everything; this package only calls them.
"""

from . import plot
from .catalogue import bench, check, list
from .environment import Environment
from .evidence import audit, compare, diagnose, rank, rates, replay, report, show, verify
from .game import Feedback, Game
from .learner import Learner, Problem, Random
from .program import RegrettaError, find_program
from .running import run
from .searching.found import Found, attack, search
from .study import Study, load
from .tables import Table
from .toml import toml_text

__all__ = ["Environment", "Feedback", "Found", "Game", "Learner", "Problem", "Random", "RegrettaError", "Study", "Table", "attack", "audit",
           "bench", "check", "compare", "diagnose", "find_program", "list", "load", "plot", "rank", "rates", "replay", "report", "run",
           "search", "show", "toml_text", "verify"]

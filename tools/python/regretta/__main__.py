"""`python3 -m regretta search ...` and `attack ...`: what the program starts for these commands."""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any, Sequence

from .program import RegrettaError
from .searching.attack import prepared_attack
from .searching.found import carried_out, dry_run, prepared


def parsed(words: Sequence[str] | None) -> argparse.Namespace:
    """The program's options, whose help and checks are in tools/commands/search.cpp."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("-o", "--output")
    common.add_argument("--best")
    common.add_argument("-t", "--threads", type=int)
    common.add_argument("--set", action="append", default=[])
    common.add_argument("--with", action="append", default=[], dest="with_")
    common.add_argument("-n", "--dry-run", action="store_true")
    common.add_argument("-q", "--quiet", action="store_true")
    found = argparse.ArgumentParser(prog="regretta", allow_abbrev=False)
    commands = found.add_subparsers(dest="command", required=True)
    commands.add_parser("search", parents=[common]).add_argument("study")
    attack = commands.add_parser("attack", parents=[common])
    attack.add_argument("learner")
    attack.add_argument("--budget", type=float, required=True)
    attack.add_argument("-T", "--horizon", type=int, default=20_000)
    attack.add_argument("-m", "--metric", default="loss")
    attack.add_argument("--fixed-instance", action="store_true")
    return found.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """The exit status of the command."""
    given = parsed(words)
    try:
        title: Any = lambda found: ""  # noqa: E731
        if given.command == "search":
            one = prepared(given.study, given.output, None, given.threads, given.set, given.with_, None, None, not given.quiet, None)
        else:
            one, title = prepared_attack(given.learner, given.budget, given.horizon, given.metric, given.output, given.fixed_instance, None,
                                         given.threads, given.set, given.with_, not given.quiet, None)
        if given.dry_run:
            print(dry_run(one))
            return 0
        found = carried_out(one, None, title)
        if given.best:
            pathlib.Path(given.best).write_text(found.best_study, encoding="utf-8")
        if not given.quiet:
            print(f"\r\033[K{found.text}" if sys.stdout.isatty() else found.text)
            print(f"Effort:   {one.seconds:.3g} s of playing on {one.engine.workers} thread{'s' * (one.engine.workers > 1)}")
            print(f"Best:     {given.best} (next: regretta run {given.best})\n" if given.best else "", end="")
    except (RegrettaError, OSError) as error:
        print(f"regretta: {error}", file=sys.stderr)
        return getattr(error, "status", None) or 2
    except KeyboardInterrupt as error:
        print(f"Interrupted: {error}")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

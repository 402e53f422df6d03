"""`python3 -m regretta COMMAND OPTIONS`, which the program starts for `search`, `attack`, and the figures of `plot`."""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

from .program import RegrettaError


def main(command: str, options: str) -> int:
    """The exit status. options: of `plot` the arguments of save_figures, else the values of each option, as words, in JSON:
    {"STUDY": ["s.toml"], "set": ["search.rounds=1e9"]}. Their help and checks are in tools/commands."""
    given: dict[str, Any] = json.loads(options)
    try:
        if command == "plot":
            from .figures import save_figures
            save_figures(given["folder"], given["names"], given["formats"], given["style"] or None)
        else:
            searched(command, given)
    except (RegrettaError, OSError) as error:
        print(f"regretta: {error}", file=sys.stderr)
        return getattr(error, "status", None) or 2
    except KeyboardInterrupt as error:
        print(f"Interrupted: {error}")
        return 130
    return 0


def searched(command: str, given: dict[str, list[str]]) -> None:
    from .searching.attack import prepared_attack
    from .searching.found import carried_out, dry_run, prepared

    last: dict[str, Any] = {name: values[-1] for name, values in given.items()}
    common: dict[str, Any] = {"threads": int(last.get("threads", 0)) or None, "set": given.get("set", []), "with_": given.get("with", []),
                              "progress": "quiet" not in given}
    best, title = last.get("best"), lambda found: ""
    if command == "search":
        one = prepared(last["STUDY"], last.get("output"), **common)
    else:
        one, title = prepared_attack(last["LEARNER"], float(last["budget"]), int(last.get("horizon", 20_000)),
                                     last.get("metric", "loss"), last.get("output"), "fixed-instance" in given, **common)
    if "dry-run" in given:
        print(dry_run(one))
        return
    found = carried_out(one, None, title)
    if "quiet" not in given:
        print(f"\r\033[K{found.text}" if sys.stdout.isatty() else found.text)
        print(f"Effort:   {one.seconds:.3g} s of playing on {one.engine.workers} thread{'s' * (one.engine.workers > 1)}")
    if best:
        pathlib.Path(best).write_text(found.best_study, encoding="utf-8")
        print("" if "quiet" in given else f"Best:     {best} (next: regretta run {best})\n", end="")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""`python3 -m regretta COMMAND OPTIONS`, which the program starts for `search`, `attack`, and the figures of `plot`."""

import json
import pathlib
import signal
import sys
from typing import Any

from .program import RegrettaError


def main(command: str, options: str) -> int:
    """Runs the command, and returns its exit status. options is JSON: the arguments of save_figures for `plot`, otherwise the values of
    each option as text, {"STUDY": ["s.toml"], "set": ["search.rounds=1e9"]}. tools/commands has the help and checks the options."""
    parsed: dict[str, Any] = json.loads(options)
    try:
        if command == "plot":
            from .figures import save_figures
            save_figures(parsed["folder"], parsed["names"], parsed["formats"], parsed["style"] or None)
        else:
            run_search(command, parsed)
    except (RegrettaError, OSError) as error:
        print(f"regretta: {error}", file=sys.stderr)
        return getattr(error, "status", None) or 2
    except KeyboardInterrupt:
        print("Interrupted" + ("." if command == "plot" else "; finished trials are saved, and the same command resumes."))
        return 130
    return 0


def run_search(command: str, options: dict[str, list[str]]) -> None:
    """Runs `search` or `attack`, and prints the results."""
    from .searching.found import Found, attack_search, dry_run
    from .searching.race import Search

    last: dict[str, Any] = {name: values[-1] for name, values in options.items()}
    common: dict[str, Any] = {"threads": int(last.get("threads", 0)) or None, "set": options.get("set", []),
                              "with_": options.get("with", []), "progress": "quiet" not in options}
    if command == "search":
        search = Search(last["STUDY"], last.get("output"), **common)
    else:
        search = attack_search(last["LEARNER"], float(last["budget"]), int(last.get("horizon", 20_000)), last.get("metric", "loss"),
                            last.get("output"), "fixed-instance" in options, **common)
    if "dry-run" in options:
        return print(dry_run(search))
    found, best, workers = Found(search), last.get("best"), search.engine.workers
    if best and found.best:
        pathlib.Path(best).write_text(found.best_study, encoding="utf-8")
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # everything is saved, so that `regretta search ... | head` may end here
    if "quiet" not in options:
        print(f"{found.text}\nEffort:   {search.seconds:.3g} s of playing on {workers} thread{'s' * (workers > 1)}")
        print(f"Best:     {best} (next: regretta run {best})\n" if best and found.best else "", end="")
    if best and not found.best:
        raise RegrettaError("--best: no candidate could be played to the end", 2)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

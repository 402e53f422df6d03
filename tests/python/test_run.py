"""Tests regretta.run (studies from files, text and dictionaries; progress, errors, Ctrl-C), and how the program is found."""

import contextlib
import io
import os
import pathlib
import pty
import re
import runpy
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time
import tomllib
import unittest

import common
import regretta

LONG = {**common.SMALL, "study": {"trials": 512, "horizon": 1_000_000}}


def wait_for(out, saved):
    """Waits until more than `saved` trials are in the file `out`."""
    while True:
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(f"file:{out}?mode=ro", uri=True)) as file:
            if (file.execute("SELECT sum(trials) FROM block").fetchone()[0] or 0) > saved:
                return
        time.sleep(0.02)


class Studies(unittest.TestCase):
    def test_file_text_and_dictionary_are_the_same_study(self):
        text = regretta.toml_text(common.SMALL)
        path = pathlib.Path(common.file("small.toml"))
        path.write_text(text)
        digests = {regretta.run(study, common.file(f"small-{k}.db"), threads=1, progress=False).digest
                   for k, study in enumerate((path, str(path), text, common.SMALL))}
        self.assertEqual(len(digests), 1)

    def test_set_takes_a_dictionary_or_assignments(self):
        changes = {"study.trials": 2, "environment.loss": [0.3, 0.6]}
        study = regretta.run(common.SMALL, common.file("overridden.db"), set=changes, progress=False)
        self.assertEqual(study.values("violation").shape, (1, 2))
        same = regretta.run(common.SMALL, common.file("overridden-2.db"), set=["study.trials=2", "environment.loss=[0.3,0.6]"],
                            progress=False)
        self.assertEqual(same.digest, study.digest)

    def test_relative_paths_start_at_the_current_folder(self):
        (pathlib.Path(common.FOLDER.name) / "trace.csv").write_text("loss_1,loss_2,g1_1,g1_2\n" + "0.1,0.5,0.2,-0.3\n" * 20)
        traced = {**common.SMALL, "study": {"trials": 2}, "environment": [{"kind": "trace", "file": "trace.csv"}]}
        with contextlib.chdir(common.FOLDER.name):
            study = regretta.run(traced, "traced.db", progress=False)
            left = [name for name in os.listdir() if name.startswith(".regretta")]
            self.assertEqual(len(regretta.replay(study, 0, 1)), 20)
        self.assertEqual((study.cells.horizon.tolist(), left), ([20], []))
        self.assertEqual(len(regretta.replay(study, 0, 1)), 20)  # from another folder

    def test_options_of_the_program_are_arguments(self):
        file = pathlib.Path(common.file("options.toml"))
        file.write_text(regretta.toml_text(common.SMALL))
        out = common.file("options.db")
        study = regretta.run(file, out, trials=6, seed=3, horizon=[20, 40], progress=False)
        self.assertEqual((study.finished_trials, study.seed, study.cells.horizon.tolist()), (12, 3, [20, 40]))
        self.assertEqual(study.digest, regretta.run(file, common.file("set.db"), progress=False, set={
            "study.trials": 6, "study.seed": 3, "study.horizon": [20, 40]}).digest)
        self.assertEqual(regretta.run(file, out, seed=3, horizon=[20, 40], more=2, progress=False).finished_trials, 16)
        with contextlib.chdir(common.FOLDER.name):
            for k in (1, 2):
                with self.assertWarnsRegex(UserWarning, "not finished|shard"):
                    part = regretta.run(file, trials=32, shard=f"{k}/2", progress=False)
                self.assertEqual((part.path.name, part.finished_trials), (f"options.{k}-of-2.db", 16))
        with self.assertRaisesRegex(regretta.RegrettaError, "--trials excludes --more|--more excludes --trials"):
            regretta.run(file, out, trials=8, more=2, progress=False)
        with self.assertRaisesRegex(regretta.RegrettaError, '--shard: "3/2", expected I/N'):
            regretta.run(file, common.file("never.db"), shard="3/2", progress=False)

    def test_errors_have_the_programs_message_and_status(self):
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown), self.assertRaises(regretta.RegrettaError) as caught:
            regretta.run({"study": {"horizn": 10}}, common.file("e.db"))
        self.assertEqual(caught.exception.status, 2)
        self.assertRegex(str(caught.exception), r'^<study>:2: study.horizn: unknown key \(did you mean "horizon"\?\), expected .*$')
        self.assertEqual(shown.getvalue(), "")  # the message is only in the exception


class Interruption(unittest.TestCase):
    def interrupted(self, out, saved, **options):
        """Standard error of a run that gets Ctrl-C once more than `saved` trials are in the file."""
        main = threading.main_thread().ident
        shown = io.StringIO()
        watch = threading.Thread(target=lambda: (wait_for(out, saved), signal.pthread_kill(main, signal.SIGINT)), daemon=True)
        with contextlib.redirect_stderr(shown), self.assertRaisesRegex(KeyboardInterrupt, "finished trials are saved in "):
            watch.start()
            regretta.run(LONG, out, threads=1, **options)
        watch.join()
        return shown.getvalue()

    def test_ctrl_c_saves_trials_and_the_same_call_resumes(self):
        out = common.file("long.db")
        self.interrupted(out, 0)
        with self.assertWarnsRegex(UserWarning, "long.db is not finished") as caught:
            saved = regretta.load(out).finished_trials
        self.assertEqual((caught.filename, len(caught.warnings)), (__file__, 1))
        self.assertTrue(0 < saved < 512)
        self.assertIn(f"resuming {out}: {saved} of 512 trials are saved", self.interrupted(out, saved))
        with self.assertWarns(UserWarning):
            self.assertGreater(regretta.load(out).finished_trials, saved)

    def script(self, at_the_end, first):
        """A shell script that runs `first`, then waits, and runs `at_the_end` when it is interrupted."""
        program = pathlib.Path(common.file("script"))
        program.write_text(f"#!/bin/sh\ntrap '{at_the_end}; exit 130' INT\n{first}\nwhile :; do sleep 0.02; done\n")
        program.chmod(0o755)
        return program

    def test_an_unwritable_standard_error_ends_the_run(self):
        class Closed(io.StringIO):
            def write(self, text):
                raise BrokenPipeError
        stopped = common.file("stopped")
        program = self.script(f'touch "{stopped}"', "echo 50% >&2")
        with contextlib.redirect_stderr(Closed()), self.assertRaises(BrokenPipeError):
            regretta.run(common.SMALL, common.file("closed.db"), program=program)
        self.assertTrue(os.path.exists(stopped))

    def test_a_terminal_shows_the_programs_bar_and_passes_ctrl_c_on_once(self):
        """On a terminal, Python and the program both get Ctrl-C; Python must not pass it on to the program again."""
        script = f"import regretta; regretta.run({LONG!r}, {common.file('terminal.db')!r}, threads=1)"
        process, terminal = pty.fork()
        if process == 0:
            os.environ["TERM"] = "xterm"
            os.environ["PYTHON_COLORS"] = "0"  # from Python 3.13 on, tracebacks on a terminal are coloured
            os.execv(sys.executable, [sys.executable, "-c", script])
        seen = b""
        while not re.search(rb"[1-9]\d*/512 trials", seen):
            seen += os.read(terminal, 4096)
        os.write(terminal, b"\x03")
        with contextlib.suppress(OSError):  # raised by a closed terminal
            while piece := os.read(terminal, 4096):
                seen += piece
        os.close(terminal)
        _, status = os.waitpid(process, 0)
        self.assertRegex(seen, rb"\[#*\.*\] +\d+%.*\d+/512 trials")
        self.assertRegex(seen, rb"KeyboardInterrupt: finished trials are saved in .*terminal.db; the same call resumes")
        self.assertNotEqual(status, 0)
        with self.assertWarns(UserWarning):
            self.assertGreater(regretta.load(common.file("terminal.db")).finished_trials, 0)


class Program(unittest.TestCase):
    def test_the_program_is_found_in_the_documented_order(self):
        with tempfile.TemporaryDirectory() as prefix:
            package = pathlib.Path(prefix, "share/regretta/python/regretta")
            package.mkdir(parents=True)
            shutil.copy(common.ROOT / "tools/python/regretta/program.py", package)
            installed = runpy.run_path(str(package / "program.py"))
            places = {name: pathlib.Path(prefix, name, "regretta") for name in ("bin", "path", "variable", "argument")}

            def first(argument=None, **values):
                with common.environment(PATH=str(places["path"].parent), **values):
                    return installed["find_program"](argument)

            with self.assertRaisesRegex(RuntimeError, "the program regretta was not found: give it as"):
                first(REGRETTA_PROGRAM=None)
            for name in places:
                places[name].parent.mkdir()
                places[name].symlink_to(common.PROGRAM)
                argument = places[name] if name == "argument" else None
                variable = str(places["variable"]) if name in ("variable", "argument") else None
                self.assertEqual(first(argument, REGRETTA_PROGRAM=variable), str(places[name]))
            with self.assertRaisesRegex(RuntimeError, "REGRETTA_PROGRAM: /nowhere cannot be executed"):
                first(REGRETTA_PROGRAM="/nowhere")

    def test_package_and_program_have_the_same_version(self):
        version = tomllib.loads((common.ROOT / "tools/python/pyproject.toml").read_text())["project"]["version"]
        self.assertEqual(regretta.program.call(None, ["--version"]).split()[-1], version)


class Toml(unittest.TestCase):
    def test_toml_text_reads_back(self):
        study = {"title": "x", "study": {"name": 'a "b" \\ \n \x7f é 😀', "seed": 2**63 - 1, "delta": 1e-100, "horizon": (10, 20)},
                 "environment": [{"kind": "stationary", "violation": [[0.5, -0.3]], "corruption": {"budget": [0, 1e6], "on": True}},
                                 {"kind": "b", "with space": {}, "losses.kind": "stationary"}], "learner": []}
        expected = {**study, "study": {**study["study"], "horizon": [10, 20]},
                    "environment": [study["environment"][0], {"kind": "b", "with space": {}, "losses": {"kind": "stationary"}}]}
        self.assertEqual(tomllib.loads(regretta.toml_text(study)), expected)

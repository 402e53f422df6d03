"""pages.py REGRETTA [TEST...]: runs the named tests, or all *_test.py in this folder, in a single browser. Called by ./run."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
import case

case.Shared.start(str(pathlib.Path(sys.argv[1]).resolve()))
try:
    loader = unittest.TestLoader()
    names = sys.argv[2:]
    tests = loader.loadTestsFromNames(names) if names else loader.discover(str(pathlib.Path(__file__).parent), "*_test.py")
    result = unittest.TextTestRunner(verbosity=2).run(tests)
finally:
    case.Shared.end()
sys.exit(0 if result.testsRun > 0 and result.wasSuccessful() else 1)

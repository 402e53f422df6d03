"""check.py REGRETTA PAGE STUDY: runs the page's recipes on exports of STUDY and compares their numbers with `export`."""

import csv
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

program, page, study = map(pathlib.Path, sys.argv[1:])
folder = tempfile.TemporaryDirectory()


def run(*command, text=None):
    result = subprocess.run(command, input=text, cwd=folder.name, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{command}: exit status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def fenced(language):
    """The page's only block in `language`."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"{len(blocks)} blocks of {language} in the page, expected one"
    return blocks[0]


def export(table):
    text = run(program, "export", "f.db", "--table", table)
    return list(csv.DictReader(text.splitlines(), strict=True))


def number(text):
    return math.nan if text in ("", "nan", "NaN", "NA") else float(text)


def same(found, expected, relative=0.0):
    return found == expected or (math.isnan(found) and math.isnan(expected)) or abs(found - expected) <= relative * abs(expected)


def printed_rows(output, heading, columns):
    """The last `columns` numbers of each line below the line with `heading`, while lines end in numbers."""
    lines = iter(output.splitlines())
    for line in lines:
        if heading in line:
            break
    rows = []
    for line in lines:
        try:
            row = [number(word) for word in line.split()[-columns:]]
        except ValueError:
            row = []
        if len(row) == columns:
            rows.append(row)
        elif rows:
            break
    return rows


def check_rows(what, rows, expected, relative):
    assert len(rows) == len(expected), f"{what}: {len(rows)} lines of numbers, expected {len(expected)}"
    for k, (row, right) in enumerate(zip(rows, expected)):
        assert all(same(x, y, relative) for x, y in zip(row, right, strict=True)), f"{what}, cell {k}: {row}, expected {right}"
    print(f"{what}: {len(rows)} lines agree with export")


run(program, "run", study, "--output", "f.db", "--quiet")
for command in re.findall(r"^    tools/regretta (export f\.db .*--output.*?)(?: +#.*)?$", page.read_text(), re.MULTILINE):
    run(program, *command.split())
cells = export("cells")

expected = [[number(row[f"{quantity}_{statistic}"]) for quantity in ("regret", "violation") for statistic in ("mean", "se")]
            for row in cells]
output = run(sys.executable, "-", text=fenced("python"))
check_rows("pandas", printed_rows(output, "sem", 4), expected, 1e-4)
check_rows("numpy", printed_rows(output, "last checkpoint", 1), [[row[2]] for row in expected], 1e-4)
if shutil.which("Rscript"):
    (pathlib.Path(folder.name) / "recipe.R").write_text(fenced("r"))
    output = run("Rscript", "recipe.R")
    check_rows("R", printed_rows(output, "violation.mean", 4), expected, 1e-4)

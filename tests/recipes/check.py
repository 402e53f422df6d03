"""check.py REGRETTA PAGE STUDY: runs the page's blocks about exports and compares numbers."""

import csv
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy

program, readme, study = map(pathlib.Path, sys.argv[1:])
folder = tempfile.TemporaryDirectory()


def run(*command, text=None):
    result = subprocess.run(command, input=text, cwd=folder.name, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{command}: exit status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def fenced(language):
    """The page's only block in `language`."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", readme.read_text(), re.MULTILINE | re.DOTALL)
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


def check_arrays(cells, trials, curves):
    """Every number of the tables is in the arrays, and every other entry is empty."""
    with numpy.load(pathlib.Path(folder.name) / "f.npz", allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    axes = json.loads(str(arrays["axes"]))
    assert set(axes) == set(arrays)
    sizes = {}
    for name, own in axes.items():
        assert arrays[name].ndim == len(own), name
        for axis, size in zip(own, arrays[name].shape):
            assert sizes.setdefault(axis, size) == size, f"{name}: axis {axis}"
    for name, array in arrays.items():
        assert array.dtype.kind in "fibU", f"{name}: {array.dtype}"

    quantities = [name for name in trials[0] if axes.get(name) == ["cell", "trial"]]
    assert "regret" in quantities and "mixture_violation" in quantities
    seen = numpy.zeros((sizes["cell"], sizes["trial"]), dtype=bool)
    for row in trials:
        place = int(row["cell"]), int(row["trial"])
        seen[place] = True
        for name in quantities:
            assert same(arrays[name][place], number(row[name])), f"{name}{place}"
    assert (seen == arrays["finished"]).all()
    for name in quantities:
        assert numpy.isnan(arrays[name][~seen]).all(), name

    next_point = [0] * sizes["cell"]
    for row in curves:
        cell = int(row["cell"])
        point = next_point[cell]
        next_point[cell] += 1
        assert arrays["checkpoint"][cell, point] == int(row["t"])
        for name in ("regret", "expected_regret", "violation", "signed_violation"):
            values = arrays[f"curve.{name}"][cell, point]
            values = values[~numpy.isnan(values)]
            mean = values.mean() if values.size else math.nan
            assert same(mean, number(row[f"{name}_mean"]), 1e-12), f"{name}, cell {cell}, t = {row['t']}"
            if values.size:
                assert same(numpy.quantile(values, 0.95), number(row[f"{name}_q95"]), 1e-12)
    for cell, points in enumerate(next_point):
        assert (arrays["checkpoint"][cell, points:] == 0).all()
        assert numpy.isnan(arrays["curve.violation"][cell, points:]).all()
    assert min(next_point) < max(next_point), "the study is to have cells with fewer checkpoints"

    for row in cells:
        cell = int(row["cell"])
        for name, text in row.items():
            if name not in arrays or axes[name] != ["cell"]:
                continue
            value = arrays[name][cell]
            assert value == text if arrays[name].dtype.kind == "U" else same(float(value), number(text)), f"{name}[{cell}]"
    for name in cells[0]:
        assert name in arrays or re.search("_(mean|se|q05|q50|q95)$", name), f"{name} is not among the arrays"
    print(f"npz: {len(arrays)} arrays, {len(trials)} trials and {len(curves)} points of curves agree with export")


run(program, "run", study, "--output", "f.db", "--quiet")
for command in re.findall(r"^    tools/regretta (export f\.db .*--output.*?)(?: +#.*)?$", readme.read_text(), re.MULTILINE):
    run(program, *command.split())
cells, trials, curves = export("cells"), export("trials"), export("curves")
check_arrays(cells, trials, curves)

expected = [[number(row[f"{quantity}_{statistic}"]) for quantity in ("regret", "violation") for statistic in ("mean", "se")]
            for row in cells]
output = run(sys.executable, "-", text=fenced("python"))
check_rows("pandas", printed_rows(output, "sem", 4), expected, 1e-4)
check_rows("numpy", printed_rows(output, "last checkpoint", 1), [[row[2]] for row in expected], 1e-4)
if shutil.which("Rscript"):
    (pathlib.Path(folder.name) / "recipe.R").write_text(fenced("r"))
    output = run("Rscript", "recipe.R")
    check_rows("R", printed_rows(output, "violation.mean", 4), expected, 1e-4)

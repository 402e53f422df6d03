"""files.py FORMATS.md REGRETTA FILE.db: tests that the page names every table and column of results files and exports."""

import csv
import pathlib
import re
import sqlite3
import subprocess
import sys

page, program, file = sys.argv[1:]
text = pathlib.Path(page).read_text()
named = set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)))
missing = set()


def look_for(name, where):
    pattern = re.sub(r"^(learner|environment)\.\w+(\.\w+)*$", r"\1.PARAM", name)          # columns of swept parameters
    pattern = re.sub(r"^\w+_(mean|se|q05|q50|q95)$", r"Q_\1", pattern)                     # columns of quantities
    if pattern not in named and pattern not in quantities:
        missing.add(f"{name} ({where})")


def listed(kind):
    lines = subprocess.run([program, "list", kind], capture_output=True, text=True, check=True).stdout.splitlines()
    return {re.split(r"  +", line)[0].replace("-", "_") for line in lines if re.match(r"[a-z]", line)}


quantities = listed("quantities") | listed("measures")
with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as study:
    for (table,) in study.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite%'").fetchall():
        look_for(table, "a results file")
        for column in study.execute(f'pragma table_info("{table}")'):
            look_for(column[1], f"table {table}")
    for (key,) in study.execute("select key from study"):
        look_for(key, "the keys of table study")
for table in ("trials", "cells", "curves", "means", "tails"):
    printed = subprocess.run([program, "export", file, "--table", table], capture_output=True, text=True, check=True).stdout
    for column in next(csv.reader(printed.splitlines())):
        look_for(column, f"export --table {table}")
if missing:
    sys.exit("engine/study/FORMATS.md does not name " + ", ".join(sorted(missing)))

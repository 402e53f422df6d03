"""Studies for the pages under test, and the output of `regretta export`, `audit` and other commands for them."""

import csv
import html.parser
import io
import json
import pathlib
import re
import subprocess

SHIPPED = pathlib.Path(__file__).parents[2] / "tools" / "studies"

# Overrides (--set) that make the shipped studies small.
SMALL = {
    "quickstart": ["study.trials=8", "study.horizon=2000"],
    "corruption-sweep": ["study.trials=8", "study.horizon=2000", "environment.corruption.budget=[0,50,200,500]"],
    "exploration-tradeoff": ["study.trials=8", "study.horizon=4000", "environment.corruption.budget=[0,50,200]"],
    "frontier": ["study.trials=8", "study.horizon=2000", "environment.corruption.budget=[0,50,200]"],
    "horizon-sweep": ["study.trials=8", "study.horizon=[500,1000,2000]"],
    "ledger": ["study.trials=8", "study.horizon=2000", "environment.corruption.budget=[50,200,500]"],
    "rates": ["study.trials=8", "study.horizon=[500,1000]", "environment.corruption.budget=[0,50,200]"],
    "open-problem": ["study.trials=8", "study.horizon=2000"],
    "lock-out": ["study.trials=8", "study.horizon=2000"],
    "budgets": ["study.trials=8", "study.horizon=2000"],
    "flight-delays": ["study.trials=8", "environment.hold=1"],
    "rivals-adversarial-loss": ["study.trials=8", "study.horizon=2000"],
    "rivals-flatter": ["study.trials=8", "study.horizon=2000"],
    "rivals-flight-delays": ["study.trials=8", "environment.hold=1"],
    "rivals-mannor": ["study.trials=8", "study.horizon=2000"],
    "rivals-slander": ["study.trials=8", "study.horizon=2000"],
    "rivals-stochastic": ["study.trials=8", "study.horizon=2000"],
    "ten-billion": ["study.trials=8", "study.horizon=2000"],
}

HOSTILE = """</script><img src=x onerror=document.title='owned'> & "quotes" 'too' <!-- <script>"""

BASIC = """
[study]
name = {name}
trials = {trials}
horizon = {horizon}
[[environment]]
kind = "stationary"
name = {environment}
loss = [0.2, 0.5]
violation = [{violation}]
{corruption}
[[learner]]
kind = "conomd-fs"
confidence_scale = {scales}
"""


def basic(name="basic", trials=8, horizon=500, environment="still", violation="[0.5, -0.3]", corruption="", scales="1.0"):
    return BASIC.format(name=json.dumps(name), trials=trials, horizon=horizon, environment=json.dumps(environment),
                        violation=violation, corruption=corruption, scales=scales)


def of_many_cells(budgets, scales):
    budgets = ", ".join(str(k) for k in range(budgets))
    scales = ", ".join(str(k / 100) for k in range(1, scales + 1))
    return basic(name="many cells", trials=8, horizon=200, scales=f"[{scales}]",
                 corruption=f'corruption = {{ budget = [{budgets}], schedule = "front", direction = "slander" }}')


class Tables(html.parser.HTMLParser):
    """Parses the tables of a page. `found` maps a table's id to its rows: dictionaries of "data-cell" and of texts by heading."""

    def __init__(self, page):
        super().__init__()
        self.found, self.rows, self.heading, self.text = {}, [], [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "table":
            self.rows, self.heading = self.found.setdefault(attributes.get("id"), []), []
        elif tag == "tr" and self.heading:
            self.rows.append({"data-cell": attributes.get("data-cell")})
        elif tag in ("td", "th"):
            self.text = ""

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag == "th":
            self.heading.append(self.text)
        elif tag == "td":
            self.rows[-1][self.heading[len(self.rows[-1]) - 1]] = self.text
        if tag in ("td", "th"):
            self.text = None


class Report:
    """A study that was run with the arguments `words`, its page, and its tables."""

    def __init__(self, regretta, folder, name, text=None, words=()):
        self.regretta = regretta
        self.file = folder / f"{name}.db"
        self.page = folder / f"{name}.html"
        study = SHIPPED / f"{name}.toml"
        if text is not None:
            study = folder / f"{name}.toml"
            study.write_text(text)
        settings = [word for setting in (SMALL.get(name, []) if text is None else []) for word in ("--set", setting)]
        run = subprocess.run([regretta, "run", study, "--output", self.file, *settings, *words], capture_output=True, text=True)
        assert run.returncode in (0, 3), run.stderr
        self.output_of("report", self.file, "--output", self.page)

    def output_of(self, *words, statuses=(0,)):
        """Standard output of a command."""
        result = subprocess.run([self.regretta, *words], capture_output=True, text=True)
        assert result.returncode in statuses, result.stderr
        return result.stdout

    def table(self, name):
        return json.loads(self.output_of("export", self.file, "--table", name, "--format", "json"))

    def audit(self):
        return list(csv.DictReader(io.StringIO(self.output_of("audit", self.file, "--format", "csv", statuses=(0, 1)))))

    def data(self):
        """The data from which the scripts of the page draw."""
        return json.loads(re.search(r'<script id="study" type="application/json">(.*?)</script>', self.page.read_text(), re.S)[1])

    def tables(self):
        return Tables(self.page.read_text()).found

    def rank(self):
        return self.output_of("rank", self.file)

    def compare(self, baseline, metric):
        lines = self.output_of("compare", self.file, "--baseline", baseline, "--metric", metric, "--format", "csv")
        return list(csv.DictReader(io.StringIO(lines)))

    def diagnose(self):
        return json.loads(self.output_of("diagnose", self.file, "--format", "json"))

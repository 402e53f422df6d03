"""The base class of tests of pages. After every test it checks that the console is empty and that the page has fetched no other file."""

import json
import pathlib
import tempfile
import unittest

import studies
import webdriver


class Shared:
    """The browser, folder and reports that all tests share; `regretta` is the path of the program."""

    regretta = None
    browser = None
    folder = None
    reports = {}

    @classmethod
    def start(cls, regretta):
        cls.regretta = regretta
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        cls.browser = webdriver.Browser()

    @classmethod
    def end(cls):
        cls.browser.quit()
        cls.holder.cleanup()


class PageCase(unittest.TestCase):
    maxDiff = 2000

    @property
    def browser(self):
        return Shared.browser

    def report(self, name, text=None, words=()):
        """The report of a study, which is run at the first call."""
        if name not in Shared.reports:
            Shared.reports[name] = studies.Report(Shared.regretta, Shared.folder, name, text, words)
        return Shared.reports[name]

    def load(self, name, text=None, words=()):
        """Opens the page of a study in the browser."""
        report = self.report(name, text, words)
        self.browser.open(report.page)
        return report

    def tearDown(self):
        self.assertEqual(self.browser.get_log("browser"), [], "the console must be empty")
        requests = []
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            if not message["params"]["documentURL"].startswith("chrome://"):  # the browser's start page
                requests.append(message["params"]["request"]["url"])
        pages = [f"file://{report.page}" for report in Shared.reports.values()]
        self.assertTrue(any(url.split("#")[0] in pages for url in requests), "the performance log must contain the request of the page")
        self.assertEqual([url for url in requests if url.split("#")[0] not in pages], [], "the page must not fetch other files")

    def texts(self, selector):
        return self.browser.js("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector)

    def count(self, selector):
        return self.browser.js("return document.querySelectorAll(arguments[0]).length", selector)

    def choose(self, cell):
        self.browser.js("document.querySelector(`#cells-table tr[data-cell='${arguments[0]}']`).click()", cell)

    def chosen(self, selector="#cells-table tr"):
        """Numbers of the cells that are marked as chosen in a view of the page."""
        return self.browser.js("return [...document.querySelectorAll(arguments[0] + '.chosen')].map((e) => +e.dataset.cell)", selector)

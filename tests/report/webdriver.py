"""A headless Chromium controlled by Selenium. It has no time limits, because CTest has one for the whole test."""

import shutil
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

FOREVER = 24 * 3600  # seconds


class Browser(webdriver.Chrome):
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1300,1000"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        super().__init__(options=options, service=Service(shutil.which("chromedriver")))
        self.set_script_timeout(FOREVER)
        self.set_page_load_timeout(FOREVER)
        self.command_executor.set_timeout(FOREVER)

    def open(self, path):
        """Loads a page, and waits until it has drawn its charts."""
        self.get_log("browser"), self.get_log("performance")
        self.get(f"file://{path}")
        while not self.js("return 'ready' in document.documentElement.dataset"):
            for entry in self.get_log("browser"):
                raise AssertionError(entry["message"])
            time.sleep(0.02)

    def js(self, script, *arguments):
        """Runs `script` as the body of a function with `arguments`; returns its result."""
        return self.execute_script(script, *arguments)

    def press(self, keys):
        """Sends keys to the focused element; arrows and Enter are WebDriver's private code points."""
        webdriver.ActionChains(self).send_keys(keys).perform()

    def click(self, selector):
        """Clicks the middle of the first matching element, as a reader would."""
        self.find_element(By.CSS_SELECTOR, selector).click()

    def devtools(self, command, **parameters):
        return self.execute_cdp_cmd(command, parameters)

"""A headless Chromium controlled by the WebDriver protocol (W3C), with only Python's standard library."""

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.session = None
        for line in self.driver.stdout:
            if port := re.search(r"successfully on port (\d+)", line):
                self.root = f"http://127.0.0.1:{port.group(1)}"
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1300,1000",
                     f"--user-data-dir={self.profile.name}"]
        self.session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})["sessionId"]

    def close(self):
        if self.session:
            self._call("DELETE", f"/session/{self.session}")
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        self.profile.cleanup()

    def open(self, path):
        """Loads a page; returns when it reports that its charts are drawn."""
        self.log("browser"), self.log("performance")
        self._post("url", {"url": f"file://{path}"})
        deadline = time.monotonic() + 60
        while not self.js("return document.getElementById('page').dataset.ready !== undefined"):
            assert time.monotonic() < deadline, f"{path}: not ready after 60 s: {self.log('browser')}"
            time.sleep(0.05)

    def js(self, script, *arguments):
        """Runs `script` as the body of a function with `arguments`; returns its result."""
        return self._post("execute/sync", {"script": script, "args": list(arguments)})

    def press(self, keys):
        """Sends keys to the focused element; arrows and Enter are WebDriver's private code points."""
        self._post("actions", {"actions": [{"type": "key", "id": "keyboard", "actions": [
            {"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]}]})

    def click(self, selector):
        """Clicks the middle of the first matching element, as a reader would."""
        element = self._post("element", {"using": "css selector", "value": selector})[ELEMENT]
        self._post(f"element/{element}/click", {})

    def log(self, kind):
        """Log entries since the last call."""
        return self._post("se/log", {"type": kind})

    def devtools(self, command, **parameters):
        return self._post("goog/cdp/execute", {"cmd": command, "params": parameters})

    def screenshot(self, path):
        """A screenshot of the whole page."""
        data = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def _post(self, what, body):
        return self._call("POST", f"/session/{self.session}/{what}", body)

    def _call(self, method, path, body=None):
        request = urllib.request.Request(self.root + path, method=method, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {json.load(error)['value']['message']}") from None

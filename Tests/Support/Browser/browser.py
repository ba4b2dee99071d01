#!/usr/bin/env python3
"""Drives a headless Chromium over its DevTools protocol (--remote-debugging-pipe).

Reads commands as lines of JSON and answers each with a line of JSON: {"open": URL}, {"evaluate": EXPRESSION} (waits for a
promise), {"until": EXPRESSION} (evaluated again at each change of the document), {"screenshot": FILE}, {"tree": true} (the
accessibility tree), {"key": "Tab"}, {"metrics": {"width": 390, "height": 844, "scheme": "dark"}},
{"language": "de-DE,de;q=0.9"}, {"scripts": false}, {"problems": true}.
Errors that the page reports, on the console or as violations of its policy, are kept for {"problems": true}.
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile

UNTIL = """new Promise((resolve) => {
  const test = () => { let value; try { value = (%s); } catch { value = null; } if (value) { observer.disconnect(); resolve(value); } };
  const observer = new MutationObserver(test);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  test();
})"""


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="netdiag-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def descriptors():
            # First to other numbers, since the descriptors themselves may be 3 or 4.
            reading, writing = os.dup2(to_browser, 60), os.dup2(from_browser, 61)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
             "--disable-background-networking", "--disable-component-update", "--no-first-run", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.last = 0
        self.problems = []
        self.loaded = False
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Audits", "Accessibility"]:
            self.call(domain + ".enable")

    def read(self):
        while b"\0" not in self.buffer:
            data = os.read(self.input, 1 << 16)
            if not data:
                raise SystemExit("chromium has ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]
            self.event(answer)

    def event(self, event):
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            self.problems.append(parameters["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(value.get("value")) for value in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            entry = parameters["entry"]
            self.problems.append(entry["text"] + " " + entry.get("url", ""))
        elif method == "Audits.issueAdded":
            self.problems.append(json.dumps(parameters["issue"]))

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return answer["result"].get("value")

    def open(self, url):
        self.loaded = False
        answer = self.call("Page.navigate", url=url)
        if answer.get("errorText"):
            raise RuntimeError(answer["errorText"])
        while not self.loaded:
            self.event(self.read())
        return True

    def tree(self):
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [
            {"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""),
             "focusable": any(p["name"] == "focusable" and p["value"]["value"] for p in node.get("properties", []))}
            for node in nodes if not node.get("ignored") and node.get("role")]

    def do(self, command):
        (verb, value), = command.items()
        if verb == "open":
            return self.open(value)
        if verb == "evaluate":
            return self.evaluate(value)
        if verb == "until":
            return self.evaluate(UNTIL % value)
        if verb == "tree":
            return self.tree()
        if verb == "problems":
            self.evaluate("1")
            return self.problems
        if verb == "key":
            for kind in ["keyDown", "keyUp"]:
                code = {"Tab": 9, "Enter": 13}[value]
                self.call("Input.dispatchKeyEvent", type=kind, key=value, code=value, windowsVirtualKeyCode=code,
                          **({"text": "\r"} if value == "Enter" and kind == "keyDown" else {}))
            return True
        if verb == "metrics":
            self.call("Emulation.setDeviceMetricsOverride", width=value["width"], height=value["height"],
                      deviceScaleFactor=1, mobile=value["width"] < 600)
            self.call("Emulation.setEmulatedMedia", features=[
                {"name": "prefers-color-scheme", "value": value.get("scheme", "light")},
                {"name": "prefers-reduced-motion", "value": value.get("motion", "no-preference")}])
            return True
        if verb == "language":
            self.call("Emulation.setUserAgentOverride", userAgent=self.evaluate("navigator.userAgent"), acceptLanguage=value)
            return True
        if verb == "scripts":
            self.call("Emulation.setScriptExecutionDisabled", value=not value)
            return True
        if verb == "screenshot":
            picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
            with open(value, "wb") as file:
                file.write(base64.b64decode(picture["data"]))
            return True
        raise RuntimeError("unknown: " + verb)

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    browser = Browser()
    try:
        for line in sys.stdin:
            try:
                print(json.dumps({"value": browser.do(json.loads(line))}), flush=True)
            except RuntimeError as error:
                print(json.dumps({"error": str(error)}), flush=True)
    finally:
        browser.close()


if __name__ == "__main__":
    main()

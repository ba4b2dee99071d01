#!/usr/bin/env python3
"""Writes docs/compare-serve.md: every fault of `netdiag serve --list-faults`, put to netdiag, curl and blackbox_exporter by
`netdiag serve --prove`. BIN is the directory of netdiag-serve and netdiag (.build/release). Exit status 2 where netdiag was wrong.
"""
import datetime
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BIN = pathlib.Path(os.environ.get("BIN", ROOT / ".build/release"))
PROBES = {
    "curl": "curl -fsS --max-time 5 --cacert {ca} {url}",
    "blackbox_exporter": f"'{ROOT}/Benchmarks/blackbox-probe.py' {{url}} {{ca}}",
}


def proven(probe):
    """The lines of a proof with a probe, by fault."""
    command = [BIN / "netdiag-serve", "--prove", "--json", "--probe", probe]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if result.returncode not in (0, 2):
        sys.exit(result.returncode)
    return {line["fault"]: line for line in map(json.loads, result.stdout.splitlines())}


def version(program, line):
    output = subprocess.run([program, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    return line(output.stdout.splitlines()[0].split())


def cell(line):
    """What a program did, and whether that was right."""
    probe = line["probe"]
    words = {"right": "noticed", "wrong": "**nothing noticed**", "unknown": "–"}
    if probe["verdict"] == "unknown" and line["severity"] == "warning" and probe["result"] == "exit 0":
        return "not noticed, a warning"
    if probe["verdict"] == "right" and probe["result"].startswith("exit "):
        return f"noticed ({probe['result']})"
    if probe["verdict"] == "wrong" and probe["result"] != "exit 0":
        return f"**{probe['result']}**"
    return words[probe["verdict"]]


def main():
    results = {name: proven(probe) for name, probe in PROBES.items()}
    unasked = [fault for fault, line in results["blackbox_exporter"].items() if line["probe"]["result"] == "exit 3"]
    if unasked:
        sys.exit(f"blackbox_exporter could not be asked of {', '.join(unasked)}")
    first = results["curl"]
    right = [fault for fault, line in first.items() if line["verdict"] == "right"]
    lines = [
        "# Faults of servers, put to netdiag and to others", "",
        f"Made by `Benchmarks/prove.py` on {datetime.date.today()}, which has `netdiag serve --prove` bring about each of the",
        f"{len(first)} faults and ask, with `--probe COMMAND`, beside `netdiag check`: curl {version('curl', lambda words: words[1])} by",
        f"`{PROBES['curl']}`, and blackbox_exporter {version('prometheus-blackbox-exporter', lambda words: words[2].rstrip(','))} by",
        "`Benchmarks/blackbox-probe.py {url} {ca}` (modules http, dns, and for FTP tcp with `expect: ^220`). netdiag has to name the cause;",
        "the others have to notice that something is wrong: curl by its exit status, blackbox_exporter by `probe_success 0`. Both are asked",
        "as they are used for a URL: without the status, text, issuer or record that the check of some faults is told to expect. A dash",
        "stands where a program does not succeed with a healthy server of that kind either, or there is none to compare it with.", "",
        "| | right | nothing noticed | a warning let pass | not compared |", "| --- | --- | --- | --- | --- |",
        f"| `netdiag check` (names the cause) | {len(right)} | {len(first) - len(right)} | 0 | 0 |",
    ]
    for name, faults in results.items():
        cells = [cell(line) for line in faults.values()]
        lines.append(
            f"| {name} (notices) | {sum(text.startswith('noticed') for text in cells)} | "
            f"{sum(text.startswith('**') for text in cells)} | {sum('warning' in text for text in cells)} | {cells.count('–')} |")
    lines += ["", "| fault | netdiag | curl | blackbox_exporter |", "| --- | --- | --- | --- |"]
    for fault, line in first.items():
        own = "✓" if line["verdict"] == "right" else f"✗ {line['reported']}"
        others = " | ".join(cell(results[name][fault]) for name in PROBES)
        lines.append(f"| `{fault}` | {own} | {others} |")
    (ROOT / "docs/compare-serve.md").write_text("\n".join(lines) + "\n")
    return 0 if len(right) == len(first) else 2


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs the commands in the markers of Benchmarks/README.md, and inserts their output there.

A marker is a line `<!-- measured: COMMAND -->`. The text between it and `<!-- end -->` is replaced by the machine, the date, the
commit and the output of the command. Usage: Benchmarks/record.py [WORD...]: runs only commands that contain one of the words.
"""
import datetime
import os
import pathlib
import re
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
document = root / "Benchmarks" / "README.md"
block = re.compile(r"^<!-- measured: (?P<command>[^\n]+) -->\n(?P<body>.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


def output(*command):
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def machine():
    names = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    memory = next(int(line.split()[1]) for line in open("/proc/meminfo") if line.startswith("MemTotal"))
    cores = len(os.sched_getaffinity(0))
    return f"{cores} × {names[0] if names else os.uname().machine}, {memory / 1048576:.0f} GiB, Linux {os.uname().release}"


def origin():
    commit = output("git", "rev-parse", "--short", "HEAD")
    changed = " with changes" if output("git", "status", "--porcelain", "--untracked-files=no") else ""
    return f"{datetime.date.today()}, commit {commit}{changed}, {machine()}"


def main(words):
    text = document.read_text()
    commands = [match["command"] for match in block.finditer(text)]
    wanted = [command for command in commands if not words or any(word in command for word in words)]
    if not wanted:
        sys.exit(f"record: no command has one of these words; there are:\n  " + "\n  ".join(commands))
    failed = []
    for command in wanted:
        print(f"record: {command}", file=sys.stderr, flush=True)
        # Error messages are shown. The table of a failed run is not kept.
        result = subprocess.run(["/bin/sh", "-c", command], cwd=root, stdout=subprocess.PIPE, text=True)
        if result.returncode != 0 or "|" not in result.stdout:
            failed.append(command)
            continue
        measured = f"<!-- measured: {command} -->\nMeasured on {origin()}, by `{command}`:\n\n{result.stdout.strip()}\n<!-- end -->"
        # The document is read again, since it may have been changed during the minutes of a measurement.
        text = block.sub(
            lambda match: measured if match["command"] == command else match[0], document.read_text())
        part = document.with_suffix(".part")
        part.write_text(text)
        part.replace(document)
    if failed:
        sys.exit("record: without a table: " + ", ".join(shlex.quote(command) for command in failed))


main(sys.argv[1:])

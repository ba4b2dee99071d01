#!/usr/bin/env python3
"""quick.py SWIFT BUILD: after a change, builds with BUILD, runs the unit tests of the changed modules, and prints which tests were not run.

The changed files are those of the working tree according to git, or those of the last commit if the tree is clean. The manifest
determines the test targets: those of changed modules, and those that use one directly. ALL=1 then runs the other unit tests, too.
Tests in network namespaces are run by `make lab`.
"""
import json
import os
import subprocess
import sys
import time

LAB = "LabTests"


def output(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def changed_files():
    files = output("git", "diff", "--name-only", "HEAD").split() + output(
        "git", "ls-files", "--others", "--exclude-standard").split()
    return files or output("git", "diff", "--name-only", "HEAD~1", "HEAD").split()


def main():
    swift = sys.argv[1]
    begun = time.monotonic()
    files = changed_files()
    described = json.loads(output(swift, "package", "describe", "--type", "json"))
    targets = described["targets"]
    changed = {
        target["name"] for target in targets
        if any(file.startswith(target["path"].rstrip("/") + "/") for file in files)}
    tests = {target["name"]: set(target.get("target_dependencies", [])) for target in targets if target["type"] == "test"}
    first = sorted(name for name, uses in tests.items() if name != LAB and (name in changed or uses & changed))
    rest = sorted(name for name in tests if name != LAB and name not in first)

    if subprocess.run(sys.argv[2].split()).returncode:
        sys.exit(1)
    built = time.monotonic()
    print(f"built in {built - begun:.0f} s; changed: {', '.join(sorted(changed)) or 'no module'}", flush=True)
    groups = [first] + ([rest] if os.environ.get("ALL") else [])
    for names in groups:
        if not names:
            continue
        # Suites that start hosts in network namespaces have LabTests in their names, in other targets too.
        words = [swift, "test", "--skip-build", "--disable-xctest", "--parallel",
                 "--experimental-maximum-parallelization-width", "6", "--filter", "^(" + "|".join(names) + ")\\.",
                 "--skip", LAB]
        if subprocess.run(words).returncode:
            sys.exit(1)
        print(f"passed: {', '.join(names)}", flush=True)
    left = [LAB] if os.environ.get("ALL") else rest + [LAB]
    print(f"{time.monotonic() - begun:.0f} s, of which the tests {time.monotonic() - built:.0f} s; not run: {', '.join(left)}")


main()

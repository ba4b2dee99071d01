#!/usr/bin/env python3
"""notices.py [--check]: writes THIRD-PARTY-NOTICES.txt, with the notices that the linked packages require to be passed on.

The packages are determined from the linker's input files for the four programs, which must have been built. The notices are read
from the checkouts: the licence, the NOTICE, and the licences of parts from other projects. --check fails if the existing file
differs.
"""
import glob
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
PROGRAMS = ["netdiag", "netdiag-arp", "netdiag-serve", "netdiagd"]
FILE = "THIRD-PARTY-NOTICES.txt"
LINE = "=" * 80


def modules():
    """The modules whose objects are linked into a program."""
    found = set()
    for program in PROGRAMS:
        lists = [f".build/{kind}/{program}.product/Objects.LinkFileList" for kind in ("debug", "release")]
        lists = [path for path in lists if os.path.exists(path)]
        if not lists:
            sys.exit(f"notices.py: {program} was not built: swift build --product {program}")
        with open(max(lists, key=os.path.getmtime)) as file:
            found.update(re.findall(r"/([^/]+)\.build/", file.read()))
    return found


def packages():
    """The packages that contain these modules, each with the folders of its modules."""
    found = {}
    for module in sorted(modules()):
        for folder in sorted(glob.glob(f".build/checkouts/*/Sources/{module}")):
            found.setdefault(folder.split("/")[2], []).append(folder)
    return found


def text(path):
    with open(path, encoding="utf-8") as file:
        return "\n".join(line.rstrip() for line in file.read().strip("\n").split("\n"))


def source(package):
    """The origin of a package according to Package.resolved."""
    with open("Package.resolved", encoding="utf-8") as file:
        for line in file:
            match = re.search(r'"location" : "([^"]+)"', line)
            if match and re.sub(r"\.git$", "", match[1]).split("/")[-1] == package:
                return re.sub(r"\.git$", "", match[1])
    sys.exit(f"notices.py: Package.resolved does not name {package}")


def sections():
    yield (
        "netdiag's programs contain the Swift packages that follow, and parts of the Swift runtime: the standard library,\n"
        "Foundation and libdispatch. Each stands here with what it asks to pass on. Written by scripts/notices.py.")
    licences = {}
    for package, folders in sorted(packages().items()):
        checkout = f".build/checkouts/{package}"
        parts = [f"{package}\n{source(package)}"]
        licence = text(f"{checkout}/LICENSE.txt")
        licences.setdefault(licence, []).append(package)
        if os.path.exists(f"{checkout}/NOTICE.txt"):
            parts.append(text(f"{checkout}/NOTICE.txt"))
        taken = [path for folder in folders for path in sorted(glob.glob(f"{folder}/**/LICENSE*", recursive=True))]
        parts += [f"{path[len(checkout) + 1:]}:\n\n{text(path)}" for path in taken]
        yield "\n\n".join(parts)
    swiftc = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    root = re.search(r'"runtimeResourcePath": "(.*)/lib/swift"', swiftc)[1]
    licences.setdefault(text(f"{root}/share/swift/LICENSE.txt"), []).append("the Swift runtime")
    for licence, names in licences.items():
        yield f"The licence of {', '.join(names)}\n\n{licence}"


def main():
    whole = f"\n\n{LINE}\n\n".join(sections()) + "\n"
    if sys.argv[1:] == ["--check"]:
        with open(FILE, encoding="utf-8") as file:
            if file.read() != whole:
                sys.exit(f"{FILE} is not what the packages of this build ask for: run scripts/notices.py")
    elif sys.argv[1:]:
        sys.exit("usage: notices.py [--check]")
    else:
        with open(FILE, "w", encoding="utf-8") as file:
            file.write(whole)


main()

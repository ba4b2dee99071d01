#!/usr/bin/env python3
"""Prints figures for comparing the structure of source trees:

    structure.py NAME=FOLDER…
    structure.py --files scripts/structure-files.txt before=REPOSITORY@COMMIT now=REPOSITORY@COMMIT NAME=REPOSITORY@COMMIT…

With --files, they are those of files that serve the same purpose: the lines of code, and those of the longest function. The list
has the format that it explains itself; REPOSITORY is a clone, with or without a work tree.

The figures are the number of files, their lines, the number of top-level types per file, the length of functions, the documented
part of the public interface, and the lines of tests per line of code. Comments and blank lines do not count as lines of code, but
do count in the length of a file.
"""
import pathlib
import re
import statistics
import subprocess
import sys

TYPE = re.compile(r"^(?:(?:public|package|internal|fileprivate|private|final|indirect|open|@\w+(?:\([^)]*\))?)\s+)*"
                  r"(?:struct|class|enum|actor|protocol)\s+\w+|^type\s+\w+\s+(?:struct|interface)\b")
FUNCTION = re.compile(r"^(\s*)(?:(?:public|package|internal|fileprivate|private|static|final|override|mutating|nonisolated|"
                      r"@\w+(?:\([^)]*\))?)\s+)*(?:func\s|init[?(<])")
PUBLIC = re.compile(r"^\s*(?:(?:@\w+(?:\([^)]*\))?|static|final|mutating|nonisolated|override|indirect)\s+)*"
                    r"(?:public|open)\s+(?!extension|import|internal\(set\))(?:.*\b)?"
                    r"(?:func|var|let|init|struct|class|enum|actor|protocol|subscript|typealias)\b")
GO_PUBLIC = re.compile(r"^(?:func(?: \([^)]*\))? [A-Z]|type [A-Z]|var [A-Z]|const [A-Z])")


def is_code(line):
    text = line.strip()
    return bool(text) and not text.startswith(("//", "/*", "*"))


def functions(lines):
    """The length of each function in lines of code, by the indentation of its closing brace."""
    index = 0
    while index < len(lines):
        match = FUNCTION.match(lines[index])
        if match and not lines[index].rstrip().endswith("}"):
            indentation = match.group(1)
            end = next((i for i in range(index + 1, min(index + 2000, len(lines)))
                        if lines[i].rstrip() in (indentation + "}", indentation + "},")), None)
            if end is not None and "{" in "".join(lines[index:end]):
                yield sum(is_code(line) for line in lines[index + 1:end])
        index += 1


def documented(lines, pattern, comment):
    for index, line in enumerate(lines):
        if pattern.match(line):
            before = index - 1
            while before >= 0 and lines[before].strip().startswith("@"):
                before -= 1
            yield before >= 0 and lines[before].strip().startswith(comment)


def measured(folder):
    root = pathlib.Path(folder)
    sources, tests = [], 0
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".swift", ".go") or not path.is_file() or ".build" in path.parts:
            continue
        lines = path.read_text(errors="replace").splitlines()
        if "Tests" in path.relative_to(root).parts or path.stem.endswith("_test"):
            tests += sum(map(is_code, lines))
        elif path.name != "Package.swift" and (path.suffix == ".go" or "Sources" in path.relative_to(root).parts):
            sources.append((path, lines))
    lengths = sorted(len(lines) for _, lines in sources)
    code = sum(is_code(line) for _, lines in sources for line in lines)
    types = [sum(bool(TYPE.match(line)) for line in lines) for _, lines in sources]
    bodies = sorted(length for _, lines in sources for length in functions(lines))
    public = [is_documented for path, lines in sources for is_documented in documented(
        lines, GO_PUBLIC if path.suffix == ".go" else PUBLIC, "//" if path.suffix == ".go" else "///")]
    return [
        len(sources), code, int(statistics.median(lengths)), lengths[int(0.9 * (len(lengths) - 1))], lengths[-1],
        f"{100 * sum(count <= 1 for count in types) // len(types)} %",
        int(statistics.median(bodies)), bodies[int(0.95 * (len(bodies) - 1))], bodies[-1],
        f"{100 * sum(public) // len(public)} % of {len(public)}", f"{tests / code:.1f}",
    ]


def file_figures(root, path):
    """The cell of a file: its path, lines of code, and those of its longest function."""
    repository, _, commit = root.rpartition("@")
    shown = subprocess.run(["git", "-C", repository, "show", f"{commit}:{path}"], capture_output=True, text=True)
    if shown.returncode:
        sys.exit(f"{path} is not in {root}: {shown.stderr.strip()}")
    lines = shown.stdout.splitlines()
    return f"`{path.removeprefix('Sources/')}`: {sum(map(is_code, lines))} / {max(functions(lines), default=0)}"


def print_files(listing, roots):
    print("| for | netdiag before | netdiag now | other project |\n| --- | --- | --- | --- |")
    for line in pathlib.Path(listing).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        topic, before, now, peer = (part.strip() for part in line.split("|"))
        project, _, path = peer.partition(": ")
        places = [(roots["before"], before), (roots["now"], now), (roots.get(project), path or "-")]
        cells = ["–" if path == "-" else file_figures(root, path) for root, path in places]
        if path:
            cells[2] = f"{project}, {cells[2]}"
        print("| " + " | ".join([topic, *cells]) + " |")


if sys.argv[1:2] == ["--files"]:
    print_files(sys.argv[2], dict(argument.split("=", 1) for argument in sys.argv[3:]))
    sys.exit()
HEAD = ["", "files", "lines of code", "file, median", "file, 90 %", "longest file", "files with at most one type",
        "function, median", "function, 95 %", "longest function", "public with a comment", "lines of tests per line"]
print("| " + " | ".join(HEAD) + " |\n|" + " --- |" * len(HEAD))
for argument in sys.argv[1:]:
    name, _, folder = argument.partition("=")
    print("| " + " | ".join(map(str, [name, *measured(folder)])) + " |")

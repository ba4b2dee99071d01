#!/usr/bin/env python3
"""Prints figures for comparing the structure of source trees: structure.py NAME=FOLDER…

The figures are the number of files, their lines, the number of top-level types per file, the length of functions, the documented
part of the public interface, and the lines of tests per line of code. Comments and blank lines do not count as lines of code, but
do count in the length of a file.
"""
import pathlib
import re
import statistics
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


HEAD = ["", "files", "lines of code", "file, median", "file, 90 %", "longest file", "files with at most one type",
        "function, median", "function, 95 %", "longest function", "public with a comment", "lines of tests per line"]
print("| " + " | ".join(HEAD) + " |\n|" + " --- |" * len(HEAD))
for argument in sys.argv[1:]:
    name, _, folder = argument.partition("=")
    print("| " + " | ".join(map(str, [name, *measured(folder)])) + " |")

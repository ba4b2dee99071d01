#!/usr/bin/env python3
"""Fails where a public declaration has no documentation comment, or where the comment documents some of its parameters but not all,
or others than it has; names the place of each: check-docs.py [MODULE…]

Without arguments it checks every module in Sources, that docs/decisions/README.md lists every decision, and that the documents name
only files, targets of make, decisions and types that exist, and the package's products. Public are declarations
with `public` or `open`, requirements of public protocols, cases of public enums, and members of public extensions. Attributes may
stand between a comment and its declaration.

These need no comment:
- members that a protocol of the standard library requires and whose meaning that protocol defines (`OF_PROTOCOLS`);
- cases of enums with String raw values, unless they are errors: the raw value is the word that documents and pages show.

The check reads text instead of a build, and relies on the indentation that scripts/check-format.sh enforces.
"""
import os
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
ATTRIBUTE = r"@\w+(?:\([^)]*\))?"
MODIFIER = (rf"(?:(?:{ATTRIBUTE}|static|class|final|mutating|nonmutating|consuming|borrowing|nonisolated(?:\([^)]*\))?|override"
            r"|indirect|convenience|required|dynamic|lazy|weak|unowned(?:\([^)]*\))?|prefix|postfix|infix"
            r"|(?:private|fileprivate|internal|package)\(set\))\s+)*")
KEYWORD = r"(?:func|var|let|init|struct|class|enum|actor|protocol|subscript|typealias|associatedtype|macro)\b"
PUBLIC = re.compile(rf"^\s*{MODIFIER}(?:public|open)\s+{MODIFIER}{KEYWORD}")
# A member without an access level of its own has that of its protocol or extension.
MEMBER = re.compile(rf"^\s*{MODIFIER}{KEYWORD}")
CASE = re.compile(r"^\s*(?:indirect\s+)?case\s+[`\w]")
# The beginning of a block whose members are implicitly public.
BLOCK = re.compile(rf"^(\s*){MODIFIER}(?:public|open)\s+{MODIFIER}(protocol|enum|extension)\b(.*)$")
# A line that contains only attributes of the declaration below it.
ATTRIBUTES = re.compile(rf"^\s*(?:{ATTRIBUTE}\s*)+$")
# A declaration with parameters, up to the name of what it declares.
CALLABLE = re.compile(rf"^\s*{MODIFIER}(?:(?:public|open)\s+)?{MODIFIER}(?:func\s+[^\s(<]+|init[?!]?|subscript|case\s+[`\w]+)\s*(?=[(<])")
# `- Parameter name:`, and an item of `- Parameters:`.
PARAMETER = re.compile(r"^- parameter\s+`?(\w+)`?\s*:", re.IGNORECASE)
ITEM = re.compile(r"^\s+- `?(\w+)`?\s*:")
OF_PROTOCOLS = re.compile(
    r"\b(?:(?:var|let) (?:description|debugDescription|errorDescription)\b"
    r"|var (?:customMirror|rawValue|hashValue|id|allCases|startIndex|endIndex)\b"
    r"|func (?:==|<|hash\(into|encode\(to|makeAsyncIterator\(|makeIterator\(|next\((?:\)|isolation)|index\(after)"
    r"|init\(from decoder|init\?\(rawValue|init\(rawValue|init\((?:string|dictionary|array|integer|unicodeScalar)Literal"
    r"|enum CodingKeys\b|typealias (?:Element|AsyncIterator|Iterator|Failure|Body|RawValue)\b)")


def is_exempt(enum_head):
    """Whether cases need no comment: the enum has String raw values, and is not an error."""
    inherited = re.findall(r"\w+", enum_head.partition(":")[2])
    return inherited[:1] == ["String"] and "Error" not in inherited


def needs_comment(line, block):
    """Whether a line declares something public, in the innermost block of implicitly public members, if there is one."""
    if PUBLIC.match(line):
        return not OF_PROTOCOLS.search(line)
    if block is None or not line.startswith(block["indentation"] + "    ") or line[len(block["indentation"]) + 4].isspace():
        return False
    if block["kind"] == "enum":
        return bool(CASE.match(line)) and not is_exempt(block["head"])
    return bool(MEMBER.match(line)) and not OF_PROTOCOLS.search(line)


def parameters(lines, number):
    """The names of the parameters that a declaration has, or None if it can have none."""
    if not (head := CALLABLE.match(lines[number])):
        return None
    text = "\n".join([lines[number][head.end():]] + lines[number + 1:number + 40])
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*', '""', text).replace("->", "").replace("<<", "")
    names, depth, start, generic = [], 0, None, 0
    for index, character in enumerate(text):
        if start is None:
            # The generic parameters are before the list.
            generic += (character == "<") - (character == ">")
            if character == "(" and not generic:
                start = index + 1
            continue
        ends = character == ")" and not depth
        if ends or (character == "," and not depth):
            label = text[start:index].partition(":")[0].split()
            names += [label[-1].strip("`")] if ":" in text[start:index] and label else []
            start = index + 1
            if ends:
                break
        depth += (character in "([{<") - (character in ")]}>")
    return names


def documented_parameters(comment):
    """The names of the parameters that a comment documents, in the order of the comment."""
    names, is_list = [], False
    for line in comment:
        if named := PARAMETER.match(line):
            names.append(named[1])
        elif re.match(r"- parameters:", line, re.IGNORECASE):
            is_list = True
        elif is_list and (named := ITEM.match(line)):
            names.append(named[1])
        elif line and not line.startswith(" "):
            is_list = False
    return names


def wrong_parameters(lines, number, first):
    """What is wrong with the parameters in the comment whose last line has the index `first`, or None."""
    comment = []
    while first >= 0 and lines[first].strip().startswith("///"):
        comment.insert(0, lines[first].strip()[3:].removeprefix(" "))
        first -= 1
    if not (documented := documented_parameters(comment)):
        return None
    declared = parameters(lines, number) or []
    missing = [name for name in declared if name not in documented]
    unknown = [name for name in documented if name not in declared]
    return "; ".join([f"no documentation of parameter {name}" for name in missing]
                     + [f"there is no parameter {name}" for name in unknown]) or None


def faults(lines):
    """The indices of lines that declare something public, each with what is wrong with its documentation comment."""
    blocks = []
    for number, line in enumerate(lines):
        if blocks and line.startswith(blocks[-1]["indentation"] + "}"):
            blocks.pop()
        if line.strip() and needs_comment(line, blocks[-1] if blocks else None):
            before = number - 1
            while before >= 0 and ATTRIBUTES.match(lines[before]):
                before -= 1
            if before < 0 or not lines[before].strip().startswith("///"):
                yield number, "no documentation"
            elif wrong := wrong_parameters(lines, number, before):
                yield number, wrong
        if (opened := BLOCK.match(line)) and not line.endswith("}"):
            blocks.append({"indentation": opened[1], "kind": opened[2], "head": opened[3]})


def unlisted_decisions():
    """The decisions that the list of decisions does not link to, and the links without a decision."""
    folder = SOURCES.parent / "docs" / "decisions"
    listed = re.findall(r"^\| \[\d+\]\((\d{4}-[^)]+)\) \| \S", (folder / "README.md").read_text(), re.MULTILINE)
    files = [path.name for path in folder.glob("[0-9]*.md")]
    return sorted(set(files) ^ set(listed))


def documents():
    """The Markdown files of the sources, without what was built."""
    for folder, folders, names in os.walk(SOURCES.parent):
        folders[:] = [name for name in folders if not name.startswith(".") or name == ".github"]
        yield from (pathlib.Path(folder) / name for name in sorted(names) if name.endswith(".md"))


def wrong_references():
    """What the documents name and what does not exist."""
    root = SOURCES.parent
    files = [path for folder in ("Sources", "Tests", "Fuzzing", "Examples", "Benchmarks")
             for path in (root / folder).rglob("*.swift") if ".build" not in path.parts]
    # Types are named in the sources, and files and modules by their paths.
    known = {word for path in files for text in (path.read_text(), str(path)) for word in re.findall(r"\w+", text)}
    targets = set(re.findall(r"^([a-z][a-z -]*):", (root / "Makefile").read_text(), re.MULTILINE))
    targets = {name for line in targets for name in line.split()}
    for path in documents():
        text = path.read_text()
        place = path.relative_to(root)
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in link and not (path.parent / link).exists():
                yield f"{place}: there is no file {link}"
        # Decisions and the changelog say what was at their time, and comparisons name parts of other programs.
        if place.parts[:2] == ("docs", "decisions") or path.name == "CHANGELOG.md" or path.name.startswith("compare-"):
            continue
        for name in re.findall(r"(?:^|`)make ([a-z][a-z-]*)", text, re.MULTILINE):
            if name not in targets:
                yield f"{place}: there is no target {name} of make"
        for numbers in re.findall(r"\bdecisions? (\d+(?:(?:, | and )\d+)*)", text):
            for number in re.findall(r"\d+", numbers):
                if not list((root / "docs" / "decisions").glob(f"{int(number):04}-*.md")):
                    yield f"{place}: there is no decision {number}"
        # A type has a second capital letter, by which it differs from a word; a file has a dot.
        for name in re.findall(r"`([A-Z][a-z]+[A-Z]\w*)(?:\.\w+)?(?:\([^`]*\))?`", text):
            if name not in known and not name.startswith("NTP"):
                yield f"{place}: there is no {name} in the sources"
    products = set(re.findall(r'\.library\(\s*name: "(\w+)"', (root / "Package.swift").read_text())) - {"NetdiagParts"}
    named = re.search(r"// products: ([\w, ]+)", (root / "README.md").read_text())
    if set(named[1].split(", ")) != products:
        yield f"README.md: the products are {', '.join(sorted(products))}"


def main():
    missing = 0
    for module in sys.argv[1:] or sorted(path.name for path in SOURCES.iterdir() if path.is_dir()):
        if not (SOURCES / module).is_dir():
            print(f"check-docs.py: there is no module {module} in {SOURCES}", file=sys.stderr)
            return 64
        for path in sorted((SOURCES / module).rglob("*.swift")):
            lines = path.read_text().splitlines()
            for number, fault in faults(lines):
                missing += 1
                print(f"{path.relative_to(SOURCES.parent)}:{number + 1}: {fault}: {lines[number].strip()[:100]}")
    if missing:
        print(f"{missing} public declarations have no documentation comment, or one with wrong parameters", file=sys.stderr)
    unlisted = [] if sys.argv[1:] else unlisted_decisions()
    for name in unlisted:
        print(f"docs/decisions/README.md: {name} is not listed, or does not exist")
    wrong = [] if sys.argv[1:] else list(wrong_references())
    for line in wrong:
        print(line)
    return 1 if missing or unlisted or wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Exports the texts of a language from the sources for a translator, and imports them again.

    scripts/translations.py export de > de.txt
    scripts/translations.py import de de.txt

For each cause, a file has [id] and lines meaning:, summary: and advice:, with as many lines of advice as in English. Causes
that are not in the file stay unchanged. Tests compare it with the catalogue: swift test --filter TranslationsTests

The texts of the causes that a kind declares are in the folder of the kind (TargetKind.translations): in one file or, if
that would have 400 lines, in a file for each language. All others are in Sources/Translations (FILES). The import
creates the files that do not exist.
"""
import pathlib
import re
import sys

LANGUAGES = {"de": "German", "fr": "French", "es": "Spanish", "zh": "SimplifiedChinese"}
# The BCP 47 tags of the languages whose names on the command line differ from them.
TAGS = {"zh": "zh-Hans"}
FILES = [
    ("Host", ["local", "link", "address"]),
    ("Network", ["gateway", "uplink", "path"]),
    ("Names", ["dns", "mdns"]),
    ("Transport", ["tcp", "tls", "proxy", "http"]),
]
MAX_LINES = 399
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
FOLDER = SOURCES / "Translations"
KINDS = SOURCES / "TargetKinds"


def blocks(text):
    """The causes in a text, by id, each as a list of lines."""
    found, lines = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        heading = re.fullmatch(r"\[([a-z0-9-]+\.[a-z0-9-]+)\]", line)
        if heading:
            if heading[1] in found:
                sys.exit(f"line {number}: {heading[1]} is there twice")
            lines = found[heading[1]] = []
        elif lines is None or not re.match(r"(meaning|summary|advice): \S", line):
            sys.exit(f"line {number}: neither [layer.cause] nor meaning:, summary: or advice: with a text: {line}")
        else:
            lines.append(line)
    return found


def layer_of(id):
    return id.split(".")[0]


def of_kind(folder):
    """The texts in the folder of a kind, by their tags."""
    path = folder / f"{folder.name}Texts.swift"
    texts = dict(re.findall(r'"([\w-]+)": #"""\n(.*?)"""#', path.read_text(), re.S)) if path.exists() else {}
    for word, name in LANGUAGES.items():
        path = folder / f"{folder.name}Texts+{name}.swift"
        if path.exists():
            texts[TAGS.get(word, word)] = "".join(re.findall(r'#"""\n(.*?)"""#', path.read_text(), re.S))
    return texts


def kinds():
    """The folder of the kind that declares a cause, by the id of the cause."""
    return {
        id: path.parent
        for path in sorted(KINDS.glob("*/*Causes.swift"))
        for id in re.findall(r'CauseEntry\(\s*"([a-z0-9-]+\.[a-z0-9-]+)"', path.read_text())
    }


def source(name, tag):
    """The texts of a language in the Swift files."""
    parts = []
    for part, _ in FILES:
        path = FOLDER / name / f"{name}Texts+{part}.swift"
        if path.exists():
            parts += re.findall(r'#"""\n(.*?)"""#', path.read_text(), re.S)
    for path in sorted(KINDS.glob("*/*Texts.swift")):
        parts.append(of_kind(path.parent).get(tag, ""))
    return "\n".join(part.rstrip(" \n") + "\n" for part in parts if part.strip())


def indented(found, blanks):
    lines = []
    for id in found:
        lines += [f"{blanks}[{id}]"] + [f"{blanks}{line}" for line in found[id]] + [""]
    return lines


def write(path, text):
    """Writes a file, and prints its path if that changes it."""
    if path.exists() and path.read_text() == text:
        return
    path.write_text(text)
    print(path.relative_to(SOURCES.parent))


def put_of_kind(folder, found, tag):
    texts = {other: blocks(text) for other, text in of_kind(folder).items()}
    texts[tag] = found
    names = {TAGS.get(word, word): name for word, name in LANGUAGES.items()}
    texts = {other: texts[other] for other in names if other in texts}
    head = ["/// The texts of the causes in other languages.", f"extension {folder.name}Kind {{"]
    head += ["    static var translations: [String: String] {", "        ["]
    lines, foot = list(head), ["        ]", "    }", "}", ""]
    for other, text in texts.items():
        lines += [f'            "{other}": #"""'] + indented(text, " " * 12) + [" " * 12 + '"""#,']
    path = folder / f"{folder.name}Texts.swift"
    if len(lines + foot) - 1 <= MAX_LINES:
        write(path, "\n".join(lines + foot))
        for name in names.values():
            (folder / f"{folder.name}Texts+{name}.swift").unlink(missing_ok=True)
        return
    property = {other: names[other][0].lower() + names[other][1:] for other in texts}
    write(path, "\n".join(head + [f'            "{other}": {property[other]},' for other in texts] + foot))
    for other, text in texts.items():
        lines = [f"extension {folder.name}Kind {{", f"    static var {property[other]}: String {{", '        #"""']
        lines += indented(text, " " * 8) + ['        """#', "    }", "}", ""]
        write(folder / f"{folder.name}Texts+{names[other]}.swift", "\n".join(lines))


def put(name, tag, text):
    new = blocks(text)
    # Texts that are not in the file keep their places, and new ones come behind those of their layer.
    found = blocks(source(name, tag)) | new
    folders, listed = kinds(), {layer for _, layers in FILES for layer in layers}
    shared = {id: lines for id, lines in found.items() if id not in folders}
    unknown = sorted(id for id in shared if layer_of(id) not in listed)
    if unknown:
        sys.exit(f"no file {KINDS.name}/*/*Causes.swift has an entry for {', '.join(unknown)}")
    for folder in sorted({folders[id] for id in found if id in folders}):
        put_of_kind(folder, {id: lines for id, lines in found.items() if folders.get(id) == folder}, tag)
    for part, layers in FILES:
        lines = [f"extension {name}Texts {{", f"    static var {part.lower()}: String {{", '        #"""']
        for layer in layers:
            lines += indented({id: lines for id, lines in shared.items() if layer_of(id) == layer}, " " * 8)
        lines += ['        """#', "    }", "}", ""]
        write(FOLDER / name / f"{name}Texts+{part}.swift", "\n".join(lines))
    properties = ", ".join(part.lower() for part, _ in FILES)
    write(
        FOLDER / name / f"{name}Texts.swift",
        f"/// The texts of the causes of the route's layers, and the fixed texts of output. Kinds of targets have their own\n"
        f"/// (`TargetKind.translations`).\nenum {name}Texts {{\n"
        f"    static var causes: [String] {{ [{properties}] }}\n    static var phrases: [String] {{ [words, pageWords, commandWords, toolWords] }}\n"
        f"    static var factTexts: [String] {{ [facts, messages] }}\n}}\n"
    )
    print(f"{len(new)} causes imported; the files above were written")


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in LANGUAGES or (sys.argv[1], len(sys.argv)) not in (("export", 3), ("import", 4)):
        sys.exit(f"{__doc__}\nLanguages: {', '.join(LANGUAGES)}")
    name, tag = LANGUAGES[sys.argv[2]], TAGS.get(sys.argv[2], sys.argv[2])
    if sys.argv[1] == "export":
        print(re.sub(r"(?m)^ +", "", source(name, tag)), end="")
    else:
        put(name, tag, pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()

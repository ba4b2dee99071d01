#!/usr/bin/env python3
"""Exports the texts of a language from the sources for a translator, and imports them again.

    scripts/translations.py export de > de.txt
    scripts/translations.py import de de.txt

For each cause, a file has [id] and lines meaning:, summary: and advice:, with as many lines of advice as in English. Layers
that are not in the file stay unchanged. Tests compare it with the catalogue: swift test --filter TranslationsTests

The texts of the layers in FILES are in Sources/Translations. Those of other kinds are in the folder of the kind
(TargetKind.translations). If a kind has no such file, the import creates it.
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
    ("Transport", ["tcp", "tls", "proxy"]),
    ("Web", ["http", "ws", "grpc", "unix"]),
    ("Directories", ["imap", "smtp", "ldap"]),
    ("Services", ["ssh", "ftp", "ntp", "mqtt", "udp", "icmp"]),
]
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


def of_kind(path):
    """The texts in the file of a kind, by their tags."""
    return dict(re.findall(r'"([\w-]+)": #"""\n(.*?)"""#', path.read_text(), re.S)) if path.exists() else {}


def file_of_kind(layer):
    """The file with the texts of a kind, in the folder of the causes of the layer."""
    for path in sorted(KINDS.glob("*/*Causes.swift")):
        if re.search(rf'"{layer}\.[a-z0-9-]+"', path.read_text()):
            return path.parent / f"{path.parent.name}Texts.swift"
    sys.exit(f"no file {KINDS.name}/*/*Causes.swift names a cause of the layer {layer}")


def source(name, tag):
    """The texts of a language in the Swift files."""
    parts = []
    for part, _ in FILES:
        path = FOLDER / name / f"{name}Texts+{part}.swift"
        if path.exists():
            parts += re.findall(r'#"""\n(.*?)"""#', path.read_text(), re.S)
    for path in sorted(KINDS.glob("*/*Texts.swift")):
        parts.append(of_kind(path).get(tag, ""))
    return "\n".join(part.rstrip(" \n") + "\n" for part in parts if part.strip())


def indented(found, layer, blanks):
    lines = []
    for id in (id for id in found if layer_of(id) == layer):
        lines += [f"{blanks}[{id}]"] + [f"{blanks}{line}" for line in found[id]] + [""]
    return lines


def put_of_kind(layer, found, tag):
    path = file_of_kind(layer)
    texts = {other: blocks(text) for other, text in of_kind(path).items()}
    texts[tag] = found
    lines = ["/// The texts of the causes in other languages.", f"extension {path.parent.name}Kind {{"]
    lines += ["    static var translations: [String: String] {", "        ["]
    for other in (other for other in (TAGS.get(word, word) for word in LANGUAGES) if other in texts):
        lines += [f'            "{other}": #"""'] + indented(texts[other], layer, " " * 12) + [" " * 12 + '"""#,']
    path.write_text("\n".join(lines + ["        ]", "    }", "}", ""]))


def put(name, tag, text):
    new = blocks(text)
    named = {layer_of(id) for id in new}
    found = {id: lines for id, lines in blocks(source(name, tag)).items() if layer_of(id) not in named} | new
    listed = {layer for _, layers in FILES for layer in layers}
    for layer in sorted({layer_of(id) for id in found} - listed):
        put_of_kind(layer, found, tag)
    for part, layers in FILES:
        lines = [f"extension {name}Texts {{", f"    static var {part.lower()}: String {{", '        #"""']
        for layer in layers:
            lines += indented(found, layer, " " * 8)
        lines += ['        """#', "    }", "}", ""]
        (FOLDER / name / f"{name}Texts+{part}.swift").write_text("\n".join(lines))
    properties = ", ".join(part.lower() for part, _ in FILES)
    (FOLDER / name / f"{name}Texts.swift").write_text(
        f"/// The texts of causes, and the fixed texts of output. Each file has those of some layers.\nenum {name}Texts {{\n"
        f"    static var causes: [String] {{ [{properties}] }}\n    static var phrases: [String] {{ [words, pageWords] }}\n"
        f"    static var factTexts: [String] {{ [facts] }}\n}}\n"
    )
    print(f"{len(new)} causes in the language of Sources/Translations/{name}")


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

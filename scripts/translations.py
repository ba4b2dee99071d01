#!/usr/bin/env python3
"""Exports the texts of a language from the sources for a translator, and imports them again.

    scripts/translations.py export de > de.txt
    scripts/translations.py import de de.txt

For each cause, a file has a line [id], and lines meaning:, summary: and advice:, with as many advice: lines as in English. Tests compare
the texts with the catalogue: swift test --filter TranslationsTests
"""
import pathlib
import re
import sys

LANGUAGES = {"de": "German", "fr": "French", "es": "Spanish", "zh": "SimplifiedChinese"}
FILES = [
    ("Host", ["local", "link", "address"]),
    ("Network", ["gateway", "uplink", "path"]),
    ("Names", ["dns", "mdns"]),
    ("Transport", ["tcp", "tls", "proxy"]),
    ("Web", ["http", "ws", "grpc", "unix"]),
    ("Directories", ["imap", "smtp", "ldap"]),
    ("Services", ["ssh", "ftp", "ntp", "mqtt", "udp", "icmp"]),
]
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "Translations"


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


def source(name):
    """The texts in the Swift files of a language."""
    parts = []
    for part, _ in FILES:
        path = FOLDER / name / f"{name}Texts+{part}.swift"
        if path.exists():
            parts += re.findall(r'#"""\n(.*?)"""#', path.read_text(), re.S)
    return "\n".join(parts)


def put(name, text):
    found = blocks(text)
    listed = {layer for _, layers in FILES for layer in layers}
    # Layers of kinds that are not listed are in the last file, in alphabetical order.
    others = sorted({id.split(".")[0] for id in found} - listed)
    for part, layers in FILES:
        layers = layers + (others if part == FILES[-1][0] else [])
        lines = [f"extension {name}Texts {{", f"    static var {part.lower()}: String {{", '        #"""']
        for layer in layers:
            for id in (id for id in found if id.split(".")[0] == layer):
                lines += [f"        [{id}]"] + [f"        {line}" for line in found[id]] + [""]
        lines += ['        """#', "    }", "}", ""]
        (FOLDER / name / f"{name}Texts+{part}.swift").write_text("\n".join(lines))
    properties = ", ".join(part.lower() for part, _ in FILES)
    (FOLDER / name / f"{name}Texts.swift").write_text(
        f"/// The words of causes and the fixed words of output, a file for some layers.\nenum {name}Texts {{\n"
        f"    static var causes: [String] {{ [{properties}] }}\n    static var phrases: [String] {{ [words, pageWords] }}\n"
        f"    static var factTexts: [String] {{ [facts] }}\n}}\n"
    )
    print(f"{len(found)} causes in Sources/Translations/{name}")


def main():
    if len(sys.argv) < 3 or sys.argv[2] not in LANGUAGES or (sys.argv[1], len(sys.argv)) not in (("export", 3), ("import", 4)):
        sys.exit(f"{__doc__}\nLanguages: {', '.join(LANGUAGES)}")
    name = LANGUAGES[sys.argv[2]]
    if sys.argv[1] == "export":
        print(re.sub(r"(?m)^ +", "", source(name)), end="")
    else:
        put(name, pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()

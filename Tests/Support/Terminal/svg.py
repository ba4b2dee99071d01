#!/usr/bin/env python3
"""svg.py TITLE <TEXT >SVG: converts the terminal output of a program to a picture.

Supports the escape sequences that netdiag uses, which are those for bold, dim and the eight colours (SGR, ECMA-48 section 8.3.117),
and refuses others, so that the picture always shows exactly what the program printed.
"""
import html
import re
import sys

COLUMN, LINE, MARGIN, BAR = 8.43, 19, 16, 34
COLOURS = {"31": "#ff7b72", "32": "#56d364", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#56d4dd",
           "37": "#e6edf3", "90": "#8b949e"}


def spans(line):
    """The parts of a line, each with its colour and weight."""
    colour, bold, dim = None, False, False
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        found = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if not found:
            if part:
                yield part, colour, bold, dim
            continue
        for code in found[1].split(";") or ["0"]:
            if code in ("", "0"):
                colour, bold, dim = None, False, False
            elif code == "1":
                bold = True
            elif code == "2":
                dim = True
            elif code == "22":
                bold, dim = False, False
            elif code == "39":
                colour = None
            elif code in COLOURS:
                colour = COLOURS[code]
            else:
                sys.exit(f"svg.py: SGR {code} is not known: {line!r}")


def main():
    # A line that is redrawn starts again, and erases its previous contents (EL, section 8.3.41).
    lines = [re.sub(r"^.*\r(?=\x1b\[K)", "", line.rstrip("\r")).replace("\x1b[K", "")
             for line in sys.stdin.read().rstrip("\r\n").split("\n")]
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    for line in plain:
        if re.search(r"[\x00-\x1f\x7f]", line):
            sys.exit(f"svg.py: a control character: {line!r}")
    width = round(max(len(line) for line in plain) * COLUMN + 2 * MARGIN)
    height = BAR + len(lines) * LINE + MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">')
    print(f"<title>{html.escape(sys.argv[1])}</title>")
    print(f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>')
    for place, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        print(f'<circle cx="{18 + 18 * place}" cy="17" r="5.5" fill="{colour}"/>')
    print('<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,\'DejaVu Sans Mono\',monospace" font-size="14" '
          'fill="#e6edf3">')
    for number, line in enumerate(lines):
        column = 0
        for text, colour, bold, dim in spans(line):
            # Each part has its own position, since fonts differ and SVG collapses consecutive spaces.
            for words in re.finditer(r"\S+(?: \S+)*", text):
                attributes = f'x="{MARGIN + (column + words.start()) * COLUMN:.1f}" y="{BAR + number * LINE + 14}"'
                attributes += f' textLength="{len(words[0]) * COLUMN:.1f}"'
                attributes += f' fill="{colour}"' if colour else ' fill="#8b949e"' if dim else ""
                attributes += ' font-weight="bold"' if bold else ""
                print(f"<text {attributes}>{html.escape(words[0])}</text>")
            column += len(text)
    print("</g>\n</svg>")


main()

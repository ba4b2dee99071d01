#!/usr/bin/env python3
"""Reports public declarations of library products that have no documentation comment: check-docs.py [MODULE…]

Members that a protocol of the standard library requires, and whose meaning that protocol defines, need no comment. Neither do enum
cases, since most of them have descriptive names.
"""
import pathlib
import re
import sys

MODULES = ["NetworkDiagnostics", "NetworkModel", "TargetKinds", "Diagnosis", "Probes", "EventLoopKit", "HostResolution",
           "ServiceDiscovery", "NetworkFaults"]
MODIFIER = (r"(?:(?:@\w+(?:\([^)]*\))?|static|class|final|mutating|nonmutating|nonisolated(?:\([^)]*\))?|override|indirect"
            r"|convenience|required|lazy|weak|prefix|postfix|infix|(?:private|fileprivate|internal|package)\(set\))\s+)*")
KEYWORD = r"(?:func|var|let|init|struct|class|enum|actor|protocol|subscript|typealias|associatedtype)\b"
PUBLIC = re.compile(rf"^\s*{MODIFIER}(?:public|open)\s+{MODIFIER}{KEYWORD}")
# The requirements of a public protocol are public, too.
PROTOCOL = re.compile(rf"^(\s*){MODIFIER}public\s+{MODIFIER}protocol\b.*\{{$")
REQUIREMENT = re.compile(rf"^\s*{MODIFIER}{KEYWORD}")
# A line that contains only attributes of the declaration below it.
ATTRIBUTES = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s*)+$")
OF_PROTOCOLS = re.compile(
    r"\b(?:var (?:description|debugDescription|customMirror|rawValue|hashValue|errorDescription|id|allCases|startIndex|endIndex)\b"
    r"|func (?:==|<|hash\(into|encode\(to|makeAsyncIterator\(|makeIterator\(|next\(|index\(after)"
    r"|init\(from\b|init\?\(rawValue|init\(rawValue|init\((?:string|dictionary|array|integer|unicodeScalar)Literal"
    r"|enum CodingKeys\b|typealias (?:Element|AsyncIterator|Iterator|Failure|Body|RawValue)\b)")


def main():
    missing = 0
    root = pathlib.Path(__file__).resolve().parent.parent / "Sources"
    for module in sys.argv[1:] or MODULES:
        if not (root / module).is_dir():
            print(f"check-docs.py: there is no module {module}; known are: {' '.join(MODULES)}", file=sys.stderr)
            return 64
        for path in sorted((root / module).rglob("*.swift")):
            lines = path.read_text().splitlines()
            indentation = None
            for number, line in enumerate(lines):
                if protocol := PROTOCOL.match(line):
                    indentation = protocol[1]
                elif indentation is not None and line == indentation + "}":
                    indentation = None
                elif indentation is not None and REQUIREMENT.match(line):
                    line = "public " + line.strip()
                if not PUBLIC.match(line) or OF_PROTOCOLS.search(line):
                    continue
                before = number - 1
                while before >= 0 and ATTRIBUTES.match(lines[before]):
                    before -= 1
                if not lines[before].strip().startswith("///"):
                    missing += 1
                    print(f"{path.relative_to(root.parent)}:{number + 1}: no documentation: {line.strip()[:100]}")
    if missing:
        print(f"{missing} public declarations have no documentation comment", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

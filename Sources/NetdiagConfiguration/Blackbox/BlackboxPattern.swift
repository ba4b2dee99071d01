/// Translates regular expressions of Go (RE2) for PCRE2. PCRE2 accepts all of Go's syntax, with two exceptions: in Go,
/// `$` only matches at the end of the text, but in PCRE2 also before a final line feed; and Go permits the repetition
/// of an assertion, as in `^+OK`.
enum BlackboxPattern {
    /// The parts of a pattern that have a syntax of their own.
    private enum Place {
        case outside
        /// Between brackets, and whether the class already has a member, so that `]` ends it.
        case inClass(hasMember: Bool)
        /// Between `\Q` and `\E`.
        case quoted
    }

    static func translated(_ text: String) -> String {
        // With (?m), both match at the ends of lines.
        let end: [Unicode.Scalar] = hasMultilineFlag(text) ? ["$"] : ["\\", "z"]
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var place = Place.outside
        var next = 0
        /// Appends an assertion that ends before `next`, as a group if it is repeated.
        func assert(_ assertion: [Unicode.Scalar]) {
            let isRepeated = scalars.indices.contains(next) && "*+?{".unicodeScalars.contains(scalars[next])
            result += isRepeated ? Array("(?:".unicodeScalars) + assertion + [")"] : assertion
        }
        while next < scalars.count {
            let scalar = scalars[next]
            let following = scalars.indices.contains(next + 1) ? scalars[next + 1] : nil
            next += 1
            switch (place, scalar) {
            case (.quoted, "\\") where following == "E":
                place = .outside
                result += [scalar, "E"]
                next += 1
            case (.quoted, _): result.append(scalar)
            case (_, "\\"):
                next += 1
                guard let following else {
                    result.append(scalar)
                    break
                }
                switch place {
                case .outside where following == "Q":
                    place = .quoted
                    result += [scalar, following]
                case .outside where "AbBz".unicodeScalars.contains(following): assert([scalar, following])
                case .inClass:
                    place = .inClass(hasMember: true)
                    result += [scalar, following]
                case .outside, .quoted: result += [scalar, following]
                }
            case (.inClass(false), "^") where result.last == "[": result.append(scalar)
            case (.inClass(true), "]"):
                place = .outside
                result.append(scalar)
            case (.inClass, "[") where following == ":":
                // A POSIX character class, up to its end.
                let rest = scalars[next...].dropFirst()
                let length = rest.firstIndex(of: "]").map { $0 + 1 - next } ?? 1
                result += [scalar] + scalars[next..<(next + length)]
                next += length
                place = .inClass(hasMember: true)
            case (.inClass, _):
                place = .inClass(hasMember: true)
                result.append(scalar)
            case (.outside, "["):
                place = .inClass(hasMember: false)
                result.append(scalar)
            case (.outside, "$"): assert(end)
            case (.outside, "^"): assert([scalar])
            case (.outside, _): result.append(scalar)
            }
        }
        return String(result)
    }

    private static func hasMultilineFlag(_ text: String) -> Bool {
        var rest = text.unicodeScalars[...]
        while let start = rest.firstIndex(of: "(") {
            rest = rest[rest.index(after: start)...]
            guard rest.first == "?" else { continue }
            let flags = rest.dropFirst().prefix { ("a"..."z").contains($0) || $0 == "U" }
            if flags.contains("m") { return true }
        }
        return false
    }
}

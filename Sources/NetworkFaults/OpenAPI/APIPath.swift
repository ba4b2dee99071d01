/// A path template of OpenAPI, with fixed segments, and segments with one variable between a prefix and a suffix.
package struct APIPath: Sendable, Hashable {
    package enum Segment: Sendable, Hashable {
        case fixed(String)
        case variable(prefix: String, name: String, suffix: String)
    }

    package let segments: [Segment]

    /// Parses a template; the result is `nil` if it does not begin with a slash, its braces do not match, or a segment has
    /// several variables.
    package init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var segments: [Segment] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let open = part.firstIndex(of: "{") else {
                guard !part.contains("}") else { return nil }
                segments.append(.fixed(String(part)))
                continue
            }
            guard let close = part.firstIndex(of: "}"), open < close else { return nil }
            let (name, suffix) = (part[part.index(after: open)..<close], part[part.index(after: close)...])
            guard !name.isEmpty, !name.contains("{"), !suffix.contains("{"), !suffix.contains("}") else { return nil }
            segments.append(.variable(prefix: String(part[..<open]), name: String(name), suffix: String(suffix)))
        }
        self.segments = segments
    }

    package var names: [String] {
        segments.compactMap { if case .variable(_, let name, _) = $0 { name } else { nil } }
    }

    /// Returns the values of the variables; `nil` if the path does not match.
    func match(_ path: ArraySlice<String>) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .fixed(let fixed): guard fixed == text else { return nil }
            case .variable(let prefix, let name, let suffix):
                let value = text.dropFirst(prefix.count).dropLast(suffix.count)
                guard text.hasPrefix(prefix), text.hasSuffix(suffix), !value.isEmpty,
                    prefix.count + suffix.count < text.count
                else { return nil }
                values[name] = String(value)
            }
        }
        return values
    }

    /// Whether this path is matched before another one: fixed segments come first, from the left.
    package func precedes(_ other: APIPath) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) {
            switch (mine, theirs) {
            case (.fixed, .variable): return true
            case (.variable, .fixed): return false
            case (.fixed, .fixed), (.variable, .variable): continue
            }
        }
        return false
    }
}

/// The path of a route: fixed segments, `{name}` for one segment, and `*` at the end for all that follow.
package struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    package enum Segment: Sendable, Hashable {
        case fixed(String)
        case variable(String)
        case rest
    }

    package let segments: [Segment]

    /// Parses a pattern; the result is `nil` if the text does not begin with a slash, or a variable has no name or a duplicate
    /// one.
    package init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var segments: [Segment] = []
        var names: Set<String> = []
        let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if part == "*" {
                guard index == parts.count - 1 else { return nil }
                segments.append(.rest)
            } else if part.hasPrefix("{"), part.hasSuffix("}") {
                let name = String(part.dropFirst().dropLast())
                guard !name.isEmpty, names.insert(name).inserted else { return nil }
                segments.append(.variable(name))
            } else {
                guard !part.contains("{"), !part.contains("}"), !part.contains("*") else { return nil }
                segments.append(.fixed(String(part)))
            }
        }
        self.segments = segments
    }

    /// Whether it matches all paths.
    var isEverything: Bool { segments.first == .rest }

    /// Returns the values of the variables; `nil` if the path does not match.
    ///
    /// - Parameter path: The decoded segments of a request's path.
    package func match(_ path: [String]) -> [String: String]? {
        var values: [String: String] = [:]
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .rest: return values
            case .fixed(let text):
                guard index < path.count, path[index] == text else { return nil }
            case .variable(let name):
                guard index < path.count, !path[index].isEmpty else { return nil }
                values[name] = path[index]
            }
        }
        return path.count == segments.count ? values : nil
    }

    /// Whether this pattern matches all paths that `other` matches.
    package func covers(_ other: PathPattern) -> Bool {
        for (index, segment) in segments.enumerated() {
            if case .rest = segment { return true }
            guard index < other.segments.count else { return false }
            switch (segment, other.segments[index]) {
            case (_, .rest): return false
            case (.fixed(let mine), .fixed(let theirs)) where mine == theirs: continue
            case (.variable, .variable): continue
            case (.variable, .fixed(let text)) where !text.isEmpty: continue
            default: return false
            }
        }
        return segments.count == other.segments.count
    }

    /// Whether there is a path that both patterns match.
    package func overlaps(_ other: PathPattern) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) {
            switch (mine, theirs) {
            case (.rest, _), (_, .rest): return true
            case (.fixed(let first), .fixed(let second)) where first != second: return false
            case (.fixed(""), .variable), (.variable, .fixed("")): return false
            case (.fixed, .fixed), (.fixed, .variable), (.variable, .fixed), (.variable, .variable): continue
            }
        }
        // A rest also matches nothing.
        let longer = segments.count > other.segments.count ? segments : other.segments
        let extra = longer.dropFirst(min(segments.count, other.segments.count))
        return extra.isEmpty || extra.first == .rest
    }

    package var description: String {
        segments.map {
            switch $0 {
            case .fixed(let text): "/\(text)"
            case .variable(let name): "/{\(name)}"
            case .rest: "/*"
            }
        }.joined()
    }
}

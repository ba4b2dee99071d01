import NetworkModel

extension FaultConditions {
    /// The conditions in the form of `when:` in a file, for lists; empty if there are none.
    ///
    /// - Parameter match: The condition on the queries to a zone.
    package func text(with match: QueryMatch = QueryMatch()) -> String {
        var parts: [String] = []
        if let probability { parts.append("probability: \(probability)") }
        if let every { parts.append("every: \(every == .odd ? "odd" : "\(every.length)")") }
        if let first { parts.append("first: \(first)") }
        if let after { parts.append("after: \(after)") }
        if let between { parts.append("between: \(between.lowerBound)..\(between.upperBound)") }
        if let during { parts.append("during: \(during.active.settingText) of \(during.period.settingText)") }
        let conditions = (self.match?.parts ?? []) + match.parts
        if !conditions.isEmpty { parts.append("match: {\(conditions.joined(separator: ", "))}") }
        return parts.joined(separator: ", ")
    }

    /// A value in YAML. Quotes are left out if they are not necessary.
    fileprivate static func value(_ text: String) -> String {
        let isPlain =
            text.lowercased() != "null" && text.unicodeScalars.first.map(isPlainStart) == true
            && text.unicodeScalars.allSatisfy { isPlainStart($0) || "-_.".unicodeScalars.contains($0) }
        return isPlain ? text : JSONText.quoted(text)
    }

    private static func isPlainStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "/")
    }
}

extension RequestMatch {
    fileprivate var parts: [String] {
        func values(_ name: String, _ all: [String: String?]) -> [String] {
            let pairs = all.sorted { $0.key < $1.key }.map { key, value in
                "\(FaultConditions.value(key)): \(value.map(FaultConditions.value) ?? "null")"
            }
            return pairs.isEmpty ? [] : ["\(name): {\(pairs.joined(separator: ", "))}"]
        }
        return [method.map { "method: \($0)" }, path.map { "path: \(FaultConditions.value($0.description))" }]
            .compactMap(\.self) + values("headers", headers) + values("query", query)
    }
}

extension QueryMatch {
    fileprivate var parts: [String] {
        [name.map { "name: \(FaultConditions.value($0))" }, type.map { "type: \(DNSZone.typeName($0))" }]
            .compactMap(\.self)
    }
}

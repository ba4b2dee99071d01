extension [String] {
    /// The parts of a line, separated by `separator`. Equal parts, as of two routes of the same type, appear once.
    func listed(otherwise nothing: String, separator: String = ", ") -> String {
        var parts: [String] = []
        for part in self where !parts.contains(part) { parts.append(part) }
        return parts.isEmpty ? nothing : parts.joined(separator: separator)
    }
}

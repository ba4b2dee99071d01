import NetworkModel

extension ServiceRegistration {
    /// The problem with one of its fields.
    package struct Problem: Error, Sendable, Hashable {
        package enum Field: String, Sendable {
            case name, types, txt, subtypes, host
        }

        package let field: Field
        package let reason: String
    }

    /// Validates the fields.
    ///
    /// - Throws: ``Problem`` for the first invalid one.
    package func examine() throws(Problem) {
        var plain = self
        plain.subtypes = []
        do {
            try plain.validate()
        } catch {
            throw Problem(field: Self.field(error), reason: error.description)
        }
        var keys: [String: String] = [:]
        for entry in txt {
            guard let first = keys.updateValue(entry.key, forKey: entry.key.lowercased()) else { continue }
            throw Problem(
                field: .txt,
                reason: "the TXT keys \(SafeText.shown(first)) and \(SafeText.shown(entry.key)) are the same key; "
                    + "their case does not count")
        }
        do {
            try validate()
        } catch {
            throw Problem(field: .subtypes, reason: error.description)
        }
        let labels = subtypes.map { $0.lowercased() }
        if let twice = labels.indices.first(where: { labels[..<$0].contains(labels[$0]) }) {
            throw Problem(field: .subtypes, reason: "the subtype \(SafeText.shown(subtypes[twice])) occurs twice")
        }
    }

    private static func field(_ error: ServiceDiscoveryError) -> Problem.Field {
        switch error {
        case .invalidName: .name
        case .invalidDomain: .host
        case .invalidTXT: .txt
        case .invalidType, .tooMany, .unavailable, .failed: .types
        }
    }

    /// Whether both would claim the same name of a type on the link (RFC 6763 section 4.1.1, without regard to case).
    ///
    /// - Parameter hostName: The name of a registration without one.
    package func collides(with other: ServiceRegistration, hostName: String? = nil) -> Bool {
        (name ?? hostName)?.lowercased() == (other.name ?? hostName)?.lowercased()
            && !sharedTypes(with: other).isEmpty
    }

    package func sharedTypes(with other: ServiceRegistration) -> [String] {
        let others = Set(other.types.map { $0.lowercased() })
        return types.filter { others.contains($0.lowercased()) }
    }

    /// Whether both only differ in the TXT record, so that others see a change of the same service.
    package func differsInTXTAlone(from other: ServiceRegistration) -> Bool {
        var same = self
        same.txt = other.txt
        return same == other
    }
}

public import NetworkModel

/// The catalogue's entry for a root cause, independent of any occurrence.
public struct CauseEntry: Sendable, Hashable {
    /// The cause, `layer.what`; never renamed.
    public let id: CauseID
    /// How much a finding of the cause weighs, unless its rule says otherwise.
    public let severity: Severity
    /// What is true when the cause is named, for `netdiag explain` and the documentation.
    public let meaning: String
    /// One sentence with `{fact}` in the places of the facts.
    public let summary: String
    /// Next steps, with the same places; one that lacks a fact is left out.
    public let advice: [String]
    /// What it is recognised by.
    public let evidence: String
    /// How failures by the cause become incidents.
    public let incident: IncidentRule
    /// On whose side it lies: this machine, its network, beyond the router, or the other side.
    public let side: Side

    /// - Parameters:
    ///   - side: Where it is another than that of its layer (``NetworkModel/Layer/side``).
    ///   - incident: How failures by it become incidents; without a default, so that it is decided for each cause.
    public init(
        _ id: CauseID, _ severity: Severity, _ meaning: String, summary: String, advice: [String], evidence: String,
        side: Side? = nil, incident: IncidentRule
    ) {
        self.id = id
        self.severity = severity
        self.meaning = meaning
        self.summary = summary
        self.advice = advice
        self.evidence = evidence
        self.incident = incident
        self.side = side ?? (id.layer ?? .local).side
    }

    /// By what a finding of this cause is known, in one sentence; `nil` if the catalogue has none for its facts.
    public func evidence(for finding: Finding) -> String? {
        Template.filled(evidence, finding.facts)
    }

    /// The names of the facts that appear in its words.
    public var factNames: Set<String> {
        Set(([summary, evidence] + advice).flatMap(Template.names)).union(incident.scope.fact.map { [$0] } ?? [])
    }
}

extension Finding {
    /// A finding of a cause that stands in the catalogue, with the facts filled in.
    ///
    /// - Parameters:
    ///   - confidence: How sure the rule is, 0 to 1.
    ///   - severity: Where it is another than the cause's.
    ///   - facts: By their names in the entry's words. What a server has sent must have been made fit to be shown
    ///     (``shown(_:)``).
    public init(_ entry: CauseEntry, confidence: Double = 1, severity: Severity? = nil, _ facts: [String: String]) {
        let names = entry.factNames
        self.init(
            id: entry.id, layer: entry.id.layer ?? .local, severity: severity ?? entry.severity,
            confidence: confidence, summary: Template.filled(entry.summary, facts) ?? entry.meaning,
            facts: facts.filter { names.contains($0.key) },
            advice: entry.advice.compactMap { Template.filled($0, facts.mapValues(Template.shellWord)) },
            side: entry.side)
    }
}

/// Text with `{fact}` in it.
package enum Template {
    /// The text with all its facts; `nil` if one of them is not known.
    package static func filled(_ template: String, _ facts: [String: String]) -> String? {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            guard let fact = facts[String(rest[rest.index(after: open)..<close])] else { return nil }
            result += rest[..<open] + fact
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// A word that a shell would take for more than one, in quotes: advice has commands to be copied, and a server chooses where
    /// its redirects lead. What has spaces is a phrase, or a command already. By Unicode scalars, as a shell reads it: a mark that
    /// joins with a `$` does not hide it.
    package static func shellWord(_ fact: String) -> String {
        let scalars = fact.unicodeScalars
        guard scalars.contains(where: { "&;|<>$`\"'()*?#\\{}!".unicodeScalars.contains($0) }),
            !scalars.contains(where: \.properties.isWhitespace)
        else {
            return fact
        }
        return
            "'\(scalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }.joined(separator: #"'\''"#))'"
    }

    /// The facts that a text has places for.
    package static func names(in template: String) -> [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
    }
}

extension Finding {
    /// The check itself could not be completed, for lack of something of this machine.
    public static func machineFailure(_ reason: String) -> Finding {
        Finding(LocalCauses.resource, confidence: 0.8, ["error": SafeText.escaped(reason)])
    }
}

extension Finding {
    /// This machine cannot be announced, nor services be found: avahi-daemon or the bus is missing.
    public static func multicastUnavailable(_ reason: String) -> Finding {
        Finding(MulticastCauses.daemonDown, ["reason": SafeText.escaped(reason)])
    }

    /// This machine is announced by another name than it was meant to be.
    public static func nameTaken(reason: String, name: String) -> Finding {
        Finding(MulticastCauses.collision, ["reason": SafeText.escaped(reason), "name": SafeText.escaped(name)])
    }
}

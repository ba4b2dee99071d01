public import NetworkModel

/// The catalogue's entry for a root cause, independent of any occurrence.
public struct CauseEntry: Sendable, Hashable {
    /// The ID of the cause, `layer.what`, which is never renamed.
    public let id: CauseID
    /// The severity of findings, unless their rule says otherwise.
    public let severity: Severity
    /// What the cause means, for `netdiag explain` and the documentation.
    public let meaning: String
    /// A sentence with placeholders of the form `{fact}`.
    public let summary: String
    /// The next steps, with placeholders. A step whose fact is missing is left out.
    public let advice: [String]
    /// How the cause is recognised, with placeholders.
    public let evidence: String
    /// How failures with the cause become incidents.
    public let incident: IncidentRule
    /// The side of the fault, unless a rule finds it on another one: this machine, its network, beyond the router, or the other
    /// side. It is `nil` if it depends on what was observed; findings then have no side unless their rule gives them one.
    public let side: Side?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - id: The ID of the cause, `layer.what`.
    ///   - severity: The severity of findings, unless their rule gives another one.
    ///   - meaning: What the cause means, as a sentence.
    ///   - summary: A sentence with placeholders of the form `{fact}`, without a full stop. It follows the ID, so that it begins in lower
    ///     case. If one of its facts is missing, a finding has the meaning instead.
    ///   - advice: The next steps, with placeholders. A step whose fact is missing is left out. A command follows a colon and a blank.
    ///   - evidence: How the cause is recognised, with placeholders, as in `the host answers with ICMP port unreachable`.
    ///   - side: The side of the fault, if it is not that of the layer (`NetworkModel/Layer/side`).
    ///   - isSideOpen: Whether the side depends on what was observed, so that the cause alone does not determine it.
    ///   - incident: How failures with the cause become incidents. There is no default, so that this is decided for
    ///     each cause.
    public init(
        _ id: CauseID, _ severity: Severity, _ meaning: String, summary: String, advice: [String], evidence: String,
        side: Side? = nil, isSideOpen: Bool = false, incident: IncidentRule
    ) {
        self.id = id
        self.severity = severity
        self.meaning = meaning
        self.summary = summary
        self.advice = advice
        self.evidence = evidence
        self.incident = incident
        self.side = isSideOpen ? nil : side ?? (id.layer ?? .local).side
    }

    /// The evidence for a finding of this cause, as a sentence; `nil` if the catalogue has none for its facts.
    public func evidence(for finding: Finding) -> String? {
        Template.filled(evidence, finding.facts)
    }

    /// The names of the facts without which a finding has no summary of its own, or becomes the incident of something else.
    ///
    /// Tests of a kind require that it is empty: a rule that forgets a fact is otherwise not noticed, since the finding then has
    /// the cause's meaning as its summary.
    public func factsMissing(in finding: Finding) -> [String] {
        let needed = Set(Template.names(in: summary)).union(incident.scope.fact.map { [$0] } ?? [])
        return needed.subtracting(finding.facts.keys).sorted()
    }

    /// The names of the facts in the entry's texts.
    public var factNames: Set<String> {
        Set(([summary, evidence] + advice).flatMap(Template.names)).union(incident.scope.fact.map { [$0] } ?? [])
    }
}

extension Finding {
    /// Creates a finding of a cause in the catalogue, with its facts.
    ///
    /// - Parameters:
    ///   - entry: The cause.
    ///   - confidence: How certain the rule is, 0 to 1.
    ///   - severity: The severity, if it is not that of the cause.
    ///   - facts: The facts by their names in the entry's texts. Text from a server must be escaped (``shown(_:)``).
    public init(_ entry: CauseEntry, confidence: Double = 1, severity: Severity? = nil, _ facts: [String: String]) {
        let names = entry.factNames
        self.init(
            id: entry.id, layer: entry.id.layer ?? .local, severity: severity ?? entry.severity,
            confidence: confidence, summary: Template.filled(entry.summary, facts) ?? entry.meaning,
            facts: facts.filter { names.contains($0.key) },
            advice: entry.advice.compactMap { Template.filled($0, Template.shellWords(facts)) },
            side: entry.side)
    }

    /// Creates a finding with the confidence, the severity and the facts of another one, and with further facts, which replace them.
    init(_ entry: CauseEntry, like finding: Finding, adding facts: [String: String]) {
        self.init(
            entry, confidence: finding.confidence, severity: finding.severity, finding.facts.merging(facts) { $1 })
    }
}

/// Texts with placeholders of the form `{fact}`.
package enum Template {
    /// The text with its facts; `nil` if one of them is missing.
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

    /// The facts whose text is a phrase, a command or a line of a file, and not a word of a command. Servers choose none of
    /// them, except for the name of their software, of which a rule only lets letters pass. Rules quote the words in them.
    package static let phrases: Set<String> = [
        "culprit", "direction", "endpoint", "hiding", "line", "local", "origin", "place", "queries", "removal",
        "routes", "rules", "search", "show", "sockets", "software", "uncovering", "unreadable", "way", "who",
    ]

    /// The facts as words for a shell: advice contains commands to copy, and servers determine the destinations of redirects
    /// and the names of hosts, which may contain spaces.
    package static func shellWords(_ facts: [String: String]) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: facts.map { name, fact in
                let isPhrase = phrases.contains(name) && fact.unicodeScalars.contains(where: \.properties.isWhitespace)
                return (name, isPhrase ? fact : shellWord(fact))
            })
    }

    /// A word in quotes, if a shell would interpret it. It is read by Unicode scalars, like a shell does, so that a combining
    /// mark after a `$` does not hide it.
    package static func shellWord(_ fact: String) -> String {
        guard fact.unicodeScalars.contains(where: { "&;|<>$`\"'()*?#\\{}!".unicodeScalars.contains($0) }) else {
            return fact
        }
        return "'\(fact.replacing(scalar: "'", with: #"'\''"#))'"
    }

    /// The text before the first placeholder, between placeholders, and after the last one; and the names of the placeholders.
    package static func parts(of template: Substring) -> (words: [Substring], places: [String]) {
        var (words, places): ([Substring], [String]) = ([], [])
        var rest = template
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            words.append(rest[..<open])
            places.append(String(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return (words + [rest], places)
    }

    /// The names of the placeholders in a text.
    package static func names(in template: String) -> [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
    }
}

extension Finding {
    /// The finding that the check itself could not be completed, since something is missing on this machine.
    public static func machineFailure(_ reason: String) -> Finding {
        shortage(SafeText.escaped(reason), confidence: 0.8)
    }

    /// The finding that this machine lacks descriptors, ports or memory.
    ///
    /// - Parameters:
    ///   - error: What is missing, as text.
    ///   - holders: The options of ss(8) that list the sockets with the ports; `nil` if ports are not what is missing.
    static func shortage(_ error: String, holders: String? = nil, confidence: Double) -> Finding {
        var facts = ["error": error, "sysctl": "sysctl"]
        facts["sockets"] = holders
        // The limits of files have nothing to do with ports.
        if holders == nil { (facts["ss"], facts["systemctl"]) = ("ss", "systemctl") }
        return Finding(LocalCauses.resource, confidence: confidence, facts)
    }

    /// The finding that the probe of a kind did not end in time.
    package static func probeOverrun(of kind: String, in evidence: Evidence) -> Finding {
        Finding(
            LocalCauses.probeOverrun,
            ["kind": kind, "destination": evidence.destination, "target": SafeText.escaped(evidence.asked.text)])
    }
}

extension Finding {
    /// The finding that this machine cannot be announced, and services cannot be found, since avahi-daemon or the bus is not
    /// available.
    ///
    /// - Parameters:
    ///   - reason: What is not available, and why; it is escaped here.
    ///   - isNeeded: Whether anything needs avahi-daemon; otherwise, the finding is information.
    public static func multicastUnavailable(_ reason: String, isNeeded: Bool = true) -> Finding {
        Finding(
            MulticastCauses.daemonDown, severity: isNeeded ? nil : .info, ["reason": SafeText.escaped(reason)])
    }

    /// The finding that this machine is announced under another name than configured.
    public static func nameTaken(reason: String, name: String) -> Finding {
        Finding(MulticastCauses.collision, ["reason": SafeText.escaped(reason), "name": SafeText.escaped(name)])
    }
}

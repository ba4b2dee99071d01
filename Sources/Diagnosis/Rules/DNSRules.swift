public import NetworkModel

extension DNSEvidence: JudgedEvidence {
    /// Whether any question about the name was answered.
    public var isProven: Bool { !resolution.answers.isEmpty }
    /// `nil`: what DNS servers answer is part of the resolution.
    public var datagrams: DatagramEvidence? { nil }
    /// `false`: names are resolved before a connection is made.
    public var hasStalled: Bool { false }

    /// Findings about the resolution of the target's name, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { DNSRules.findings(in: evidence) }
}

/// The resolution of the target's name.
enum DNSRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let dns = evidence.dns else { return [] }
        let reading = DNSReading(dns, evidence)
        if let missing = dns.missing, !missing.isEmpty { return [unexpected(dns, missing, shown(reading.name))] }
        if evidence.isAboutMulticast { return multicast(reading) }
        if let encrypted = EncryptedDNSRules.finding(in: dns) { return [encrypted] }
        if !reading.answers.isEmpty { return answered(reading) }
        guard !reading.failures.isEmpty else {
            if let problem = dns.problems.first, dns.servers.isEmpty {
                return [Finding(DNSCauses.misconfigured, ["problem": shown(problem)])]
            }
            let name = shown(reading.name)
            if dns.servers.isEmpty { return [Finding(DNSCauses.noServer, ["name": name])] }
            // A name that no server is asked for: the system alone was, and it knows none.
            return [
                Finding(
                    DNSCauses.nxdomain, ["name": name, "server": "the system's resolver", "nearest": "", "why": ""])
            ]
        }
        return unanswered(reading) + deadServers(reading)
    }

    static func questions(in evidence: Evidence) -> [Question] {
        guard let dns = evidence.dns, dns.missing?.isEmpty ?? true, !evidence.isAboutMulticast else {
            return []
        }
        let reading = DNSReading(dns, evidence)
        let questions = reading.answers.isEmpty ? questionsOnFailure(reading) : questionsOnAnswer(reading)
        return (EncryptedDNSRules.questions(in: dns) + questions).map(Question.names)
    }

    private static func unexpected(_ dns: DNSEvidence, _ missing: [String], _ name: String) -> Finding {
        let others = dns.unexpected ?? []
        return Finding(
            DNSCauses.unexpectedAnswer, confidence: 0.98,
            [
                "server": shown(dns.servers.first ?? "?"), "name": name,
                "missing": shown(missing.prefix(8).joined(separator: ", ")),
                "found": shown(others.isEmpty ? "nothing else" : others.prefix(8).joined(separator: ", ")),
            ])
    }

    /// A name of multicast DNS, which the DNS has nothing to say about.
    private static func multicast(_ reading: DNSReading) -> [Finding] {
        let name = shown(reading.name)
        // What this machine has to find it with; whether it is there is told by the rules of multicast DNS.
        guard let view = reading.dns.multicast else { return [] }
        // systemd-resolved answers for multicast DNS where it is set up so.
        let asksMulticast = view.nameServices.contains { $0.hasPrefix("mdns") || $0 == "resolve" }
        let services = shown(view.nameServices.joined(separator: " "))
        if reading.answers.isEmpty {
            let isMissing = view.responder == .absent && !view.nameServices.contains("resolve")
            return isMissing ? [Finding(DNSCauses.mdnsUnavailable, ["name": name])] : []
        }
        let isFromResponder = view.responder == .answered && !reading.answers.contains { $0.source == .hosts }
        guard isFromResponder, !asksMulticast else { return [] }
        return [Finding(DNSCauses.mdnsNotInNsswitch, ["name": name, "services": services])]
    }

    // MARK: Dead servers

    /// Dead servers beside one that answered, although perhaps not with an address.
    static func deadServers(_ reading: DNSReading) -> [Finding] {
        let alive =
            reading.answersOnWire.first?.server
            ?? reading.failures.first { !$0.hasNoAnswer && $0.isTruncated != true }?.server
        guard let alive else { return [] }
        let dead = reading.failures.first {
            $0.hasNoAnswer && $0.isTruncated != true && $0.server != alive && !hasAnswered($0.server, reading)
        }
        guard let dead else { return [] }
        // What programs wait is the system's setting, not the time that this check gave the server.
        let cost = dead.reason == .timeout ? reading.dns.patience ?? dead.duration : dead.duration
        return [
            Finding(
                DNSCauses.someServersDead, confidence: 0.9,
                [
                    "server": shown(dead.server ?? "?"), "reason": dead.reason.rawValue, "other": shown(alive),
                    "name": shown(reading.name), "delay": milliseconds(cost),
                ])
        ]
    }

    /// Whether a server has answered something.
    static func hasAnswered(_ server: String?, _ reading: DNSReading) -> Bool {
        reading.answersOnWire.contains { $0.server == server }
            || reading.failures.contains { $0.server == server && !$0.hasNoAnswer }
    }

    // MARK: Words

    static func milliseconds(_ duration: Milliseconds) -> String { "\(Int(duration.value.rounded())) ms" }

    /// What the server said of its reasons, as the end of a sentence.
    static func why(_ errors: [ExtendedDNSError]?) -> String {
        guard let errors, !errors.isEmpty else { return "" }
        var words: [String] = []
        for word in errors.map(\.description) where !words.contains(word) { words.append(word) }
        return "; it says: " + shown(words.joined(separator: ", "))
    }

    static func list(_ addresses: [IPAddress]) -> String {
        let text = addresses.prefix(4).map(\.description).joined(separator: ", ")
        return addresses.count > 4 ? text + ", …" : text
    }

    static func chain(_ names: [String]) -> String {
        let shownNames = names.prefix(10).map { shown($0) }
        return shownNames.joined(separator: " → ") + (names.count > 10 ? " → …" : "")
    }
}

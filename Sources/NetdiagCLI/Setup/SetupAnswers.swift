import NetworkModel

/// What somebody wants, as the configuration will say it.
struct SetupAnswers: Sendable {
    /// Who may look at this machine's results over the network.
    enum Readers: Sendable, Hashable {
        /// Nobody: it listens on this machine alone.
        case nobody
        /// Hosts on private networks are told name, version and overall status, which is the default.
        case statusAlone
        /// Hosts in these networks are told everything.
        case networks([String])
    }

    /// Who is told of incidents.
    enum Receiver: Sendable, Hashable {
        case nobody
        case mail(String)
        case webhook(String)
        case ntfy(String)
        case program(String)
    }

    /// In the order in which they are written, each with what it is.
    var targets: [(target: String, words: String)] = []
    /// What was found and not chosen: it is written as a comment.
    var left: [(target: String, words: String)] = []
    var proxy: Proxy?
    var readers = Readers.statusAlone
    var receiver = Receiver.nobody

    /// What is proposed: what `--yes` takes.
    init(proposedBy findings: SetupFindings) {
        choose(findings.candidates.indices.filter { findings.candidates[$0].isProposed }, of: findings)
        proxy = findings.proxy
    }

    /// - Parameter own: Targets that were typed.
    mutating func choose(_ chosen: [Int], own: [String] = [], of findings: SetupFindings) {
        (targets, left) = ([], [])
        for (index, candidate) in findings.candidates.enumerated() {
            let entry = (candidate.target.text, candidate.words)
            if chosen.contains(index) { targets.append(entry) } else { left.append(entry) }
        }
        for text in own where !targets.contains(where: { $0.target == text }) {
            left.removeAll { $0.target == text }
            targets.append((text, "as you have typed it"))
        }
    }
}

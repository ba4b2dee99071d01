import NetworkModel
import Translations

/// The user's answers for the configuration.
struct SetupAnswers: Sendable {
    /// The hosts that may read this machine's results over the network.
    enum Readers: Sendable, Hashable {
        /// None: the daemon only listens on this machine.
        case nobody
        /// Hosts on private networks may read name, version and overall status, which is the default.
        case statusAlone
        /// Hosts in these networks may read everything.
        case networks([String])
    }

    /// The receiver of alerts.
    enum Receiver: Sendable, Hashable {
        case nobody
        case mail(String)
        case webhook(String)
        case ntfy(String)
        case program(String)
    }

    /// The targets in the order of the file, each with a description.
    var targets: [(target: String, words: String)] = []
    /// Candidates that were not chosen, which are written as comments.
    var left: [(target: String, words: String)] = []
    var proxy: Proxy?
    var readers = Readers.statusAlone
    var receiver = Receiver.nobody

    /// The suggested answers, which `--yes` accepts.
    ///
    /// - Parameter isClosed: Whether the daemon has only served this machine so far, as with the configuration of a package.
    ///   Without a question, that does not change.
    init(proposedBy findings: SetupFindings, isClosed: Bool = false) {
        choose(findings.candidates.indices.filter { findings.candidates[$0].isProposed }, of: findings)
        proxy = findings.proxy
        if isClosed { readers = .nobody }
    }

    /// One line that says who can read the results over the network.
    var audience: LocalSentence {
        switch readers {
        case .nobody: LocalSentence(.audienceNobody)
        case .statusAlone: LocalSentence(.audienceStatus, ["port": "8053"])
        case .networks(let networks):
            LocalSentence(
                .audienceNetworks, ["networks": networks.joined(separator: Phrase.itemSeparator), "port": "8053"])
        }
    }

    /// - Parameter own: The targets that the user typed.
    mutating func choose(_ chosen: [Int], own: [String] = [], of findings: SetupFindings) {
        (targets, left) = ([], [])
        for (index, candidate) in findings.candidates.enumerated() {
            let entry = (candidate.target.text, candidate.comment)
            if chosen.contains(index) { targets.append(entry) } else { left.append(entry) }
        }
        for text in own where !targets.contains(where: { $0.target == text }) {
            left.removeAll { $0.target == text }
            targets.append((text, "entered by hand"))
        }
    }
}

import NetworkModel
import Translations

/// A possible target that was found on this machine or on its links.
struct SetupCandidate: Sendable, Hashable {
    /// How it was found.
    enum CandidateOrigin: Sendable, Hashable {
        case gateway(interface: String?)
        case resolver
        case proxy(setting: String)
        /// The URL that NetworkManager requests to check for connectivity.
        case connectivityPage
        /// A service that announces itself on the link.
        case service(type: String)
    }

    /// The result of a check during the setup.
    enum State: Sendable, Hashable {
        case up
        /// A DNS server that responds, but not with the records of the root, as in closed networks.
        case answering
        case down

        var words: String {
            switch self {
            case .up: CommandPhrase.candidateUp.text
            case .answering: CommandPhrase.candidateAnswers.text
            case .down: CommandPhrase.candidateDown.text
            }
        }
    }

    let target: Target
    let origin: CandidateOrigin
    var state = State.down

    /// Whether it is suggested. Candidates that this machine depends on are suggested if their check is up, because a target
    /// that has never worked is useless. The services on a link belong to others, and only the user can decide whether to
    /// monitor them.
    var isProposed: Bool {
        switch origin {
        // A DNS server that only responds would be a target that is down from the start.
        case .gateway, .resolver, .connectivityPage, .proxy: state == .up
        case .service: false
        }
    }

    /// The description in the list, in the language of the reader.
    var words: String { phrase.text(facts) }

    /// The description in a comment of the file, which is in English.
    var comment: String { phrase.english(facts) }

    private var phrase: CommandPhrase {
        switch origin {
        case .gateway(let interface): interface == nil ? .candidateGateway : .candidateGatewayOf
        case .resolver: .candidateResolver
        case .proxy: .candidateProxy
        case .connectivityPage: .candidateConnectivity
        case .service: .candidateService
        }
    }

    private var facts: [String: String] {
        switch origin {
        case .gateway(let interface): interface.map { ["interface": $0] } ?? [:]
        case .proxy(let setting): ["setting": setting]
        case .service(let type): ["type": type]
        case .resolver, .connectivityPage: [:]
        }
    }
}

/// The settings of a target that were not sent, with the reason: `left_out` in `asked` of a report. The response is then that
/// to an unauthenticated client.
public struct Omission: Sendable, Hashable, Codable {
    /// A part of a request that is meant for one target only.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        /// The login; a request's fields and body; a WebSocket's message; a dialogue over TCP; the file that FTP stores.
        case credentials, headers, body, message, script, write
        /// A WebSocket's subprotocols, and settings of the target's kind.
        case subprotocols, settings
        /// The client certificate and key for TLS.
        case clientCertificate = "client-certificate"

        /// The part in words.
        public var words: String {
            switch self {
            case .clientCertificate: "client certificate"
            case .write: "test file"
            default: rawValue
            }
        }
    }

    /// The difference between the check and the target and route that the parts are meant for.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// A redirect led to another origin.
        case otherOrigin = "other-origin"
        /// The check uses another proxy, or none.
        case otherProxy = "other-proxy"
        /// The check uses another address than the configured one.
        case otherAddress = "other-address"
        /// The check uses another server name in TLS than the configured one.
        case otherServerName = "other-server-name"

        /// The reason in words.
        public var words: String {
            switch self {
            case .otherOrigin: "a redirect leads to another origin than they are for"
            case .otherProxy: "the check was asked to take another route (proxy) than they are configured for"
            case .otherAddress: "the check was asked to go to another address than they are configured for"
            case .otherServerName: "the check was asked to name another server than they are configured for"
            }
        }
    }

    /// The parts, at least one.
    public var parts: [Part]
    /// Why the parts were not sent.
    public var reason: Reason

    /// A one-line summary, as in "left out: credentials and headers, since …".
    public var line: String {
        let words = parts.map(\.words)
        let list =
            words.count > 1 ? "\(words.dropLast().joined(separator: ", ")) and \(words[words.count - 1])" : words[0]
        return "left out: \(list), since \(reason.words)"
    }

    init(parts: [Part], reason: Reason) {
        self.parts = parts
        self.reason = reason
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        parts = try container.decode([Part].self, forKey: .parts)
        reason = try container.decode(Reason.self, forKey: .reason)
        guard !parts.isEmpty else {
            throw DecodingError.dataCorruptedError(
                forKey: .parts, in: container, debugDescription: "nothing is left out")
        }
    }
}

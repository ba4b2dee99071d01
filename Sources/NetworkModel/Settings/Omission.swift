/// A setting of a target that was not sent, with the reason: `left_out` in `asked` of a report. The response is then that to an
/// unauthenticated client.
public struct Omission: Sendable, Hashable, Codable {
    /// What is meant for one target alone.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        /// The login; a request's fields and body; a WebSocket's message; a script over TCP; the file that FTP stores.
        case credentials, headers, body, message, script, write
        /// A WebSocket's subprotocols, and settings of the target's kind.
        case subprotocols, settings
        /// The certificate and key that the client shows in TLS.
        case clientCertificate = "client-certificate"

        /// As a person reads it.
        public var words: String {
            switch self {
            case .clientCertificate: "client certificate"
            case .write: "test file"
            default: rawValue
            }
        }
    }

    /// In what the check differs from the target and route that the parts are meant for.
    public enum Reason: String, Sendable, Hashable, Codable {
        /// A redirect led there.
        case otherOrigin = "other-origin"
        /// The check takes another route: another proxy, or none.
        case otherProxy = "other-proxy"
        /// The check asks another address than the one that is configured.
        case otherAddress = "other-address"
        /// The check asks for another name in TLS than the one that is configured.
        case otherServerName = "other-server-name"

        /// As a person reads it.
        public var words: String {
            switch self {
            case .otherOrigin: "a redirect leads to another origin than they are for"
            case .otherProxy: "the check was asked to take another route (proxy) than they are configured for"
            case .otherAddress: "the check was asked to go to another address than they are configured for"
            case .otherServerName: "the check was asked to name another server than they are configured for"
            }
        }
    }

    /// Never empty.
    public var parts: [Part]
    /// Why the parts were not sent.
    public var reason: Reason

    /// In one line: "left out: credentials and headers, since …".
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

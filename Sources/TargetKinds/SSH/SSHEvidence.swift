public import Diagnosis
public import NetworkModel

/// The dialogue with an SSH server, and what it proved (RFC 4253).
public struct SSHEvidence: LayerEvidence {
    /// The layer `ssh`.
    public static let layer = Layer.kind("ssh")

    /// The result of the key exchange.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The key exchange is complete: the server signed it with its host key.
        case established
        /// The server sent nothing.
        case silent
        /// The server sent something that is not an identification string.
        case notSSH = "not-ssh"
        /// The server closed, or reset, the connection.
        case closed
        /// The server has another protocol version than 2.
        case wrongVersion = "wrong-version"
        /// A packet of the server violates the protocol.
        case malformed
        /// libssh and the server have no common algorithm, for at least one of the purposes.
        case noCommonAlgorithm = "no-common-algorithm"
        /// libssh did not accept the data, for example the signature.
        case failed
        /// The server sent its identification string, and became silent during the key exchange.
        case stalled
    }

    /// The key with which the server signed.
    public struct HostKey: Sendable, Hashable, Codable {
        /// The type, as in `ssh-ed25519`.
        public var type: String
        /// The fingerprint: `SHA256:` and base64 without padding.
        public var fingerprint: String
    }

    /// The negotiated algorithms.
    public struct Agreement: Sendable, Hashable, Codable {
        /// The key exchange method, as in `curve25519-sha256`. JSON key: `key_exchange`.
        public var keyExchange: String
        /// The cipher, as in `chacha20-poly1305@openssh.com`.
        public var cipher: String

        enum CodingKeys: String, CodingKey {
            case keyExchange = "key_exchange"
            case cipher
        }
    }

    /// The result of the key exchange.
    public var outcome: Outcome
    /// The protocol version in the identification string (RFC 4253 section 4.2), as in `2.0`.
    public var version: String?
    /// The software version of the identification string (RFC 4253 section 4.2), as in `OpenSSH_9.2p1 Debian-2`.
    public var software: String?
    /// The first line before the identification string, or instead of it, truncated.
    public var text: String?
    /// A description of the error, which may contain text of the server.
    public var detail: String?
    /// The algorithms that the server offers (`SSH_MSG_KEXINIT`); `nil` if they did not arrive.
    public var offer: SSHOffer?
    /// The negotiated algorithms; `nil` before the key exchange is complete.
    public var agreement: Agreement?
    /// The key with which the server signed the exchange; `nil` before the key exchange is complete. JSON key:
    /// `host_key`.
    public var hostKey: HostKey?
    /// The configured fingerprints, one of which must match; empty for any key.
    public var expected: [String]

    enum CodingKeys: String, CodingKey {
        case outcome, version, software, text, detail, offer, agreement, expected
        case hostKey = "host_key"
    }

    init(_ outcome: Outcome, expected: [String]) {
        self.outcome = outcome
        self.expected = expected
    }

    /// A one-line summary: software and host key, or how far the key exchange went.
    public var summary: String {
        let name = software.map { SafeText.cut($0, to: 60) }
        guard outcome == .established, let hostKey else {
            return ([outcome.rawValue.replacing("-", with: " ")] + [name].compactMap(\.self)).joined(separator: ", ")
        }
        return "\(name ?? "a server"), \(hostKey.type) \(hostKey.fingerprint)"
            + (hasExpectedKey ? "" : ", another key than expected")
    }

    var hasExpectedKey: Bool {
        expected.isEmpty
            || hostKey.map { key in expected.contains { $0.utf8.elementsEqual(key.fingerprint.utf8) } } == true
    }

    /// Applies a function to the texts of the server: version, software, first line, detail and offer.
    public mutating func mapServerText(_ change: (String) -> String) {
        version = version.map(change)
        software = software.map(change)
        text = text.map(change)
        detail = detail.map(change)
        offer?.map(change)
    }
}

extension SSHEvidence: JudgedEvidence {
    /// Always `nil`: SSH uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server became silent during the key exchange.
    public var hasStalled: Bool { outcome == .stalled }

    /// Whether the server signed the key exchange with an expected host key.
    public var isProven: Bool { outcome == .established && hostKey != nil && hasExpectedKey }

    /// Whether the server has a configured host key.
    public var isIdentityProven: Bool { isProven && !expected.isEmpty }

    /// The findings about the SSH server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { SSHRules.findings(self, in: evidence) }
}

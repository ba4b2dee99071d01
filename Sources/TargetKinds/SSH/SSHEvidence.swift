public import Diagnosis
public import NetworkModel

/// The dialogue with an SSH server, and what it has proven (RFC 4253).
public struct SSHEvidence: LayerEvidence {
    /// The layer `ssh`.
    public static let layer = Layer.kind("ssh")

    /// How far the key exchange went.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The key exchange is complete: the server has signed it with its host key.
        case established
        /// It has said nothing at all.
        case silent
        /// It has said something that is no identification.
        case notSSH = "not-ssh"
        /// It has closed, or reset, the connection.
        case closed
        /// It identifies itself with a version that is not 2.
        case wrongVersion = "wrong-version"
        /// A packet of the server breaks the protocol.
        case malformed
        /// libssh and the server know no algorithm that both have, for one of the purposes at least.
        case noCommonAlgorithm = "no-common-algorithm"
        /// libssh does not accept what came, the signature among it.
        case failed
        /// It has identified itself, and was silent in the middle of the key exchange.
        case stalled
    }

    /// The key that has signed.
    public struct HostKey: Sendable, Hashable, Codable {
        /// As in `ssh-ed25519`.
        public var type: String
        /// `SHA256:` and base64 without padding.
        public var fingerprint: String
    }

    /// What both sides have agreed upon.
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

    /// How far the key exchange went.
    public var outcome: Outcome
    /// As in `2.0`, and as in `OpenSSH_9.2p1 Debian-2`, of the identification string.
    public var version: String?
    /// The software version of the identification string (RFC 4253 section 4.2), as in `OpenSSH_9.2p1 Debian-2`.
    public var software: String?
    /// What it has said before its identification string, or instead of it: the first line, cut.
    public var text: String?
    /// What was wrong, in words, some of which may be the server's.
    public var detail: String?
    /// The algorithms that the server offers (`SSH_MSG_KEXINIT`); `nil` if that did not come.
    public var offer: SSHOffer?
    /// The algorithms that both sides agreed upon; `nil` before the key exchange is complete.
    public var agreement: Agreement?
    /// The key that the server has signed the exchange with; `nil` before the key exchange is complete. JSON key:
    /// `host_key`.
    public var hostKey: HostKey?
    /// The fingerprints of the settings, one of which it has to be; empty: any will do.
    public var expected: [String]

    enum CodingKeys: String, CodingKey {
        case outcome, version, software, text, detail, offer, agreement, expected
        case hostKey = "host_key"
    }

    init(_ outcome: Outcome, expected: [String]) {
        self.outcome = outcome
        self.expected = expected
    }

    /// One line for people: software and host key, or how far the key exchange went.
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

    /// Changes the texts of the server: version, software, first line, detail and offer.
    public mutating func mapServerText(_ change: (String) -> String) {
        version = version.map(change)
        software = software.map(change)
        text = text.map(change)
        detail = detail.map(change)
        offer?.map(change)
    }
}

extension SSHEvidence: JudgedEvidence {
    /// `nil`: SSH is spoken over TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server was silent in the middle of the key exchange.
    public var hasStalled: Bool { outcome == .stalled }

    /// Whether the server has signed the key exchange with an expected host key.
    public var isProven: Bool { outcome == .established && hostKey != nil && hasExpectedKey }

    /// Findings about the SSH server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { SSHRules.findings(self, in: evidence) }
}

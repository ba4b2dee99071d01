public import Diagnosis
public import NetworkModel

/// The dialogue with a directory server (RFC 4511).
public struct LDAPEvidence: LayerEvidence {
    /// The layer `ldap`.
    public static let layer = Layer.kind("ldap")

    /// How the conversation ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// The server has ended the search with a result; the root DSE is there as well where it was shown.
        case answered
        /// Nothing came of what was waited for, or not all of it in time.
        case silent
        /// The server ended the connection.
        case closed
        /// The connection was reset.
        case reset
        /// Another error of the connection.
        case failed
        /// What came is no message of LDAP.
        case notLDAP = "not-ldap"
        /// It takes leave by itself (RFC 4511 section 4.4.1).
        case disconnected
        /// The settings require StartTLS, and the server refuses it.
        case startTLSRefused = "starttls-refused"
        /// Plain text came behind the answer to StartTLS.
        case startTLSInjected = "starttls-injected"
        /// The handshake has failed, which is told by the layer of TLS.
        case tlsFailed = "tls-failed"
    }

    /// What the server was waited for at the end.
    public enum Step: String, Sendable, Hashable, Codable {
        /// The extended operation StartTLS (RFC 4511 section 4.14).
        case startTLS = "starttls"
        /// The search for the root DSE (RFC 4512 section 5.1).
        case search
    }

    /// What the root DSE says, of which there are 32 values each at most, of 200 Unicode scalars.
    public struct RootDSE: Sendable, Hashable, Codable {
        /// The attribute `namingContexts`: the names at the tops of the server's directory trees (RFC 4512 section
        /// 5.1). JSON key: `naming_contexts`.
        public var namingContexts: [String] = []
        /// The attribute `supportedLDAPVersion`, as in `3` (RFC 4512 section 5.1).
        public var versions: [String] = []
        /// The attributes `vendorName` and `vendorVersion` (RFC 3045).
        public var vendor: [String] = []

        enum CodingKeys: String, CodingKey {
            case namingContexts = "naming_contexts"
            case versions, vendor
        }

        mutating func map(_ change: (String) -> String) {
            namingContexts = namingContexts.map(change)
            versions = versions.map(change)
            vendor = vendor.map(change)
        }
    }

    /// How the conversation ended.
    public var outcome = Outcome.answered
    /// What the server was waited for when it ended.
    public var step = Step.search
    /// Whether the connection was in TLS at the end, and since when.
    public var security: ConnectionSecurity
    /// `nil` if the server did not show it.
    public var rootDSE: RootDSE?
    /// What ended the search, StartTLS, or the connection.
    public var result: LDAPResult?
    /// What StartTLS was refused with, where it is no must.
    public var startTLSResult: LDAPResult?
    /// What was wrong, in words of ours, with text of the server.
    public var detail: String?
    /// What was asked for, of the settings.
    public var startTLS: StartTLSPolicy
    /// The naming context that has to be there (RFC 4514); `nil`: any will do. JSON key: `expected_context`.
    public var expectedContext: String?

    enum CodingKeys: String, CodingKey {
        case outcome, step, security
        case rootDSE = "root_dse"
        case result
        case startTLSResult = "starttls_result"
        case detail
        case startTLS = "starttls"
        case expectedContext = "expected_context"
    }

    init(security: ConnectionSecurity, startTLS: StartTLSPolicy, expectedContext: String?) {
        self.security = security
        self.startTLS = startTLS
        self.expectedContext = expectedContext
    }

    /// One line for people: the naming contexts, or where the conversation ended.
    public var summary: String {
        guard outcome == .answered else {
            let words = detail ?? result?.words
            return "\(outcome.rawValue) at \(step.rawValue)\(words.map { ": \(SafeText.cut($0, to: 80))" } ?? "")"
        }
        guard let rootDSE else { return "no root DSE: \(SafeText.cut(result?.words ?? "no result", to: 80))" }
        let contexts = SafeText.cut(rootDSE.namingContexts.joined(separator: " "), to: 80)
        return "\(contexts.isEmpty ? "no naming contexts" : contexts), \(security.words)"
    }

    var hasExpectedContext: Bool {
        guard let expectedContext else { return true }
        let expected = LDAPName.normalized(expectedContext)
        return rootDSE?.namingContexts.contains { LDAPName.normalized($0) == expected } == true
    }

    /// Changes the texts of the server: the root DSE, results and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        rootDSE?.map(change)
        result?.map(change)
        startTLSResult?.map(change)
        detail = detail.map(change)
    }
}

extension LDAPEvidence: JudgedEvidence {
    /// `nil`: LDAP is spoken over TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether nothing came of what was waited for, or not all of it in time.
    public var hasStalled: Bool { outcome == .silent }

    /// Whether the server has shown its root DSE, with the expected naming context, in TLS where the settings require
    /// it.
    public var isProven: Bool {
        outcome == .answered && result?.code == 0 && rootDSE != nil && hasExpectedContext
            && (startTLS != .required || security != .plain)
    }

    /// Findings about the directory server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { LDAPRules.findings(self, in: evidence) }
}

/// Names of entries (RFC 4514).
enum LDAPName {
    /// A name as bytes that are compared: without the blanks around `,`, `+` and `=`, and ASCII letters in lower case.
    static func normalized(_ name: String) -> [UInt8] {
        func isSeparator(_ byte: UInt8?) -> Bool { byte.map { ",+=".utf8.contains($0) } ?? true }
        var result: [UInt8] = []
        for byte in name.utf8 {
            if isSeparator(byte) { while result.last == 0x20 { result.removeLast() } }
            if byte == 0x20, isSeparator(result.last) { continue }
            result.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
        }
        while result.last == 0x20 { result.removeLast() }
        return result
    }
}

extension LDAPEvidence: SessionEvidence {}

extension LDAPEvidence.Outcome: SessionOutcome {
    static var foreign: Self { .notLDAP }
}

public import Diagnosis
public import NetworkModel

/// The dialogue with an LDAP server (RFC 4511).
public struct LDAPEvidence: LayerEvidence {
    /// The layer `ldap`.
    public static let layer = Layer.kind("ldap")

    /// The result of a dialogue.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The search ended with a result. The root DSE is present if the server returned it.
        case answered
        /// Nothing, or only a part of the expected data, arrived in time.
        case silent
        /// The server closed the connection.
        case closed
        /// The connection was reset.
        case reset
        /// The connection failed with another error.
        case failed
        /// The data is not an LDAP message.
        case notLDAP = "not-ldap"
        /// The server ended the session itself (RFC 4511 section 4.4.1).
        case disconnected
        /// The settings require StartTLS, and the server refuses it.
        case startTLSRefused = "starttls-refused"
        /// Unencrypted data followed the response to StartTLS.
        case startTLSInjected = "starttls-injected"
        /// The handshake failed, which the TLS layer reports.
        case tlsFailed = "tls-failed"
    }

    /// The step in which the dialogue ended.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
        /// The extended operation StartTLS (RFC 4511 section 4.14).
        case startTLS = "starttls"
        /// The search for the root DSE (RFC 4512 section 5.1).
        case search
    }

    /// The contents of the root DSE: at most 32 values of each attribute, with at most 200 Unicode scalars.
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

    /// The result of the dialogue.
    public var outcome = Outcome.answered
    /// The step in which the dialogue ended.
    public var step = Step.search
    /// Whether the connection used TLS at its end, and from which point.
    public var security: ConnectionSecurity
    /// The root DSE; `nil` if the server did not return it.
    public var rootDSE: RootDSE?
    /// The result that ended the search, StartTLS, or the connection.
    public var result: LDAPResult?
    /// The result that refused StartTLS, if TLS is optional.
    public var startTLSResult: LDAPResult?
    /// A description of the error, which may contain text of the server.
    public var detail: String?
    /// The configured use of StartTLS.
    public var startTLS: StartTLSPolicy
    /// The naming context that must be present (RFC 4514); `nil` for any. JSON key: `expected_context`.
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

    /// A one-line summary: the naming contexts, or where the dialogue ended.
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

    /// Applies a function to the texts of the server: the root DSE, results and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        rootDSE?.map(change)
        result?.map(change)
        startTLSResult?.map(change)
        detail = detail.map(change)
    }
}

extension LDAPEvidence: JudgedEvidence {
    /// Always `nil`: LDAP uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether nothing, or only a part of the expected data, arrived in time.
    public var hasStalled: Bool { outcome == .silent }

    /// Whether the server returned its root DSE, with the expected naming context, over TLS if the settings require it.
    public var isProven: Bool {
        outcome == .answered && result?.code == 0 && rootDSE != nil && hasExpectedContext
            && (startTLS != .required || security != .plain)
    }

    /// The findings about the LDAP server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { LDAPRules.findings(self, in: evidence) }
}

/// Names of entries (RFC 4514).
enum LDAPName {
    /// A name as bytes for comparison: without blanks around `,`, `+` and `=`, and with ASCII letters in lower case.
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
    /// The data does not follow the protocol.
    public static var foreign: Self { .notLDAP }
}

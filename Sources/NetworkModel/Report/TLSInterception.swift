/// What a device on the path does with a handshake to an address that belongs to nobody (RFC 5737, RFC 3849), so that it does
/// so in place of other hosts: it presents a certificate, or resets the connection.
public struct TLSInterception: Sendable, Hashable, Codable {
    /// The destination address of the connection to port 443.
    public var destination: IPAddress
    /// Why this machine does not accept the certificate; `nil` if it does, or if there was none.
    public var problem: TLSEvidence.CertificateProblem?
    /// The issuer of the certificate; `nil` if it is not known.
    public var issuer: String?
    /// The fingerprint of the certificate; `nil` if it is not known.
    public var fingerprint: String?
    /// Whether the connection did not leave this machine, as with a rule for address translation that leads it to a program here;
    /// `nil` if it did, or if that was not determined. JSON key: `on_this_machine`.
    public var isOfThisMachine: Bool?
    /// Whether the connection was accepted, and reset once the handshake began, so that there was no certificate; `nil` if not. JSON
    /// key: `reset`.
    public var isReset: Bool?

    enum CodingKeys: String, CodingKey {
        case destination, problem, issuer, fingerprint
        case isReset = "reset"
        case isOfThisMachine = "on_this_machine"
    }

    /// Creates the result of a handshake.
    public init(
        destination: IPAddress, problem: TLSEvidence.CertificateProblem?, issuer: String? = nil,
        fingerprint: String? = nil
    ) {
        self.destination = destination
        self.problem = problem
        self.issuer = issuer
        self.fingerprint = fingerprint
    }

    /// Whether this machine trusts no issuer of the certificate, whatever its name is. A company's device may be trusted, and then
    /// presents a certificate for each name.
    public var isUntrusted: Bool {
        problem == .selfSigned || problem == .untrustedIssuer || problem == .incompleteChain
    }

    /// Whether a server's certificate is from the same device: the same certificate, or another one of the same untrusted issuer.
    public func isOrigin(of certificate: TLSEvidence.Certificate) -> Bool {
        if let fingerprint, fingerprint == certificate.fingerprint { return true }
        return isUntrusted && problem != .selfSigned && issuer == certificate.issuer
    }
}

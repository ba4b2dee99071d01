public import NetworkModel

/// The evidence of a kind of target, with its rules.
public protocol JudgedEvidence: LayerEvidence {
    /// Whether the server was observed to provide its service. Only then can a report be up.
    var isProven: Bool { get }

    /// The result of the datagrams; `nil` for kinds that use a connection.
    var datagrams: DatagramEvidence? { get }

    /// Whether the server stopped responding after the connection was established, as if large packets were lost on the path.
    var hasStalled: Bool { get }

    /// Whether the server has shown that it is the target, and no other host that responds in its place, without TLS. Most
    /// protocols cannot show this.
    var isIdentityProven: Bool { get }

    /// The findings about the server, the cause first. The layers below, from the link to TLS, have their own rules.
    ///
    /// - Parameter evidence: All observations of the check.
    func findings(in evidence: Evidence) -> [Finding]
}

extension JudgedEvidence {
    /// False, as for most protocols.
    public var isIdentityProven: Bool { false }
}

extension Evidence {
    /// The finding that a host on the link is not there, according to the kernel's neighbour table (`tcp.host-down`); `nil`
    /// if it may be.
    package func hostDown(_ address: IPAddress) -> Finding? { TCPRules.hostDown(onLink: address, self) }
}

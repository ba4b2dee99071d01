public import NetworkModel

/// The evidence of a kind of target, with the rules that read it.
public protocol JudgedEvidence: LayerEvidence {
    /// Whether it was observed that the server does what it is asked for. Only then can a report be up.
    var isProven: Bool { get }

    /// What became of the datagrams; `nil` for kinds that are asked over a connection.
    var datagrams: DatagramEvidence? { get }

    /// Whether the server fell silent after the connection was made, as it looks where large packets vanish on the way.
    var hasStalled: Bool { get }

    /// What is wrong, or worth a warning, with the server: the cause first. What lies below, from the link to TLS, has rules of
    /// its own.
    ///
    /// - Parameter evidence: All that the check has observed.
    func findings(in evidence: Evidence) -> [Finding]
}

extension Evidence {
    /// That a host on the link is not there, as the kernel's table of neighbours says (`tcp.host-down`); `nil` if it may be.
    package func hostDown(_ address: IPAddress) -> Finding? { TCPRules.hostDown(onLink: address, self) }
}

public import NetworkModel

/// Evidence of a registered kind of target, with the rules that read it.
public protocol JudgedEvidence: KindEvidence {
    /// Whether it was observed that the server does what it is asked for. Only then can a report be up.
    var isProven: Bool { get }

    /// What became of the datagrams; `nil` for kinds that are asked over a connection.
    var datagrams: DatagramEvidence? { get }

    /// What is wrong, or worth a warning, with the server: the cause first. What lies below, from the link to TLS, has rules of
    /// its own.
    ///
    /// - Parameter evidence: All that the check has observed.
    func findings(in evidence: Evidence) -> [Finding]
}

extension Evidence {
    /// That a host on the link is not there, as the kernel's table of neighbours says (`tcp.host-down`); `nil` where it may be.
    package func hostDown(_ address: IPAddress) -> Finding? { TCPRules.hostDown(onLink: address, self) }
}

/// The evidence of a registered kind, behind a reference: most checks have none.
final class KindBox: Sendable {
    let value: any JudgedEvidence

    init(_ value: any JudgedEvidence) {
        self.value = value
    }
}

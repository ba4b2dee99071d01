import TargetKinds

import struct NetworkModel.Target

/// The check of a row, which other programs make as well (docs/compare-faults.md).
struct PeerCheck: Sendable {
    /// The file with the authorities that the client trusts.
    static let authorities = "/etc/ssl/certs/ca-certificates.crt"

    let fault: Fault
    let target: Target
    /// The credentials; `nil` if the row has none.
    let login: (name: String, password: String)?

    /// - Parameters:
    ///   - fault: The row.
    ///   - login: The content of its file with credentials, as in `alice:hush`.
    /// - Returns: `nil` if the row checks the machine, or if its target is not valid.
    init?(_ fault: Fault, login: String?) {
        guard fault.asksTarget, let target = try? Target(fault.target) else { return nil }
        self.fault = fault
        self.target = target
        let parts = (login ?? "").split(separator: ":", maxSplits: 1).map { String($0) }
        self.login = parts.count == 2 ? (name: parts[0], password: parts[1]) : nil
    }

    /// The host and port.
    var place: String { "\(target.host.bracketed):\(target.port ?? 0)" }

    /// The text of the target without its scheme.
    var textBehindScheme: String {
        fault.target.firstRange(of: "://").map { String(fault.target[$0.upperBound...]) } ?? fault.target
    }

    /// The module of blackbox_exporter with a dialogue over TCP, in TLS if the scheme begins with it.
    func conversation(_ steps: [String]) -> (text: String, target: String) {
        let list = steps.map { "{\($0)}" }.joined(separator: ", ")
        let tls = target.beginsWithTLS ? ", tls: true" : ""
        return ("{prober: tcp, timeout: 5s, tcp: {query_response: [\(list)]\(tls)}}", place)
    }
}

import NetworkModel

/// Pairs of queries for IPv4 and IPv6 addresses of a name, each pair from one socket, as getaddrinfo(3) sends them.
///
/// Some firewalls and servers answer only one query from a port (resolv.conf(5), `single-request-reopen`). Queries that each
/// have a socket of their own, such as those of netdiag, are then answered, and those of programs time out.
public struct QueryPairs: Sendable, Hashable {
    /// The number of pairs.
    public static let size = 3
    /// The time limit of all pairs together.
    public static let limit = Duration.milliseconds(600)

    /// The number of pairs that were sent, at most ``size``.
    public var sent: Int
    /// The number of pairs of which exactly one query was answered.
    public var halves: Int
    /// The number of pairs of which neither query was answered.
    public var silent: Int
    /// The number of pairs of which this machine's own packet filter refused to send a query, as a limit of the rate does.
    public var withheld: Int

    /// Creates the result.
    ///
    /// - Parameters:
    ///   - answers: For each pair, whether the first and the second query were answered.
    ///   - withheld: The number of pairs of which this machine's own packet filter refused to send a query.
    public init(_ answers: [(first: Bool, second: Bool)], withheld: Int = 0) {
        self.withheld = withheld
        sent = answers.count
        halves = answers.count { $0.first != $0.second }
        silent = answers.count { !$0.first && !$0.second }
    }

    /// The finding about this machine's own packet filter; `nil` if it sent both queries of a pair: a limit of the rate that
    /// only this number of pairs exceeds is harmless for programs.
    ///
    /// - Parameter server: The server, as in ``Resolution/Failure/server``.
    func withholding(at server: String) -> Finding? {
        guard withheld == Self.size else { return nil }
        return Finding(
            LocalCauses.firewall, confidence: 0.95, ["destination": shown(server), "error": FactPhrase.limited.text])
    }

    /// The finding about a server that answers one of two queries; `nil` if it answered another number of any pair.
    ///
    /// - Parameters:
    ///   - server: The server, as in ``Resolution/Failure/server``.
    ///   - severity: The severity; `nil` for an error.
    func finding(of name: String, at server: String, severity: Severity? = nil) -> Finding? {
        guard sent == Self.size, halves == sent else { return nil }
        return Finding(
            DNSCauses.oneAnswer, confidence: 0.95, severity: severity, ["server": shown(server), "name": name])
    }
}

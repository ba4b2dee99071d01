public import NetworkModel

/// Questions about names and name servers.
@frozen public enum NameFollowUp: Sendable, Hashable {
    /// A query to a server, which is given as in `Resolution/Failure/server`. For `DNSEvidence/FollowUp/Purpose/control`,
    /// a random label is put before the name.
    case query(DNSEvidence.FollowUp.Purpose, name: String, type: DNSRecordType, server: String)
    /// The aliases of a name, each queried separately, to the end or until they form a loop.
    case aliases(name: String, server: String)
    /// The result for the name in a newly started program.
    case system(name: String)
    /// Queries for ``ResponseLossTrial/size`` random names below a name, sent to a server within a second, to find out whether
    /// queries or responses are lost.
    case losses(name: String, server: String)
    /// Pairs of queries for the addresses of a name, sent to a server from one socket each (``QueryPairs``).
    case pairs(name: String, server: String)
    /// Whether these addresses accept a connection.
    case connect([SocketAddress])
    /// Whether a server responds over TLS.
    case encrypted(EncryptedDNS)
}

public import NetworkModel

/// Questions about names and the servers that know them.
@frozen public enum NameQuestion: Sendable, Hashable {
    /// One question to one server. The server is named as in ``Resolution/Failure/server``. For
    /// ``DNSEvidence/FollowUp/Purpose/control``, a random label is put before the name.
    case query(DNSEvidence.FollowUp.Purpose, name: String, type: DNSRecordType, server: String)
    /// The aliases of a name, each asked for by itself, up to the end or to where they go round.
    case aliases(name: String, server: String)
    /// What a program that starts now gets for the name.
    case system(name: String)
    /// ``AnswerTrial/size`` names made up below a name, asked of a server at once: whether answers get lost.
    case losses(name: String, server: String)
    /// Whether these addresses take a connection.
    case connect([SocketAddress])
    /// Whether a server can be asked by DNS over TLS.
    case encrypted(EncryptedDNS)
}

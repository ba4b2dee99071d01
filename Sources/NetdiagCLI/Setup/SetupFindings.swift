import NetworkModel

/// What `netdiag setup` has found on this machine and its links.
struct SetupFindings: Sendable {
    var candidates: [SetupCandidate] = []
    /// The proxy that the environment names.
    var proxy: Proxy?
    /// The private networks that this machine is in, as `192.168.1.0/24`.
    var networks: [String] = []
    /// What could not be examined, a sentence each.
    var notices: [String] = []
}

import NetworkModel
import Translations

/// The results of `netdiag setup` on this machine and its links.
struct SetupFindings: Sendable {
    var candidates: [SetupCandidate] = []
    /// The proxy from the environment or from /etc/environment.
    var proxy: Proxy?
    /// The private networks of this machine, as in `192.168.1.0/24`.
    var networks: [String] = []
    /// The parts that could not be examined, one sentence each.
    var notices: [LocalSentence] = []
}

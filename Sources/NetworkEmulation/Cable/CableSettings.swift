import NetworkModel

/// The network that a command gets instead of this machine's.
public struct CableSettings: Sendable, Hashable {
    /// The destinations that the command can reach.
    public enum Reach: Sendable, Hashable {
        /// All destinations that this machine can reach.
        case outside
        /// The loopback interface of this machine only, under ``CableRun/hostName``.
        case local
    }

    /// The MTU of the command's network device, in bytes.
    static let mtu = 1_500

    /// The properties of the emulated link.
    public var link = LinkSettings()
    /// What happens to the command's DNS queries; `nil` if they are passed on.
    public var dns: DNSInterference?
    /// Whether a captive portal intercepts all traffic until the command's user accepts its terms.
    public var hasPortal = false
    /// The destinations that the command can reach.
    public var reach = Reach.outside
    /// The resolvers of this machine, at most three; ``CableRun`` sets them.
    var resolvers: [IPAddress] = []
    /// The seed of the random generator. The same seed leads to the same sequence of faults.
    public var seed: UInt64 = 0

    /// Creates a network without faults.
    public init() {}
}

import NetworkModel

/// What a command gets instead of this machine's network.
public struct CableSettings: Sendable, Hashable {
    /// Where the command's packets may go.
    public enum Reach: Sendable, Hashable {
        /// Wherever this machine can send.
        case outside
        /// To this machine's loopback alone, under ``CableRun/hostName``.
        case local
    }

    /// The MTU of the command's device, bytes.
    static let mtu = 1_500

    public var link = LinkSettings()
    public var dns: DNSInterference?
    /// A captive portal stands before everything until somebody accepts its terms.
    public var hasPortal = false
    public var reach = Reach.outside
    /// The resolvers of this machine, three at most; ``CableRun`` sets them.
    var resolvers: [IPAddress] = []
    /// Determines the sequence of faults.
    public var seed: UInt64 = 0

    public init() {}
}

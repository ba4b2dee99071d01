/// How another daemon and this one see each other over multicast DNS, where they can talk by other means.
public struct PeerSight: Sendable, Hashable, Codable {
    /// The name of the other daemon's instance of `_netdiag._tcp`.
    public var name: String
    /// This machine's interface to it.
    public var interface: String
    /// Whether this machine sees what it announces; `nil` if that is not certain yet.
    public var isSeen: Bool?
    /// Whether it sees what this machine announces; `nil` if it did not say, or not twice.
    public var seesUs: Bool?

    /// Creates what is known of one other daemon.
    public init(name: String, interface: String, isSeen: Bool?, seesUs: Bool?) {
        self.name = name
        self.interface = interface
        self.isSeen = isSeen
        self.seesUs = seesUs
    }

    private enum CodingKeys: String, CodingKey {
        case name, interface
        case isSeen = "seen"
        case seesUs = "sees_us"
    }
}

/// Whether another daemon and this one see each other over multicast DNS, while they can communicate otherwise.
public struct PeerVisibility: Sendable, Hashable, Codable {
    /// The name of the other daemon's instance of `_netdiag._tcp`.
    public var name: String
    /// This machine's interface to the other daemon.
    public var interface: String
    /// Whether this machine sees its announcements; `nil` if that is not certain yet.
    public var isSeen: Bool?
    /// Whether it sees the announcements of this machine; `nil` if it did not say so, or only once.
    public var seesUs: Bool?

    /// Creates the state for another daemon.
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

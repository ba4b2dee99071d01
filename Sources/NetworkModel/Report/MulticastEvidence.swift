/// Observations of multicast DNS, made when a name or service of the link is requested.
public struct MulticastEvidence: LayerEvidence {
    /// The layer `mdns`.
    public static let layer = Layer.mdns

    /// What is announced of a service instance: its SRV record, and the addresses of the host that it names.
    public struct Announcement: Sendable, Hashable, Codable {
        /// The host of the SRV record, as in `printer.local`.
        public var host: String
        /// The port of the SRV record.
        public var port: UInt16
        /// None: the host has no address on the link.
        public var addresses: [IPAddress]
        /// The interface that it is announced on; `nil` if Avahi does not name one.
        public var interface: String?

        /// Creates what is announced of an instance.
        public init(host: String, port: UInt16, addresses: [IPAddress], interface: String? = nil) {
            self.host = host
            self.port = port
            self.addresses = addresses
            self.interface = interface
        }
    }

    /// The target, where it is a service instance that somebody announces.
    public var announcement: Announcement?
    /// Why avahi-daemon could not be asked.
    public var unavailable: String?
    /// What a socket of our own saw on each link, in each family; `nil`: none was opened.
    public var views: [MulticastView]?

    /// Creates the evidence of multicast DNS.
    public init(
        announcement: Announcement? = nil, unavailable: String? = nil, views: [MulticastView]? = nil
    ) {
        self.announcement = announcement
        self.unavailable = unavailable
        self.views = views
    }
}

/// Multicast DNS traffic on one link in one family, as seen by a socket beside avahi-daemon's after a query of its own.
public struct MulticastView: Sendable, Hashable, Codable {
    /// What became of the query to the group (RFC 6762 section 3).
    public enum Sending: String, Sendable, Hashable, Codable {
        /// The kernel took the query.
        case sent
        /// `EPERM`, `EACCES`: a packet filter of this machine.
        case refused
        /// The interface lacks the flag MULTICAST (netdevice(7)), so that nothing was sent.
        case switchedOff = "switched-off"
        /// Another error: says nothing of multicast.
        case failed
    }

    /// A sender of packets that cannot be decoded.
    public struct Malformed: Sendable, Hashable, Codable {
        /// The address that the packets came from.
        public var sender: IPAddress
        /// What is wrong with the first of them.
        public var problem: String
        /// How many came.
        public var count: Int
        /// One of them begins with the name that was asked for.
        public var isAboutTarget: Bool

        enum CodingKeys: String, CodingKey {
            case sender, problem, count
            case isAboutTarget = "about_target"
        }

        /// Creates a sender of what cannot be decoded.
        public init(sender: IPAddress, problem: String, count: Int = 1, isAboutTarget: Bool = false) {
            self.sender = sender
            self.problem = problem
            self.count = count
            self.isAboutTarget = isAboutTarget
        }
    }

    /// The name of the interface that was listened on.
    public var interface: String
    /// The family of the group: 224.0.0.251 or ff02::fb (RFC 6762 section 3).
    public var family: AddressFamily
    /// What became of the query.
    public var sending: Sending
    /// The name of the error, as in `EPERM`.
    public var error: String?
    /// Whether the query came back to this machine itself, as the kernel loops it; `nil`: nobody could listen.
    public var heardItself: Bool?
    /// Other hosts that were heard over the group; at most 16.
    public var heard: [IPAddress] = []
    /// Other hosts that answered this machine alone, since they were asked so (RFC 6762 sections 5.5 and 6.7); at most 16.
    public var answeredDirectly: [IPAddress] = []
    /// Those of both whose answers were about the name that was asked for.
    public var answeredForTarget: [IPAddress] = []
    /// At most 8.
    public var malformed: [Malformed] = []
    /// From the first query to the end of the listening.
    public var listened: Milliseconds = .init(.zero)

    enum CodingKeys: String, CodingKey {
        case interface, family, sending, error, heard, malformed
        case heardItself = "heard_itself"
        case answeredDirectly = "answered_directly"
        case answeredForTarget = "answered_for_target"
        case listened = "listened_ms"
    }

    /// Creates a view in which nothing was heard yet.
    public init(interface: String, family: AddressFamily, sending: Sending, error: String? = nil) {
        self.interface = interface
        self.family = family
        self.sending = sending
        self.error = error
    }
}

extension MulticastEvidence {
    /// One line for people: that it was examined; findings say what was seen.
    public var summary: String { "looked at" }

    /// Nothing of it comes from a server.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

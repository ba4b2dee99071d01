/// Observations of multicast DNS, made when a name or service of the link is requested.
public struct MulticastEvidence: LayerEvidence {
    /// The layer `mdns`.
    public static let layer = Layer.mdns

    /// The announcement of a service instance: its SRV record, and the addresses of the host in it.
    public struct Announcement: Sendable, Hashable, Codable {
        /// The host of the SRV record, as in `printer.local`.
        public var host: String
        /// The port of the SRV record.
        public var port: UInt16
        /// The addresses of the host; empty if it has none on the link.
        public var addresses: [IPAddress]
        /// The interface of the announcement; `nil` if Avahi does not report one.
        public var interface: String?

        /// Creates an announcement.
        public init(host: String, port: UInt16, addresses: [IPAddress], interface: String? = nil) {
            self.host = host
            self.port = port
            self.addresses = addresses
            self.interface = interface
        }
    }

    /// The announcement of the target; `nil` if it is not a service instance, or nobody announces it.
    public var announcement: Announcement?
    /// Why avahi-daemon could not be queried; `nil` if it could.
    public var unavailable: String?
    /// The traffic that a socket of this process received on each link in each address family; `nil` if none was opened.
    public var views: [MulticastObservation]?

    /// Creates the evidence of multicast DNS.
    public init(
        announcement: Announcement? = nil, unavailable: String? = nil, views: [MulticastObservation]? = nil
    ) {
        self.announcement = announcement
        self.unavailable = unavailable
        self.views = views
    }
}

/// Multicast DNS traffic on one link in one address family, received by a socket next to avahi-daemon's after a query of its
/// own.
public struct MulticastObservation: Sendable, Hashable, Codable {
    /// The result of sending the query to the group (RFC 6762 section 3).
    public enum Sending: String, Sendable, Hashable, Codable {
        /// The kernel accepted the query.
        case sent
        /// A packet filter of this machine rejected it (`EPERM`, `EACCES`).
        case refused
        /// The interface lacks the flag MULTICAST (netdevice(7)), so that nothing was sent.
        case switchedOff = "switched-off"
        /// Another error, which says nothing about multicast.
        case failed
    }

    /// A sender of packets that cannot be parsed.
    public struct Malformed: Sendable, Hashable, Codable {
        /// The source address of the packets.
        public var sender: IPAddress
        /// What is wrong with the first of the packets.
        public var problem: String
        /// The number of packets.
        public var count: Int
        /// Whether one of them begins with the requested name.
        public var isAboutTarget: Bool

        enum CodingKeys: String, CodingKey {
            case sender, problem, count
            case isAboutTarget = "about_target"
        }

        /// Creates a sender.
        public init(sender: IPAddress, problem: String, count: Int = 1, isAboutTarget: Bool = false) {
            self.sender = sender
            self.problem = problem
            self.count = count
            self.isAboutTarget = isAboutTarget
        }
    }

    /// The name of the interface.
    public var interface: String
    /// The address family of the group: 224.0.0.251 or ff02::fb (RFC 6762 section 3).
    public var family: AddressFamily
    /// The result of sending the query.
    public var sending: Sending
    /// The name of the error, as in `EPERM`; `nil` if there was none.
    public var error: String?
    /// Whether this machine received its own query, which the kernel loops back; `nil` if it could not listen.
    public var heardItself: Bool?
    /// Other hosts whose packets to the group were received, at most 16.
    public var heard: [IPAddress] = []
    /// Other hosts that responded to this machine by unicast, as requested (RFC 6762 sections 5.5 and 6.7), at most 16.
    public var answeredDirectly: [IPAddress] = []
    /// Those of both whose responses were about the requested name.
    public var answeredForTarget: [IPAddress] = []
    /// Senders of packets that cannot be parsed, at most 8.
    public var malformed: [Malformed] = []
    /// The time from the first query to the end of listening.
    public var listened: Milliseconds = .init(.zero)

    enum CodingKeys: String, CodingKey {
        case interface, family, sending, error, heard, malformed
        case heardItself = "heard_itself"
        case answeredDirectly = "answered_directly"
        case answeredForTarget = "answered_for_target"
        case listened = "listened_ms"
    }

    /// Creates a view in which nothing was received yet.
    public init(interface: String, family: AddressFamily, sending: Sending, error: String? = nil) {
        self.interface = interface
        self.family = family
        self.sending = sending
        self.error = error
    }
}

extension MulticastEvidence {
    /// A one-line summary of what was received on the links.
    public var summary: String {
        if let announcement {
            return "announced at \(announcement.host):\(announcement.port)"
                + (announcement.interface.map { " on \($0)" } ?? "")
        }
        if unavailable != nil { return "avahi-daemon was not queried" }
        guard let views, !views.isEmpty else { return "no query was sent" }
        let answering = Self.links(views.filter { !$0.answeredForTarget.isEmpty })
        if !answering.isEmpty { return "an answer for the name on \(answering)" }
        let lively = Self.links(views.filter { !$0.heard.isEmpty || !$0.answeredDirectly.isEmpty })
        if !lively.isEmpty { return "no answer for the name; other hosts are heard on \(lively)" }
        return "no other host is heard on \(Self.links(views))"
    }

    private static func links(_ views: [MulticastObservation]) -> String {
        Set(views.map(\.interface)).sorted().joined(separator: ", ")
    }

    /// Contains no text from a server but the host of the announcement, which is a name of the link.
    public mutating func mapServerText(_ change: (String) -> String) {}
}

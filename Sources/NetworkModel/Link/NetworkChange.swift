/// One message of the kernel, or one edit of the resolver's configuration.
public struct NetworkChange: Sendable, Hashable, Codable {
    /// What it is about.
    public enum Subject: String, Sendable, Hashable, Codable {
        case link, address, route, neighbour, resolvers
        /// The kernel's queue overflowed (`ENOBUFS`): anything may have changed, the snapshot was read anew.
        case resynchronised
    }

    /// What changed.
    public var subject: Subject
    /// The interface concerned, where there is one.
    public var interface: String?
    /// A sentence for people: "eth0 lost its carrier".
    public var summary: String
    /// When the message was read, on the monotonic clock (nanoseconds of `CLOCK_MONOTONIC`).
    public var monotonicNanoseconds: UInt64

    enum CodingKeys: String, CodingKey {
        case subject, interface, summary
        case monotonicNanoseconds = "monotonic_ns"
    }

    /// Creates a change.
    ///
    /// - Parameter summary: A sentence for people.
    public init(subject: Subject, interface: String?, summary: String, monotonicNanoseconds: UInt64) {
        self.subject = subject
        self.interface = interface
        self.summary = summary
        self.monotonicNanoseconds = monotonicNanoseconds
    }

    /// The change that an event of the kernel stands for, with its sentence.
    public init(_ event: NetworkEvent, monotonicNanoseconds: UInt64) {
        self.init(
            subject: event.subject, interface: event.interface, summary: event.summary,
            monotonicNanoseconds: monotonicNanoseconds)
    }

    /// So many changes came at once that some are not told one by one.
    public static func omitted(_ kind: Omission, monotonicNanoseconds: UInt64) -> NetworkChange {
        NetworkChange(
            subject: .resynchronised, interface: nil, summary: kind.summary,
            monotonicNanoseconds: monotonicNanoseconds)
    }

    /// The DNS servers that are configured now.
    public static func resolvers(_ servers: [IPAddress], monotonicNanoseconds: UInt64) -> NetworkChange {
        let list = servers.map { "\($0)" }.joined(separator: ", ")
        return NetworkChange(
            subject: .resolvers, interface: nil,
            summary: list.isEmpty ? "no DNS server is configured any more" : "the DNS servers are \(list) now",
            monotonicNanoseconds: monotonicNanoseconds)
    }

    /// Why changes are missing.
    public enum Omission: Sendable {
        /// The kernel's queue overflowed.
        case byKernel
        /// The reader of the changes was too slow.
        case byReader

        var summary: String {
            switch self {
            case .byKernel: "the network changed faster than the kernel could tell, it was read anew"
            case .byReader: "changes came faster than they were read, some are left out"
            }
        }
    }
}

/// One message of the kernel, or one edit of the resolver's configuration.
public struct NetworkChange: Sendable, Hashable, Codable {
    /// What it is about.
    public enum Subject: String, Sendable, Hashable, Codable {
        case link, address, route, neighbour, resolvers
        /// The kernel's queue overflowed (`ENOBUFS`): anything may have changed, the snapshot was read anew.
        case resynchronised
    }

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

    public init(subject: Subject, interface: String?, summary: String, monotonicNanoseconds: UInt64) {
        self.subject = subject
        self.interface = interface
        self.summary = summary
        self.monotonicNanoseconds = monotonicNanoseconds
    }
}

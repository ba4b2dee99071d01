/// A change of the network, from a message of the kernel or an edit of the resolver configuration.
public struct NetworkChange: Sendable, Hashable, Codable {
    /// The subject of a change.
    public enum Subject: String, Sendable, Hashable, Codable {
        case link, address, route, neighbour, resolvers
        /// The kernel's queue overflowed (`ENOBUFS`). Anything may have changed, and the snapshot was read again.
        case resynchronised
    }

    /// What changed.
    public var subject: Subject
    /// The interface; `nil` if the change concerns none.
    public var interface: String?
    /// A readable sentence, as in "eth0 lost its carrier".
    public var summary: String
    /// When the message was read, in nanoseconds of `CLOCK_MONOTONIC`.
    public var monotonicNanoseconds: UInt64

    enum CodingKeys: String, CodingKey {
        case subject, interface, summary
        case monotonicNanoseconds = "monotonic_ns"
    }

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - subject: What changed.
    ///   - interface: The interface; `nil` if the change concerns none.
    ///   - summary: A readable sentence.
    ///   - monotonicNanoseconds: When the message was read, in nanoseconds of `CLOCK_MONOTONIC`.
    public init(subject: Subject, interface: String?, summary: String, monotonicNanoseconds: UInt64) {
        self.subject = subject
        self.interface = interface
        self.summary = summary
        self.monotonicNanoseconds = monotonicNanoseconds
    }

    /// Creates the change for an event of the kernel, with its sentence.
    public init(_ event: NetworkEvent, monotonicNanoseconds: UInt64) {
        self.init(
            subject: event.subject, interface: event.interface, summary: event.summary,
            monotonicNanoseconds: monotonicNanoseconds)
    }

    /// The change that stands for several, since too many happened at once to report each.
    public static func omitted(_ kind: OmissionReason, monotonicNanoseconds: UInt64) -> NetworkChange {
        NetworkChange(
            subject: .resynchronised, interface: nil, summary: kind.summary,
            monotonicNanoseconds: monotonicNanoseconds)
    }

    /// The change to the given DNS servers.
    public static func resolvers(_ servers: [IPAddress], monotonicNanoseconds: UInt64) -> NetworkChange {
        let list = servers.map { "\($0)" }.joined(separator: ", ")
        return NetworkChange(
            subject: .resolvers, interface: nil,
            summary: list.isEmpty ? "no DNS server is configured any more" : "the DNS servers are \(list) now",
            monotonicNanoseconds: monotonicNanoseconds)
    }

    /// A change of how the same DNS servers are used: for which names, or over TLS.
    package static func resolverSettings(monotonicNanoseconds: UInt64) -> NetworkChange {
        NetworkChange(
            subject: .resolvers, interface: nil, summary: "the settings of name resolution changed",
            monotonicNanoseconds: monotonicNanoseconds)
    }

    /// The reason why changes are missing.
    public enum OmissionReason: Sendable {
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

/// The access level of a client, from the lowest to the highest.
enum AccessLevel: Int, Sendable, Comparable, CaseIterable {
    /// A host that may connect (`access: networks:`), and receives what peers need.
    case stranger
    /// Receives what the daemon knows; its requests send no packets and use no credentials.
    case reader
    /// May cause packets to be sent and credentials to be used.
    case privileged

    static func < (one: AccessLevel, other: AccessLevel) -> Bool { one.rawValue < other.rawValue }
}

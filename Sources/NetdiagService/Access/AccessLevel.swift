/// The access level of a client, from the least to the most that it may do.
enum AccessLevel: Int, Sendable, Comparable, CaseIterable {
    /// A host that may connect (`access: networks:`), and is told what peers need.
    case stranger
    /// Told what the daemon knows; nothing is sent, and no credential used, on its account.
    case reader
    /// May have packets sent and credentials used.
    case privileged

    static func < (one: AccessLevel, other: AccessLevel) -> Bool { one.rawValue < other.rawValue }
}

import CAvahi

/// What a callback of Avahi's is about: the userdata of a browser, a resolver or an entry group.
///
/// Kept by the connection for as long as Avahi has the pointer.
final class CallbackContext: Sendable {
    /// Avahi calls back only while the connection lives: its client holds on to it.
    unowned let connection: AvahiConnection
    /// The publication, browse or lookup.
    let owner: Int
    /// Of a resolver: what it resolves.
    let resolving: ResolverKey?
    /// Of a browser: its type in lower case; empty for the browser of types.
    let type: String

    init(_ connection: AvahiConnection, owner: Int, resolving: ResolverKey? = nil, type: String = "") {
        self.connection = connection
        self.owner = owner
        self.resolving = resolving
        self.type = type
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func from(_ pointer: UnsafeMutableRawPointer?) -> CallbackContext? {
        pointer.map { Unmanaged<CallbackContext>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// An instance on one interface, without its protocol.
struct InstanceKey: Sendable, Hashable {
    let name: String
    let type: String
    let domain: String
    let interface: CInt
}

/// An instance as one protocol of mDNS (IPv4 or IPv6) carries it.
struct ResolverKey: Sendable, Hashable {
    let instance: InstanceKey
    let transport: CInt
}

/// Text from Avahi; bytes that are not UTF-8 are replaced.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
}

import CAvahi
import NetworkModel

/// A publication as the connection keeps it.
struct PublicationRecord {
    var registration: ServiceRegistration
    let context: CallbackContext
    let continuation: AsyncStream<Publication>.Continuation
    /// Avahi's entry group; `nil` while nothing is announced.
    var group: OpaquePointer?
    /// The name that is announced, or tried.
    var name: String?
    /// The name that it was meant to be announced under.
    var wanted: String?
    /// How often it was renamed since the daemon was last there.
    var renames = 0

    /// After the client has been freed, which frees the group.
    mutating func forget() { group = nil }
}

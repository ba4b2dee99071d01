import CEpoll

/// The descriptors that programs inherit which this process starts.
///
/// Not every descriptor is closed on exec: libraries, such as SwiftNIO, open sockets without that flag. A program, or what it
/// leaves behind, would then hold listening sockets and connections of this process, accept its clients, and keep its ports.
package enum InheritedDescriptors {
    /// Has a program inherit only the standard streams. Called after all other actions, since they run in their order.
    ///
    /// Unlike setting flags before the start, this has no race with other threads, which may open descriptors meanwhile.
    ///
    /// - Parameters:
    ///   - actions: The `posix_spawn_file_actions_t`.
    ///   - kept: Another descriptor that the program inherits, under its own number.
    package static func closeAll(in actions: UnsafeMutableRawPointer, except kept: CInt? = nil) {
        netdiag_spawn_close_from(actions, 3, kept ?? -1)
    }
}

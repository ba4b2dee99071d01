import Glibc

/// A socket that is closed when its last reference is released.
///
/// Each thread that uses the descriptor holds a reference: if it were closed while a thread still uses it, the
/// descriptor might be reused, and the thread would serve the clients of another test.
final class OwnedSocket: Sendable {
    let descriptor: CInt

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Ends all current and future waits.
    func end() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// - Returns: The next connection; `nil` after the end.
    func accept() -> OwnedSocket? {
        let connection = Glibc.accept(descriptor, nil, nil)
        return connection < 0 ? nil : OwnedSocket(connection)
    }

    deinit { close(descriptor) }
}

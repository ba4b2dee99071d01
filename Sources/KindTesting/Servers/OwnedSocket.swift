import Glibc

/// A socket that is closed when its last reference is released.
///
/// Each thread that uses the descriptor holds a reference: if it were closed while a thread still uses it, the
/// descriptor might be reused, and the thread would serve the clients of another test.
package final class OwnedSocket: Sendable {
    package let descriptor: CInt

    package init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Ends all current and future waits.
    package func end() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// - Returns: The next connection; `nil` after the end.
    package func accept() -> OwnedSocket? {
        let connection = Glibc.accept(descriptor, nil, nil)
        return connection < 0 ? nil : OwnedSocket(connection)
    }

    deinit { close(descriptor) }
}

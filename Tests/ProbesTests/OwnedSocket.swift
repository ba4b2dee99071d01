import Glibc

/// A socket that is closed once nobody holds it any more.
///
/// Each thread that uses the descriptor holds this: one that is closed while a thread is still to use it becomes another
/// socket's, and the thread then serves the peers of somebody else's test.
final class OwnedSocket: Sendable {
    let descriptor: CInt

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Ends what waits for it, now or later.
    func end() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// - Returns: The next connection; `nil` once it has ended.
    func accept() -> OwnedSocket? {
        let connection = Glibc.accept(descriptor, nil, nil)
        return connection < 0 ? nil : OwnedSocket(connection)
    }

    deinit { close(descriptor) }
}

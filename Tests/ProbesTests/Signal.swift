/// Something that happens once, for one who waits for it.
final class Signal: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

    func happen() { continuation.finish() }

    /// Returns once it has happened, or at once where the task is cancelled.
    func wait() async { for await _ in stream {} }
}

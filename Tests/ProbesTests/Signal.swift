/// An event that happens once, for one waiting task.
final class Signal: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

    func happen() { continuation.finish() }

    /// Returns when the event has happened, or at once if the task is cancelled.
    func wait() async { for await _ in stream {} }
}

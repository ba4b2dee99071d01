/// An event that happens once, for one waiting task.
package final class Signal: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

    package init() {}

    package func happen() { continuation.finish() }

    /// Returns when the event has happened, or at once if the task is cancelled.
    package func wait() async { for await _ in stream {} }
}

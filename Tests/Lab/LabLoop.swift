import EventLoopKit

/// The one thread on which the output and the ends of all programs of all labs arrive.
enum LabLoop {
    static let shared = Result<EventLoop, EventLoopError> { () throws(EventLoopError) in try EventLoop(name: "lab") }
}

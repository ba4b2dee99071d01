import EventLoopKit

/// The thread that handles the output and the end of all programs in all labs.
enum LabLoop {
    static let shared = Result<EventLoop, EventLoopError> { () throws(EventLoopError) in try EventLoop(name: "lab") }
}

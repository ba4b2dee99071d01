import Glibc
import Synchronization

/// A queue of values from tasks of this process to the loop of poll(2), with the result of the tasks' work.
///
/// The queue is bounded. If it overflows, the work has failed.
final class PollQueue<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var end: Result<Void, Failure>?
    }

    private let limit: Int
    private let state = Mutex(State())
    /// The descriptor that is readable when values are available.
    let descriptor: CInt
    private let writeEnd: CInt

    /// - Parameter limit: The maximum number of queued values.
    init(limit: Int = 65_536) throws(Failure) {
        let ends = try SystemCommand.openPipe()
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (descriptor, writeEnd) = (ends[0], ends[1])
        self.limit = limit
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Appends a value. This has no effect after the end.
    func send(_ value: Value) {
        update { state in
            if state.values.count < limit {
                state.values.append(value)
            } else {
                state.end = .failure(.failed("more came at once than can be shown"))
            }
        }
    }

    /// Ends the queue.
    func finish(_ result: Result<Void, Failure>) {
        update { $0.end = result }
    }

    /// Removes and returns all queued values and, after the end, the result of the work.
    func removeAll() -> (values: [Value], end: Result<Void, Failure>?) {
        var buffer = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        return state.withLock { state in
            defer { state.values = [] }
            return (state.values, state.end)
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let isFirst = state.withLock { state in
            guard state.end == nil else { return false }
            let wasEmpty = state.values.isEmpty
            change(&state)
            return wasEmpty || state.end != nil
        }
        guard isFirst else { return }
        var byte: UInt8 = 1
        // If the pipe is full, the loop has been woken already.
        _ = write(writeEnd, &byte, 1)
    }
}

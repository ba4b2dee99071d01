import Glibc
import Translations

/// Work of this process, whose values are received in the loop of poll(2) like responses of the daemon.
final class LocalWork<Value: Sendable>: DescriptorTask {
    typealias Work = @Sendable (@escaping @Sendable (Value) -> Void) async throws -> Void

    private let queue: PollQueue<Value>
    private let work: Work
    private let receive: (Value) throws(Failure) -> Void
    private var task: Task<Void, Never>?
    private(set) var interest: Int16? = Int16(POLLIN)
    let deadline: ContinuousClock.Instant? = nil

    /// - Parameters:
    ///   - work: The work. It gets a function that sends a value.
    ///   - receive: Called on the thread of the loop, with the values in the order in which they were sent.
    init(_ work: @escaping Work, receive: @escaping (Value) throws(Failure) -> Void) throws(Failure) {
        queue = try PollQueue()
        self.work = work
        self.receive = receive
    }

    deinit {
        task?.cancel()
    }

    var descriptor: CInt { queue.descriptor }

    func begin() throws(Failure) {
        let language = Language.current
        task = Task.detached { [queue, work] in
            do {
                try await work { queue.send($0) }
                queue.finish(.success(()))
            } catch {
                queue.finish(.failure(Failure(error, in: language)))
            }
        }
    }

    func proceed() throws(Failure) {
        let (values, end) = queue.removeAll()
        for value in values { try receive(value) }
        guard let end else { return }
        interest = nil
        try end.get()
    }

    func expire() throws(Failure) {}

    /// Cancels the work and waits until it has ended. Values that it sends in the meantime are discarded.
    func cancel() {
        guard let task, interest != nil else { return }
        interest = nil
        task.cancel()
        var ready = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
        while queue.removeAll().end == nil { _ = poll(&ready, 1, -1) }
    }
}

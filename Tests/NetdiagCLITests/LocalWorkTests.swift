import Foundation
import Synchronization
import Testing

@testable import NetdiagCLI

@Suite("Work in this process")
struct LocalWorkTests {
    /// The outcome of the work.
    private struct Held: Sendable {
        var received: [Int] = []
        var failure: Failure?
    }

    /// Runs work on a thread of its own, as the program does, since the threads of the pool are for the work itself.
    ///
    /// - Parameter isCancelled: Whether the work is cancelled at its first value.
    private func hold(isCancelled: Bool = false, _ work: @escaping LocalWork<Int>.Work) async -> Held {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var held = Held()
                do throws(Failure) {
                    let work = try LocalWork<Int>(work) { (value) throws(Failure) in
                        held.received.append(value)
                        if isCancelled { throw .ended }
                    }
                    defer { work.cancel() }
                    try DescriptorTasks.run([work])
                } catch {
                    held.failure = error
                }
                continuation.resume(returning: held)
            }
        }
    }

    @Test("its values arrive in order, followed by its end")
    func order() async {
        let held = await hold { send in
            for value in 1...1_000 { send(value) }
        }
        #expect(held.received == Array(1...1_000) && held.failure == nil)
    }

    @Test("an error that it throws ends it, after what it has sent")
    func failure() async {
        let held = await hold { send in
            send(1)
            throw Failure.refused("no")
        }
        #expect(held.received == [1] && held.failure == .refused("no"))
    }

    @Test("work that is further ahead than the limit fails, and uses no more memory")
    func bound() throws {
        let mailbox = try PollQueue<Int>(limit: 3)
        for value in 1...10 { mailbox.send(value) }
        let (values, end) = mailbox.removeAll()
        #expect(values == [1, 2, 3])
        #expect(throws: Failure.self) { try #require(end).get() }
        mailbox.send(11)
        #expect(mailbox.removeAll().values.isEmpty)
    }

    @Test("after a cancellation, it is waited for until it has ended")
    func cancelled() async {
        let hasEnded = Mutex(false)
        let (never, source) = AsyncStream.makeStream(of: Never.self)
        let held = await hold(isCancelled: true) { send in
            send(1)
            // The loop ends when the task is cancelled.
            for await _ in never {}
            hasEnded.withLock { $0 = true }
        }
        #expect(held.received == [1] && held.failure == .ended)
        #expect(hasEnded.withLock { $0 })
        withExtendedLifetime(source) {}
    }
}

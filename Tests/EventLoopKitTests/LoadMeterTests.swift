import EventLoopKit
import Glibc
import Testing

@Suite("Load of an event loop")
struct LoadMeterTests {
    @Test("the busy time of the loop's thread is counted from the mark on, and never exceeds the elapsed time")
    func work() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let (occupied, elapsed) = await withCheckedContinuation { continuation in
            loop.execute {
                let start = ContinuousClock.now
                let mark = loop.loadMark()
                Self.spin(.milliseconds(20))
                let occupied = loop.occupiedTime(since: mark)
                continuation.resume(returning: (occupied, start.duration(to: .now)))
            }
        }
        #expect(occupied >= .milliseconds(20))
        #expect(occupied <= elapsed)
    }

    @Test("the longest stall is the longest piece of work, not the sum, and one before the mark does not count")
    func stalls() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        func spin(_ milliseconds: Int) async {
            await withCheckedContinuation { continuation in
                loop.execute {
                    Self.spin(.milliseconds(milliseconds))
                    continuation.resume()
                }
            }
        }
        await spin(400)
        // The piece of work ends after its continuation was resumed, and before the loop begins with the next one.
        await spin(0)
        let mark = loop.loadMark()
        for _ in 0..<10 { await spin(30) }
        let (longest, occupied) = (loop.longestStall(since: mark), loop.occupiedTime(since: mark))
        #expect(longest >= .milliseconds(30) && occupied >= .milliseconds(300))
        // On a busy machine, a piece takes longer, but not all of them together.
        #expect(longest < occupied)
        await spin(400)
        #expect(loop.longestStall(since: mark) >= .milliseconds(400))
    }

    @Test("a loop that waits has not delayed anything")
    func rest() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let mark = loop.loadMark()
        let start = ContinuousClock.now
        await withCheckedContinuation { continuation in
            _ = loop.schedule(after: .milliseconds(200)) { continuation.resume() }
        }
        #expect(loop.occupiedTime(since: mark) <= start.duration(to: .now))
    }

    @Test("the thread has the name of its loop")
    func name() async throws {
        let loop = try EventLoop(name: "test-of-its-name")
        defer { loop.shutdown() }
        let name = await withCheckedContinuation { continuation in
            loop.execute {
                var name = [UInt8](repeating: 0, count: 16)
                let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
                let count = read(file, &name, name.count)
                close(file)
                continuation.resume(returning: String(decoding: name.prefix(max(0, count)), as: UTF8.self))
            }
        }
        #expect(name == "test-of-its-nam\n")
    }

    private static func spin(_ time: Duration) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {}
    }
}

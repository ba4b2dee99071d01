import EventLoopKit
import Glibc
import Synchronization
import Testing

/// A pipe that closes itself.
private final class Pipe: Sendable {
    let readEnd: CInt
    let writeEnd: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    func put(_ byte: UInt8) {
        var byte = byte
        _ = write(writeEnd, &byte, 1)
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }
}

/// An actor that runs on a loop, as the wrappers of C libraries do.
private actor Counter {
    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private(set) var value = 0

    init(loop: EventLoop) { self.loop = loop }

    func add() {
        #expect(loop.isOnLoop)
        value += 1
    }
}

/// A watch that its own handler ends.
private final class Ending: Sendable {
    let watch = Mutex<Watch?>(nil)
}

@Suite("Event loop")
struct EventLoopTests {
    @Test("an actor on a loop runs only on the loop's thread")
    func actorOnLoop() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let counter = Counter(loop: loop)
        await withTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { await counter.add() } }
        }
        #expect(await counter.value == 1_000)
        #expect(!loop.isOnLoop)
    }

    @Test("readiness is distinguished from a passed deadline")
    func readiness() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let pipe = try Pipe()
        #expect(try await loop.ready(pipe.readEnd, for: .readable, until: .now + .milliseconds(20)).isEmpty)
        pipe.put(1)
        #expect(try await loop.ready(pipe.readEnd, for: .readable).contains(.readable))
    }

    @Test("cancelling the task ends the wait")
    func cancellation() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let pipe = try Pipe()
        let task = Task { try await loop.ready(pipe.readEnd, for: .readable) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("two watches of one descriptor are merged, and end separately")
    func mergedWatches() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let pipe = try Pipe()
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let first = try loop.watch(pipe.readEnd, for: .readable) { _ in continuation.yield("first") }
        let second = try loop.watch(pipe.readEnd, for: []) { _ in continuation.yield("second") }
        pipe.put(1)
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == "first")
        first.cancel()
        second.update(.readable)
        var next = await iterator.next()
        while next == "first" { next = await iterator.next() }
        #expect(next == "second")
        second.cancel()
    }

    @Test("a watch continues after its first event, and is registered with the kernel only once")
    func renewedWatch() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let pipe = try Pipe()
        let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
        let watch = try loop.watch(pipe.readEnd, for: .readable) { _ in
            var byte: UInt8 = 0
            if read(pipe.readEnd, &byte, 1) == 1 { continuation.yield(byte) }
        }
        defer { watch.cancel() }
        var iterator = stream.makeAsyncIterator()
        for byte: UInt8 in 1...4 {
            pipe.put(byte)
            #expect(await iterator.next() == byte)
        }
    }

    @Test("a descriptor whose watch ended with its event can be watched again, as can another one with the same number")
    func watchedAgain() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        for _ in 0..<3 {
            let pipe = try Pipe()
            let number = pipe.readEnd
            pipe.put(1)
            #expect(try await loop.ready(number, for: .readable) == .readable)
            // Still readable: nothing was read.
            #expect(try await loop.ready(number, for: .readable, until: .now + .seconds(60)) == .readable)
            do {
                let other = try Pipe()
                #expect(dup2(other.readEnd, number) == number)
                withExtendedLifetime(other) {}
            }
            // Another pipe has the number now. It is empty, and nobody can write to it.
            #expect(try await loop.ready(number, for: .readable, until: .now + .seconds(60)) == .hangup)
            withExtendedLifetime(pipe) {}
        }
    }

    @Test("a watch that is cancelled in its own handler reports nothing more, although more data is available")
    func cancelledWithin() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let pipe = try Pipe()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let ending = Ending()
        try ending.watch.withLock { watch in
            watch = try loop.watch(pipe.readEnd, for: .readable) { _ in
                continuation.yield()
                ending.watch.withLock { $0?.cancel() }
            }
        }
        pipe.put(1)
        var iterator = stream.makeAsyncIterator()
        await iterator.next()
        pipe.put(2)
        try await loop.sleep(until: .now + .milliseconds(50))
        continuation.finish()
        #expect(await iterator.next() == nil)
    }

    @Test("timers fire in the order of their deadlines, and cancelled ones never")
    func timers() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        var fired: [Int]?
        // Again if a busy machine delays the calls by as much as the deadlines differ.
        while fired == nil {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let begun = ContinuousClock.now
            _ = loop.schedule(after: .milliseconds(40)) {
                continuation.yield(3)
                continuation.finish()
            }
            _ = loop.schedule(after: .milliseconds(10)) { continuation.yield(1) }
            loop.schedule(after: .milliseconds(20)) { continuation.yield(2) }.cancel()
            let isInTime = begun.duration(to: .now) < .milliseconds(20)
            let order = await stream.reduce(into: [Int]()) { $0.append($1) }
            if isInTime { fired = order }
        }
        #expect(fired == [1, 3])
    }

    @Test("a descriptor that cannot be watched is an error, not an endless wait")
    func unwatchable() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        await #expect(throws: EventLoopError.self) { try await loop.ready(-1, for: .readable) }
    }

    @Test("a loop that was shut down is released", .timeLimit(.minutes(3)))
    func shutdown() async throws {
        weak var gone: EventLoop?
        do {
            let loop = try EventLoop()
            gone = loop
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            loop.execute { continuation.finish() }
            for await _ in stream {}
            loop.shutdown()
        }
        while gone != nil { try await Task.sleep(for: .milliseconds(5)) }
    }
}

import Synchronization

/// The lines that a program prints, past and future, for any number of readers.
public final class LineRecord: Sendable {
    private struct State {
        var lines: [String] = []
        var unfinished: [UInt8] = []
        var isFinished = false
        var readers: [Int: AsyncStream<String>.Continuation] = [:]
        var nextReader = 0
    }

    private static let capacity = 20_000
    private static let maxLineBytes = 1 << 20
    private let state = Mutex(State())

    /// All lines from the first one that was kept. The stream ends when the program closes its output.
    public var lines: AsyncStream<String> {
        AsyncStream(bufferingPolicy: .bufferingOldest(2 * Self.capacity)) { continuation in
            state.withLock { state in
                for line in state.lines { continuation.yield(line) }
                guard !state.isFinished else { return continuation.finish() }
                let reader = state.nextReader
                state.nextReader += 1
                state.readers[reader] = continuation
                continuation.onTermination = { [weak self] _ in
                    self?.state.withLock { $0.readers[reader] = nil }
                }
            }
        }
    }

    /// The text that was printed so far.
    public var text: String {
        state.withLock { state in
            let lines =
                state.lines + (state.unfinished.isEmpty ? [] : [String(decoding: state.unfinished, as: UTF8.self)])
            return lines.joined(separator: "\n")
        }
    }

    /// The first line, past or future, that satisfies `condition`.
    ///
    /// - Throws: ``LabError/timedOut(_:_:)``; ``LabError/ended(waitingFor:output:)`` if the output ends without such a
    ///   line.
    @discardableResult
    public func first(
        _ what: String, within limit: Duration = .unexpectedlyLong,
        where condition: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        try await withLimit(limit, what) { [self] in
            for await line in lines where condition(line) { return line }
            try Task.checkCancellation()
            throw LabError.ended(waitingFor: what, output: String(text.suffix(2_000)))
        }
    }

    func append(_ bytes: some Collection<UInt8>) {
        state.withLock { state in
            state.unfinished.append(contentsOf: bytes)
            while let end = state.unfinished.firstIndex(of: UInt8(ascii: "\n")) {
                Self.keep(state.unfinished[..<end], in: &state)
                state.unfinished.removeFirst(end + 1)
            }
            if state.unfinished.count > Self.maxLineBytes {
                Self.keep(state.unfinished[...], in: &state)
                state.unfinished.removeAll()
            }
        }
    }

    func finish() {
        let readers = state.withLock { state in
            if !state.unfinished.isEmpty { Self.keep(state.unfinished[...], in: &state) }
            state.unfinished.removeAll()
            state.isFinished = true
            defer { state.readers.removeAll() }
            return Array(state.readers.values)
        }
        // Not under the lock: finishing a reader runs its `onTermination`, which acquires it.
        for reader in readers { reader.finish() }
    }

    private static func keep(_ bytes: ArraySlice<UInt8>, in state: inout State) {
        let line = String(decoding: bytes, as: UTF8.self)
        state.lines.append(line)
        if state.lines.count > capacity { state.lines.removeFirst(capacity / 2) }
        for reader in state.readers.values { reader.yield(line) }
    }
}

import EventLoopKit
import Foundation
import NetworkModel
import Testing

/// The helper program, listening in a lab's near namespace.
final class Watcher: Sendable {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()
    private let lines: AsyncStream<Data>
    let initial: NetworkSnapshot

    init(in lab: Lab, resolvConf: String = "/etc/resolv.conf") async throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ip", "netns", "exec", lab.near, Lab.probe, "--resolv-conf", resolvConf, "--watch"]
        process.standardInput = input
        process.standardOutput = output
        let (lines, continuation) = AsyncStream.makeStream(of: Data.self)
        let splitter = LineSplitter(continuation)
        output.fileHandleForReading.readabilityHandler = { handle in splitter.take(handle.availableData) }
        self.lines = lines
        try process.run()
        var first: NetworkSnapshot?
        for await line in lines {
            first = try JSONDecoder().decode(NetworkSnapshot.self, from: line)
            break
        }
        initial = try #require(first)
    }

    deinit {
        output.fileHandleForReading.readabilityHandler = nil
        process.terminate()
        process.waitUntilExit()
    }

    /// Keeps it from reading, so that the kernel's queue fills up.
    func pause() { kill(process.processIdentifier, SIGSTOP) }
    func resume() { kill(process.processIdentifier, SIGCONT) }

    /// Reads changes until one says this; returns all that came, that one the last.
    @discardableResult
    func changes(until isLast: (NetworkChange) -> Bool) async throws -> [NetworkChange] {
        var changes: [NetworkChange] = []
        for await line in lines {
            guard let change = try? JSONDecoder().decode(NetworkChange.self, from: line) else { continue }
            changes.append(change)
            if isLast(change) { return changes }
        }
        throw LabError(description: "the helper ended after \(changes.map(\.summary))")
    }

    @discardableResult
    func changes(until summary: String) async throws -> [NetworkChange] {
        try await changes { $0.summary == summary }
    }

    /// The facts as the helper has them now, without a new dump.
    func snapshot() async throws -> NetworkSnapshot {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        for await line in lines {
            if let snapshot = try? JSONDecoder().decode(NetworkSnapshot.self, from: line) { return snapshot }
        }
        throw LabError(description: "the helper ended")
    }
}

/// Cuts what a pipe delivers into lines. Called from one handler at a time.
private final class LineSplitter: @unchecked Sendable {
    // Safe: FileHandle calls its readabilityHandler serially, on one queue, and nobody else has this object.
    private var rest = Data()
    private let continuation: AsyncStream<Data>.Continuation

    init(_ continuation: AsyncStream<Data>.Continuation) { self.continuation = continuation }

    func take(_ data: Data) {
        guard !data.isEmpty else { return continuation.finish() }
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            continuation.yield(Data(rest[rest.startIndex..<end]))
            rest = Data(rest[(end + 1)...])
        }
    }
}

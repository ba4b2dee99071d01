import EventLoopKit
import Foundation
import NetworkModel
import TestProcess
import Testing

/// The helper program, which monitors a lab's near namespace.
final class Watcher: Sendable {
    private let process: TestProcess
    let initial: NetworkSnapshot

    init(in lab: Lab, resolvConf: String = "/etc/resolv.conf") async throws {
        process = try TestProcess(
            ["ip", "netns", "exec", lab.near, Lab.probe, "--resolv-conf", resolvConf, "--watch"])
        var first: NetworkSnapshot?
        for await line in process.lines {
            first = try JSONDecoder().decode(NetworkSnapshot.self, from: line)
            break
        }
        initial = try #require(first)
    }

    /// Stops the program from reading, so that the kernel's queue fills up.
    func pause() { kill(process.processIdentifier, SIGSTOP) }
    func resume() { kill(process.processIdentifier, SIGCONT) }

    /// Reads changes until one meets the condition; returns all of them, including the last.
    @discardableResult
    func changes(until isLast: (NetworkChange) -> Bool) async throws -> [NetworkChange] {
        var changes: [NetworkChange] = []
        for await line in process.lines {
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

    /// The program's current snapshot, without a new dump.
    func snapshot() async throws -> NetworkSnapshot {
        try process.write("\n")
        for await line in process.lines {
            if let snapshot = try? JSONDecoder().decode(NetworkSnapshot.self, from: line) { return snapshot }
        }
        throw LabError(description: "the helper ended")
    }
}

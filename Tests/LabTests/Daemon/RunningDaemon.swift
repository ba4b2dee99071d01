import FoundationEssentials
import Lab
import Testing

import enum Lab.ExitStatus
import enum NetworkModel.JSON
import struct NetworkModel.PeersDocument
import struct NetworkModel.StatusDocument

/// A netdiagd on a host of the lab.
struct RunningDaemon: Sendable {
    static let socket = "/run/netdiag/netdiag.sock"

    let host: Host
    let process: HostProcess

    /// The status, now or as soon as it satisfies the condition.
    @discardableResult
    func status(
        _ what: String, within limit: Duration = .unexpectedlyLong,
        where condition: @escaping @Sendable (StatusDocument) -> Bool
    ) async throws -> StatusDocument {
        try await document("status with \(what)", StatusDocument.schema, at: "/v1/status", limit, condition)
    }

    /// The list of peers, now or as soon as it satisfies the condition.
    @discardableResult
    func peers(
        _ what: String, within limit: Duration = .unexpectedlyLong,
        where condition: @escaping @Sendable (PeersDocument) -> Bool
    ) async throws -> PeersDocument {
        try await document("peers with \(what)", PeersDocument.schema, at: "/v1/peers", limit, condition)
    }

    /// Waits for the daemon's events instead of polling.
    private func document<Content: Decodable & Sendable>(
        _ what: String, _ schema: String, at path: String, _ limit: Duration,
        _ condition: @escaping @Sendable (Content) -> Bool
    ) async throws -> Content {
        let events = try host.spawn(Self.curl + ["-N", "http://netdiag/v1/events"])
        defer { events.killGroup() }
        let read: @Sendable (String) -> Content? = { line in
            guard line.hasPrefix("data: {"), line.contains(schema) else { return nil }
            return try? JSON.decode(Content.self, from: Data(line.dropFirst(6).utf8))
        }
        do {
            let line = try await events.output.first(what, within: limit) { read($0).map(condition) ?? false }
            return try #require(read(line))
        } catch let error as LabError {
            let last = try? await host.run(Self.curl + ["http://netdiag\(path)"])
            Issue.record(
                "\(host.name): no \(what); the last one: \(last ?? "none"); the log: \(process.diagnostics.text.suffix(2_000))"
            )
            throw error
        }
    }

    static let curl = ["curl", "-sS", "--unix-socket", socket]

    /// Sends a request over the Unix socket and returns the body.
    func get(_ path: String, _ options: String...) async throws -> String {
        try await host.run(Self.curl + options + ["http://netdiag\(path)"])
    }

    /// Sends SIGTERM and waits for the end.
    func stop() async throws -> ExitStatus { try await process.stop(grace: .seconds(30)) }
}

extension Host {
    /// Starts a netdiagd and waits until it has listeners and has seen the network once.
    func startDaemon(
        _ configuration: String = "{}", _ options: String..., environment: [String: String] = [:]
    ) async throws -> RunningDaemon {
        try await write("/etc/netdiag/netdiag.yaml", configuration)
        let process = try spawn(
            [Programs.daemon] + options,
            environment: ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 })
        do {
            try await process.diagnostics.first("the start of netdiagd on \(name)") { $0.contains("listening on /run") }
        } catch {
            Issue.record("netdiagd does not start: \(process.diagnostics.text)")
            throw error
        }
        let daemon = RunningDaemon(host: self, process: process)
        try await daemon.status("the first observation") { !$0.links.isEmpty }
        return daemon
    }

    /// Runs `netdiag` with arguments.
    func netdiag(_ arguments: String..., within limit: Duration = .unexpectedlyLong) async throws -> CommandResult {
        try await result(
            of: [Programs.command] + arguments, within: limit)
    }

    /// Starts the bus and avahi-daemon.
    func startDiscovery() async throws {
        try await startBus()
        try await startAvahi()
    }
}

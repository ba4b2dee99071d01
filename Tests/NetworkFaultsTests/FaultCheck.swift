import ArgumentParser
import EventLoopKit
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import NIOPosix
import Testing
import TargetKinds

@testable import NetdiagCLI
@testable import NetworkFaults

/// Runs checks with the library, with the options of `netdiag check`.
enum FaultCheck {
    /// Starts a fault, checks it, and stops it.
    ///
    /// - Parameter arguments: The arguments of the fault, as typed by a user.
    static func report(of definition: FaultDefinition, _ arguments: String = "") async throws -> Report {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let endpoint = try await definition.start(
            FaultContext(
                group: MultiThreadedEventLoopGroup.singleton, arguments: try definition.arguments(arguments),
                directory: directory))
        do {
            let report = try await report(of: endpoint)
            await endpoint.close()
            return report
        } catch {
            await endpoint.close()
            throw error
        }
    }

    static func report(of endpoint: FaultEndpoint) async throws -> Report {
        try await report(of: endpoint.target, endpoint.checkArguments, environment: endpoint.environment)
    }

    static func report(
        of target: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> Report {
        let words = arguments + [target]
        let command = try KindOptions.$words.withValue(words) { try CheckCommand.parse(words) }
        let targets = try command.targets.map { try Target($0) }
        let requests = try ProbeOptions.$home.withValue(environment["HOME"]) {
            try command.probe.check(for: targets)
            return try command.probe.requests(for: targets.map { LocalTargets.Subject(target: $0) }) { request in
                request.family = command.families.family
                // On a busy machine, each step may take seconds, also before the silence of a server.
                request.timeout = command.timeout.map { $0.duration * 4 } ?? .seconds(60)
            }
        }
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: environment)
        // As in the daemon: Swift's pool has one thread for each processor, which other tests occupy for seconds.
        return try await withTaskExecutorPreference(loop) { try await engine.check(requests[0]) }
    }
}

extension Report {
    /// The cause to compare with that of the fault. For a report that is up with a warning, it is the warning.
    var foremost: CauseID? { (cause ?? findings.first)?.id }

    var summaries: [String] { findings.map { "\($0.id.rawValue): \($0.summary)" } }
}

/// Starts a fault that has its own server, and ends it after the body.
func withFault(_ cause: CauseID, _ body: (SwitchableFault) async throws -> Void) async throws {
    let directory = try RunDirectory()
    defer { directory.remove() }
    let definition = try #require(FaultCatalogue.definition(cause))
    let fault = try await SwitchableFault(
        definition,
        FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, arguments: try definition.arguments(""),
            directory: directory))
    do {
        try await body(fault)
    } catch {
        await fault.close()
        throw error
    }
    await fault.close()
}

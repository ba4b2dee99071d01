import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
import NetworkModel
import Probes
import ServiceDiscovery

/// One check of one target: gathers evidence layer by layer, and stops where a lower layer makes a higher one
/// meaningless.
struct CheckRun: Sendable {
    let engine: DiagnosticEngine
    let target: Target
    let options: CheckOptions

    /// What has been gathered, with the time that each layer took.
    struct Gathered: Sendable {
        var evidence: Evidence
        var durations: [Layer: Duration] = [:]
        /// Why the check itself could not be completed.
        var failure: Finding?
        var isLocal = false
    }

    func report() async throws -> Report {
        try Self.refuseUnsupported(target)
        let started = Timestamp()
        let start = ContinuousClock.now
        var gathered = Gathered(
            evidence: Evidence(
                target: target, families: options.families, certificateDays: options.certificateDays, now: started))
        do {
            try await gather(into: &gathered, until: start + options.timeout)
        } catch let error as ProbeError {
            gathered.failure = .machineFailure(error.description)
        } catch let error as EventLoopError {
            gathered.failure = .machineFailure(error.description)
        } catch HostResolutionError.unavailable(let reason) {
            gathered.failure = .machineFailure(reason)
        } catch let error as HostResolutionError {
            throw CheckError.notAName(error.description)
        } catch ServiceDiscoveryError.unavailable(let reason) {
            gathered.failure = .multicastUnavailable(reason)
        } catch let error as ServiceDiscoveryError {
            gathered.failure = .machineFailure(error.description)
        }
        return ReportBuilder(target: target, gathered: gathered, started: started)
            .report(duration: start.duration(to: .now))
    }

    private static func refuseUnsupported(_ target: Target) throws(CheckError) {
        switch target.kind {
        case .webSocket(let secure, _): throw .unsupported(scheme: secure ? "wss" : "ws")
        case .ftp(let secure, _): throw .unsupported(scheme: secure ? "ftps" : "ftp")
        case .http, .tcp, .tls, .dns, .icmp, .host, .service: return
        }
    }

    private func gather(into gathered: inout Gathered, until deadline: ContinuousClock.Instant) async throws {
        let begun = ContinuousClock.now
        let (snapshot, remembered) = try await engine.snapshot()
        gathered.durations[.link] = begun.duration(to: .now)

        let destinations: [SocketAddress]
        switch try await locate(in: snapshot, remembered: remembered, into: &gathered, until: deadline) {
        case .nowhere: return
        case .at(let found): destinations = found
        }

        let way = WayOut(snapshot: snapshot, destinations: destinations.map(\.address), remembered: remembered)
        take(way, into: &gathered)
        guard Verdict(on: gathered.evidence).status != .connectionDown else { return }
        let reachable = destinations.filter { !way.gateway.familiesWithoutRoute.contains($0.address.family) }
        let upper = UpperLayers(engine: engine, target: target, options: options, destinations: reachable)
        let observed = try await watchingGateways(of: way, snapshot: snapshot, into: &gathered) {
            try await upper.observe(until: deadline)
        }
        if let observed { observed.add(to: &gathered) }
    }

    func take(_ way: WayOut, into gathered: inout Gathered) {
        gathered.isLocal = way.isLocal
        gathered.evidence.link = way.link
        gathered.evidence.address = way.address
        gathered.evidence.gateway = way.gateway
    }

    /// Runs the work while the gateways are pinged. Work that succeeds waits for no ping; work that fails does, since
    /// the gateway may be the reason; and a gateway that is found dead ends work that would only time out.
    ///
    /// - Returns: The work's result; `nil` where a dead gateway ended it.
    func watchingGateways<Result: LayerResult>(
        of way: WayOut, snapshot: NetworkSnapshot, into gathered: inout Gathered,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        let watch = GatewayWatch(
            hops: way.gateway.hops, snapshot: snapshot, loop: engine.loop, memory: engine.gateways)
        let links = engine.links
        let result = try await withThrowingTaskGroup(of: Step<Result>.self) { group in
            group.addTask {
                do {
                    return .worked(try await work())
                } catch is CancellationError {
                    return .cancelled
                }
            }
            if !watch.isEmpty {
                group.addTask {
                    do {
                        try await watch.run()
                        return .pinged
                    } catch is CancellationError {
                        return .cancelled
                    }
                }
            }
            var result: Result?
            while let step = try await group.next() {
                switch step {
                case .worked(let value):
                    result = value
                    if value.hasSucceeded { group.cancelAll() }
                case .pinged where result == nil:
                    let hops = watch.observed(in: try await links.snapshot())
                    if hops.allSatisfy({ $0.route.gateway != nil && GatewayRules.isDead($0) }) { group.cancelAll() }
                case .pinged, .cancelled:
                    break
                }
            }
            return result
        }
        try Task.checkCancellation()
        // A way that works needs no second look at its neighbours.
        let now = result?.hasSucceeded == true ? snapshot : try await links.snapshot()
        gathered.evidence.gateway?.hops = watch.observed(in: now)
        return result
    }

    private enum Step<Result: Sendable>: Sendable {
        case worked(Result)
        case pinged
        case cancelled
    }
}

/// What a layer, or several, showed.
protocol LayerResult: Sendable {
    /// Whether it came as far as it was meant to.
    var hasSucceeded: Bool { get }
}

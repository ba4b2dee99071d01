import Diagnosis
import EventLoopKit
import LinkFacts
import NetworkModel

extension CheckRun {
    /// Runs the work while echo requests are sent to the gateways. Work that succeeds does not wait for replies. Work that
    /// fails does, since the gateway may be the reason. A gateway that is found dead ends work that would only time out.
    ///
    /// - Returns: The result of the work; `nil` if a dead gateway ended it.
    func watchingGateways<Result: LayerResult>(
        of selection: RouteSelection, in routedSnapshot: RoutedSnapshot, into gathered: inout CheckObservations,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        let (hops, links) = (selection.hops, engine.links)
        // If the destination is on the link, or on this machine, there is no gateway.
        guard hops.contains(where: { $0.route.gateway != nil }) else {
            let result = try await work()
            // If the target does not respond, the current neighbour entries matter.
            if !result.hasSucceeded {
                let watch = GatewayWatch(hops: hops, snapshot: routedSnapshot.snapshot, engine: engine)
                gathered.record(watch, in: try await links.snapshot())
            }
            return result
        }
        let watch = GatewayWatch(hops: hops, snapshot: routedSnapshot.snapshot, engine: engine)
        let result = try await withThrowingTaskGroup(of: Step<Result>.self) { group in
            group.addTask {
                do {
                    return .worked(try await work())
                } catch is CancellationError {
                    return .cancelled
                }
            }
            group.addTask {
                do {
                    try await watch.run()
                    return .pinged
                } catch is CancellationError {
                    return .cancelled
                }
            }
            var result: Result?
            while let step = try await group.next() {
                switch step {
                case .worked(let value):
                    result = value
                    if value.hasSucceeded, !watch.isLegUnknown { group.cancelAll() }
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
        // If the route works, its neighbour entries need not be read again.
        let isCurrent = result?.hasSucceeded == true && !watch.isLegUnknown
        let now = isCurrent ? routedSnapshot.snapshot : try await links.snapshot()
        gathered.record(watch, in: now)
        return result
    }

    private enum Step<Result: Sendable>: Sendable {
        case worked(Result)
        case pinged
        case cancelled
    }
}

extension CheckRun.CheckObservations {
    /// Records what was observed of the gateways. As in other functions that are not asynchronous, its copies take no memory from each
    /// check that runs.
    @inline(never)
    fileprivate mutating func record(_ watch: GatewayWatch, in snapshot: NetworkSnapshot) {
        evidence.gateway?.hops = watch.observed(in: snapshot)
    }
}

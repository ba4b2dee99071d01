import Diagnosis
import EventLoopKit
import LinkFacts
import Logging
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Keeps the state of the machine up to date: the kernel's facts immediately, gateways and resolvers at an interval and after
/// every change.
struct MachineMonitor: Sendable {
    /// Changes come in bursts (an address, its routes, its duplicate detection). New queries are sent when a burst has
    /// ended, or after the maximum duration of one.
    private static let quiet = Duration.milliseconds(200)
    private static let maxBurst = Duration.seconds(2)
    /// All queries of an observation have their own limits, well below this one.
    private static let maxObservationTime = Duration.seconds(30)
    /// A fault is examined again after this time.
    private static let recheck = Duration.seconds(1)
    private static let maxRechecks = 3
    /// The same while the DNS servers fail. Neither the kernel nor a check of the uplink shows when they respond again.
    private static let recheckOfResolvers = Duration.seconds(3)

    let engine: DiagnosticEngine
    let store: StatusStore
    let access: AccessRules
    let host: String
    /// Sent when the targets should be checked again.
    let changeSignal: ChangeSignal
    let logger: Logger

    /// The inputs that were not processed yet.
    private struct PendingInputs: Sendable {
        var changes = ChangeBatch()
        var observation: (MachineObservation, since: DualClockTime)?
        var uplink: (UplinkEvidence, since: DualClockTime)?
    }

    private final class Inbox: Sendable {
        private let news = Mutex(PendingInputs())

        func add(_ change: NetworkChange) {
            news.withLock { $0.changes.add(change) }
        }

        func add(_ observation: MachineObservation, since begun: DualClockTime) {
            news.withLock { $0.observation = (observation, begun) }
        }

        func add(_ uplink: UplinkEvidence, since begun: DualClockTime) {
            news.withLock { $0.uplink = (uplink, begun) }
        }

        func removeAll() -> PendingInputs {
            news.withLock { news in
                defer { news = PendingInputs() }
                return news
            }
        }
    }

    /// The signals that lead to a new observation.
    private struct Signals: Sendable {
        /// Sent whenever something is to be observed again.
        let added: ChangeSignal
        /// Sent as well if all targets are to be checked again.
        let targets: ChangeSignal
        /// Sent as well if the responses to the current observation are outdated, so that it ends.
        let outdated: ChangeSignal

        init(loop: EventLoop) {
            added = ChangeSignal(loop: loop)
            targets = ChangeSignal(loop: loop)
            outdated = ChangeSignal(loop: loop)
        }

        func send() {
            sendAdded()
            outdated.send()
        }

        /// Sends what does not end the current observation.
        func sendAdded() {
            targets.send()
            added.send()
        }
    }

    /// The wait after processing changes, as a multiple of the processing time. Changes during the wait are processed
    /// together, so that a burst of changes only takes part of a core.
    private static let rest = 4
    private static let shortestRest = Duration.milliseconds(10)

    /// The parts of the configuration that the watch depends on.
    struct MonitorSettings: Sendable, Equatable {
        let interval: Duration
        let thresholds: Thresholds
        var uplink = UplinkOptions()
    }

    /// Runs until its task is cancelled.
    func run(_ pace: MonitorSettings) async {
        engine.configureUplink(pace.uplink)
        let inbox = Inbox()
        // One element for all inputs since the last one was read.
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let changed = Signals(loop: engine.loop)
        // What a target meets first may be the network's. An observation that is going on may find it already.
        store.incidents.followUnconfirmedFaults { changed.sendAdded() }
        // Changes are received before the first observation, so that none is missed in between.
        let changes = await engine.links.changes()
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await change in changes {
                    inbox.add(change)
                    signal.yield()
                }
            }
            group.addTask {
                await observe(pace, or: changed) { observation, begun in
                    inbox.add(observation, since: begun)
                    signal.yield()
                }
            }
            group.addTask {
                await UplinkMonitor(engine: engine, store: store).run { isOutdated in
                    // The uplink's change leads to a full observation, as after a change in the kernel. One that is going on
                    // may have found its loss already; after its return, it would end late.
                    if isOutdated { changed.send() } else { changed.sendAdded() }
                } doubted: {
                    changed.added.send()
                } found: { uplink, begun in
                    inbox.add(uplink, since: begun)
                    signal.yield()
                }
            }
            // One reader for all inputs, so that an older state never replaces a newer one.
            group.addTask {
                for await _ in signals {
                    let begun = ContinuousClock.now
                    await apply(inbox.removeAll(), changed)
                    let rest = max(Self.shortestRest, begun.duration(to: .now) * Self.rest)
                    guard (try? await engine.loop.sleep(until: .now + rest)) != nil else { return }
                }
            }
        }
    }

    private func apply(_ news: PendingInputs, _ changed: Signals) async {
        do {
            if let (observation, begun) = news.observation {
                set(try await engine.renewed(observation), askedSince: begun)
            }
            if let (uplink, begun) = news.uplink, let known = store.machine {
                set(try await engine.renewed(known, uplink: uplink), askedSince: begun, isPulse: true)
            }
            guard !news.changes.isEmpty else { return }
            engine.reexamineOutput()
            // Before the first observation, only the kernel's facts are known.
            set(try await engine.renewed(store.machine ?? MachineObservation(snapshot: NetworkSnapshot())))
            for change in news.changes.changes {
                store.incidents.add(change)
                store.events.send(.change(change))
                logger.info("\(SafeText.escaped(change.summary))")
            }
            changed.send()
        } catch is CancellationError {
            return
        } catch {
            logger.error("the machine's network cannot be read: \(error)")
        }
    }

    private func set(_ observation: MachineObservation, askedSince begun: DualClockTime? = nil, isPulse: Bool = false) {
        access.serve(host: host, links: observation.snapshot.links)
        store.setMachine(observation, askedSince: begun, isPulse: isPulse)
    }

    private func observe(
        _ pace: MonitorSettings, or changed: Signals,
        _ publish: @Sendable (MachineObservation, DualClockTime) -> Void
    ) async {
        var rechecks = 0
        while !Task.isCancelled {
            let (sent, targets, begun) = (changed.added.sent, changed.targets.sent, DualClockTime.now)
            let observation = await observation(pace.thresholds, unless: changed.outdated, since: begun, publish)
            if let observation { publish(observation, begun) }
            let factor = Double.random(in: (1 - TargetSchedule.jitter)...(1 + TargetSchedule.jitter))
            var next = begun.clock + pace.interval * factor
            let verdict = observation.map { MachineDiagnosis.verdict(on: $0) }
            let isDoubtful = verdict?.blamesSomething ?? false
            rechecks = isDoubtful ? rechecks + 1 : 0
            if isDoubtful, rechecks <= Self.maxRechecks { next = min(next, .now + Self.recheck) }
            let areResolversDead = verdict.map(Self.areResolversDead) ?? false
            if areResolversDead { next = min(next, .now + Self.recheckOfResolvers) }
            guard await changed.added.wait(until: next, after: sent) else { continue }
            await waitForQuiet(changed.added)
            if changed.targets.sent != targets { changeSignal.send() }
        }
    }

    /// Whether the DNS servers are to blame, or a filter of queries to them.
    private static func areResolversDead(_ verdict: MachineVerdict) -> Bool {
        let servers = verdict.resolvers.map { SocketAddress($0.resolver.address, port: $0.resolver.port).description }
        return verdict.findings.contains { finding in
            finding.severity == .error
                && (finding.layer == .dns || finding.facts["destination"].map(servers.contains) == true)
        }
    }

    private enum Step: Sendable {
        case machine(MachineObservation?)
        case lateness(Milliseconds?)
        case change
    }

    /// Queries gateways and resolvers. A change meanwhile invalidates the responses, and ends the observation. If nothing behind the
    /// gateway is heard, packets that were sent at the same time are waited for: a line with a full queue is not broken.
    ///
    /// - Parameter publish: Receives the observation before these packets are known.
    private func observation(
        _ thresholds: Thresholds, unless outdated: ChangeSignal, since begun: DualClockTime,
        _ publish: @Sendable (MachineObservation, DualClockTime) -> Void
    ) async -> MachineObservation? {
        let sent = outdated.sent
        return await withTaskGroup(of: Step.self) { group in
            group.addTask { .machine(await machine(thresholds)) }
            group.addTask { .lateness(try? await engine.latePacketTime()) }
            group.addTask {
                await outdated.wait(until: .now + Self.maxObservationTime, after: sent)
                return .change
            }
            defer { group.cancelAll() }
            var silent: MachineObservation?
            var (lateness, isMeasured) = (Milliseconds?.none, false)
            while let step = await group.next() {
                switch step {
                case .change: return nil
                case .machine(let observation):
                    guard let observation, observation.uplink?.mayBeLate == true else { return observation }
                    silent = observation
                    if !isMeasured { publish(observation, begun) }
                case .lateness(let time): (lateness, isMeasured) = (time, true)
                }
                guard isMeasured, var observation = silent else { continue }
                observation.uplink?.lateness = lateness
                return observation
            }
            return silent
        }
    }

    private func machine(_ thresholds: Thresholds) async -> MachineObservation? {
        do {
            // A difference arrives as a change, which leads to a new observation.
            async let resolvers: Void = engine.links.refreshResolvers()
            let observation = try await engine.observeMachine(thresholds: thresholds)
            await resolvers
            return observation
        } catch is CancellationError {
            return nil
        } catch {
            logger.error("the machine's network cannot be observed: \(error)")
            return nil
        }
    }

    private func waitForQuiet(_ changed: ChangeSignal) async {
        let latest = ContinuousClock.now + Self.maxBurst
        while !Task.isCancelled, ContinuousClock.now < latest {
            guard await changed.wait(until: .now + Self.quiet, after: changed.sent) else { return }
        }
    }
}

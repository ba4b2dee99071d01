import Diagnosis
import EventLoopKit
import LinkFacts
import Logging
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Keeps the state of the machine up to date: the kernel's facts immediately, gateways and resolvers at an interval and after
/// every change.
struct MachineWatch: Sendable {
    /// Changes come in bursts (an address, its routes, its duplicate detection); what has to be asked anew is asked when
    /// a burst is over, or after the longest time that one may take.
    private static let quiet = Duration.milliseconds(200)
    private static let longestBurst = Duration.seconds(2)
    /// Every question of an observation has a limit of its own, well below this.
    private static let longestObservation = Duration.seconds(30)
    /// What is found wrong is examined once more after this time.
    private static let recheck = Duration.seconds(1)
    private static let maxRechecks = 3

    let engine: DiagnosticEngine
    let store: StatusStore
    let access: AccessRules
    let host: String
    /// Rung when the targets should be checked anew.
    let changeSignal: ChangeSignal
    let logger: Logger

    /// What has come since it was last looked at.
    private struct News: Sendable {
        var changes = ChangeBatch()
        var observation: (MachineObservation, since: Moment)?
        var uplink: UplinkEvidence?
    }

    private final class Inbox: Sendable {
        private let news = Mutex(News())

        func add(_ change: NetworkChange) {
            news.withLock { $0.changes.add(change) }
        }

        func add(_ observation: MachineObservation, since begun: Moment) {
            news.withLock { $0.observation = (observation, begun) }
        }

        func add(_ uplink: UplinkEvidence) {
            news.withLock { $0.uplink = uplink }
        }

        func removeAll() -> News {
            news.withLock { news in
                defer { news = News() }
                return news
            }
        }
    }

    /// So many times as long as it took to take up what has changed, nothing more is taken up: what comes meanwhile is taken up
    /// together, so that a burst of changes costs a part of a core and no more.
    private static let rest = 4
    private static let shortestRest = Duration.milliseconds(10)

    /// What of the configuration it depends on.
    struct Pace: Sendable, Equatable {
        let interval: Duration
        let thresholds: Thresholds
        var uplink = UplinkOptions()
    }

    /// Runs until its task is cancelled.
    func run(_ pace: Pace) async {
        engine.configureUplink(pace.uplink)
        let inbox = Inbox()
        // One element for all that has come since the last was taken.
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let changed = ChangeSignal(loop: engine.loop)
        // Listening begins before the first observation, so that no change falls between them.
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
                await UplinkPulse(engine: engine, store: store).run {
                    // What it has found is examined as a whole, as after a change of the kernel's.
                    changed.send()
                } found: { uplink in
                    inbox.add(uplink)
                    signal.yield()
                }
            }
            // One reader for all, so that what is older never replaces what is newer.
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

    private func apply(_ news: News, _ changed: ChangeSignal) async {
        do {
            if let (observation, begun) = news.observation {
                set(try await engine.renewed(observation), askedSince: begun)
            }
            if let uplink = news.uplink, let known = store.machine {
                set(try await engine.renewed(known, uplink: uplink))
            }
            guard !news.changes.isEmpty else { return }
            // Before the first observation the kernel's facts stand alone.
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

    private func set(_ observation: MachineObservation, askedSince begun: Moment? = nil) {
        access.serve(host: host, links: observation.snapshot.links)
        store.setMachine(observation, askedSince: begun)
    }

    private func observe(
        _ pace: Pace, or changed: ChangeSignal, _ tell: @Sendable (MachineObservation, Moment) -> Void
    ) async {
        var rechecks = 0
        while !Task.isCancelled {
            let sent = changed.sent
            let begun = Moment.now
            let observation = await observation(pace.thresholds, unless: changed, after: sent)
            if let observation { tell(observation, begun) }
            let factor = Double.random(in: (1 - TargetSchedule.jitter)...(1 + TargetSchedule.jitter))
            var next = begun.clock + pace.interval * factor
            let isDoubtful = observation.map { MachineDiagnosis.verdict(on: $0).blamesSomething } ?? false
            rechecks = isDoubtful ? rechecks + 1 : 0
            if isDoubtful, rechecks <= Self.maxRechecks { next = min(next, .now + Self.recheck) }
            guard await changed.wait(until: next, after: sent) else { continue }
            await settle(changed)
            changeSignal.send()
        }
    }

    /// Asks gateways and resolvers; a change meanwhile makes the answers worthless, and ends it.
    private func observation(
        _ thresholds: Thresholds, unless changed: ChangeSignal, after sent: Int
    ) async -> MachineObservation? {
        await withTaskGroup(of: MachineObservation?.self) { group in
            group.addTask {
                do {
                    return try await engine.observeMachine(thresholds: thresholds)
                } catch is CancellationError {
                    return nil
                } catch {
                    logger.error("the machine's network cannot be observed: \(error)")
                    return nil
                }
            }
            group.addTask {
                await changed.wait(until: .now + Self.longestObservation, after: sent)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    private func settle(_ changed: ChangeSignal) async {
        let latest = ContinuousClock.now + Self.longestBurst
        while !Task.isCancelled, ContinuousClock.now < latest {
            guard await changed.wait(until: .now + Self.quiet, after: changed.sent) else { return }
        }
    }
}

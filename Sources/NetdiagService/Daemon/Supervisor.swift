import EventLoopKit
import Logging
import NetdiagAlerts
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import ServiceLifecycle
import UnixSignals
import NetdiagConfiguration
import NetdiagHistory

/// Runs the daemon's own activities once its listeners are up: observing, checking, publishing, reloading.
struct Supervisor: Service {
    /// What has become of a listener.
    struct ListenerNews: Sendable {
        enum State: Sendable {
            /// It is up, with its actual port.
            case up(port: UInt16?)
            /// Another program has the port, for now.
            case taken(reason: String)
        }

        let listener: Listener
        let state: State
    }

    let configuration: CurrentConfiguration
    /// Reads the configuration again.
    let load: @Sendable () throws(DaemonError) -> Configuration
    let listeners: [Listener]
    let news: AsyncStream<ListenerNews>
    let watch: MachineMonitor
    let schedule: TargetSchedule
    let publisher: Publisher
    let services: ServiceRegistry
    let directory: ServiceDirectory
    let peers: PeerWatch
    let opinions: PeerOpinions
    let keeper: IncidentPersistence?
    let statusKeeper: StatusFile?
    let history: HistorySource
    let alerts: AlertService
    let checks: OnDemandChecks
    let manager: ServiceManager
    let logger: Logger

    private var store: StatusStore { watch.store }

    func run() async throws {
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        await cancelWhenGracefulShutdown {
            guard let ports = await portsAfterListenersStart() else { return }
            await withDiscardingTaskGroup { group in
                group.addTask { await configuration.following(\.watching) { await watch.run($0) } }
                group.addTask { await configuration.following(\.checking) { await schedule.run($0) } }
                group.addTask { await followListeners(ports) }
                group.addTask {
                    await configuration.following({ Reach(setting: $0.publish, port: configuration.port) }) {
                        await publisher.run($0.setting, port: $0.port)
                    }
                }
                group.addTask { await configuration.observing(\.services) { services.declare($0) } }
                group.addTask { await configuration.following(\.discovery) { await directory.run($0) } }
                group.addTask {
                    await configuration.following({ Reach(setting: $0.findsPeers, port: configuration.port) }) {
                        await peers.run($0.setting, port: $0.port)
                    }
                }
                group.addTask { await configuration.following(\.findsPeers) { await opinions.run($0) } }
                group.addTask { await keeper?.run() }
                group.addTask { await persistStatus() }
                group.addTask { await persistStatusRepeatedly() }
                group.addTask { await record() }
                group.addTask { await configuration.following({ AlertPlan($0) }) { await alerts.run($0) } }
                group.addTask { await reportToManager() }
                group.addTask {
                    // If this is cancelled first, the process ends anyway.
                    guard (try? await watch.engine.loop.sleep(until: .now + StartPages.delay)) != nil else { return }
                    StartPages.giveBack()
                }
                group.addTask {
                    for await _ in hangups { reload() }
                }
            }
        }
        manager.stopping()
        if case .store(let history) = history { history.stopReading() }
        keeper?.finish()
        statusKeeper?.write(store.statusRecord, isNewsOnly: false)
        if case .store(let history) = history { await history.finish() }
        await alerts.finish()
        logger.notice("shutting down")
        // Ends the streams to clients, so that their connections can end.
        store.events.finish()
        await services.finish()
        directory.close()
        await publisher.connection.close()
    }

    /// The ports of the listeners, once each is up, or its port is taken.
    ///
    /// - Returns: `nil` if the daemon stops first.
    private func portsAfterListenersStart() async -> [Listener: UInt16]? {
        var ports: [Listener: UInt16] = [:]
        var missing = Set(listeners)
        for await item in news {
            missing.remove(item.listener)
            apply(item, to: &ports)
            if missing.isEmpty { break }
        }
        return missing.isEmpty ? ports : nil
    }

    /// Follows listeners whose ports were taken.
    private func followListeners(_ ports: [Listener: UInt16]) async {
        var ports = ports
        for await item in news { apply(item, to: &ports) }
    }

    private func apply(_ news: ListenerNews, to ports: inout [Listener: UInt16]) {
        switch news.state {
        case .taken(let reason): store.setListenFailure(reason, at: news.listener.description)
        case .up(let port):
            ports[news.listener] = port
            store.setListenFailure(nil, at: news.listener.description)
            switch news.listener {
            case .tcp(let address):
                logger.info("listening on \(SocketAddress(address.address, port: port ?? address.port))")
            case .tls(let address):
                logger.info("listening on https://\(SocketAddress(address.address, port: port ?? address.port))")
            case .unix: logger.info("listening on \(news.listener)")
            }
            for case .tcp(let address) in listeners where !address.address.isLoopback {
                guard let port = ports[.tcp(address)] else { continue }
                configuration.setPort(.bound(port))
                break
            }
        }
    }

    private func record() async {
        guard case .store(let history) = history else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { await history.run() }
            group.addTask {
                let first = configuration.now
                let recorded = RecordedTargets(first)
                await history.configure(recorded.settings, intervals: recorded.intervals)
                await store.recent.restore(from: history, keys: first.targets.map(\.key))
                await configuration.following({ RecordedTargets($0) }) { recorded in
                    await history.configure(recorded.settings, intervals: recorded.intervals)
                }
            }
        }
    }

    /// Keeps each change of the status for the next run.
    private func persistStatus() async {
        guard let statusKeeper, let events = store.events.listen() else { return }
        statusKeeper.write(store.statusRecord, isNewsOnly: true)
        for await event in events where event.kind == .status {
            statusKeeper.write(store.statusRecord, isNewsOnly: true)
        }
    }

    /// Keeps the time at which the status was last seen.
    private func persistStatusRepeatedly() async {
        guard let statusKeeper else { return }
        while (try? await watch.engine.loop.sleep(until: .now + StatusFile.cycle)) != nil {
            statusKeeper.write(store.statusRecord, isNewsOnly: false)
        }
    }

    private func reportToManager() async {
        guard let events = store.events.listen() else { return }
        var last: String?
        func report() {
            guard store.isObserved else { return }
            let text = summary
            defer { last = text }
            if last == nil {
                manager.ready(text)
            } else if last != text {
                manager.status(text)
            }
        }
        report()
        for await event in events {
            if event.kind == .status { report() }
        }
    }

    /// The line that `systemctl status` shows.
    private var summary: String {
        let document = store.document
        let cause = document.cause.map { ": \($0.summary)" } ?? ""
        return "\(document.status.rawValue), \(document.targets.count) targets\(cause)"
    }

    private func reload() {
        manager.reloading()
        do {
            let new = try load()
            for warning in new.warnings { logger.warning("\(warning)") }
            let old = configuration.now
            if new.history.file != old.history.file || new.history.isEnabled != old.history.isEnabled {
                logger.warning("history: has changed; that takes effect when netdiagd is restarted")
            }
            if new.listen != old.listen {
                logger.warning("listen: has changed; that takes effect when netdiagd is restarted")
            }
            checks.configure(new)
            watch.access.update(new.access)
            store.incidents.setSettlingTime(new.alerts.settle)
            store.setTargets(new.targets)
            store.setExposure(new.exposure)
            store.setMulticast(isNeeded: new.needsMulticast)
            store.sharing.configure(new)
            configuration.replace(with: new)
            logger.notice("configuration reloaded, targets: \(new.targets.count)")
        } catch {
            for line in error.description.split(separator: "\n") { logger.error("\(line)") }
            logger.error("the configuration in force is kept")
        }
        manager.ready(summary)
    }
}

/// A setting of what other hosts are offered, and the port at which they reach the daemon.
private struct Reach<Setting: Sendable & Equatable>: Sendable, Equatable {
    let setting: Setting
    let port: Publisher.Port
}

/// The parts of a configuration that recording depends on.
private struct RecordedTargets: Sendable, Equatable {
    let settings: HistorySettings
    let intervals: [String: Duration]

    init(_ configuration: Configuration) {
        settings = HistorySettings(configuration.history)
        intervals = configuration.intervals
    }
}

extension Configuration {
    /// Whether peers are discovered, which requires that this daemon can be discovered too.
    var findsPeers: Bool { publish.isEnabled && discovery.findsPeers }

    /// The parts that observing the machine depends on.
    var watching: MachineMonitor.MonitorSettings { .init(interval: interval, thresholds: thresholds, uplink: uplink) }

    /// The parts that checks of targets depend on; the others have their defaults.
    var checking: Configuration {
        Configuration(targets: targets, thresholds: thresholds)
    }
}

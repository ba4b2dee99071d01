import EventLoopKit
import HTTPTypes
import NetworkModel
import ServiceDiscovery
import Synchronization

/// What the daemon knows of the services on the link: a browser for each type that is asked for, kept while it is, so that
/// whoever asks again is answered at once.
final class ServiceDirectory: Sendable {
    /// Browsers at once.
    static let mostTypes = 32
    /// A type is looked for as long as somebody has asked for it within this time.
    static let keeping = Duration.seconds(900)
    /// One that was asked for within this time makes no room for another.
    private static let fresh = Duration.seconds(300)
    /// So long does the first one who asks for a type wait until all there is has been found.
    static let patience = Duration.milliseconds(2_500)

    /// What is known of a type.
    struct Answer: Sendable {
        var instances: [ServiceInstance]
        /// Why there may be more, or others: what is missing on this machine.
        var unavailable: String?
    }

    private struct State {
        var settings: Configuration.Discovery
        var browses: [BrowsableType: KeptBrowse] = [:]
        var isOver = false
    }

    private let services: ServiceSource
    private let ports: PortCheck
    private let loop: EventLoop
    private let state: Mutex<State>

    init(services: ServiceSource, ports: PortCheck, loop: EventLoop) {
        self.services = services
        self.ports = ports
        self.loop = loop
        state = Mutex(State(settings: .init()))
    }

    /// The types that are looked for whether or not somebody asks.
    var configured: [BrowsableType] { state.withLock { $0.settings.types } }

    /// Keeps the configured types until its task is cancelled.
    func run(_ settings: Configuration.Discovery) async {
        let before = state.withLock { state -> [KeptBrowse] in
            let isOther =
                state.settings.isChecking != settings.isChecking || state.settings.interval != settings.interval
            state.settings = settings
            // Those are begun anew when they are asked for.
            guard isOther else { return [] }
            defer { state.browses = [:] }
            return Array(state.browses.values)
        }
        for browse in before { browse.end() }
        for type in settings.types { _ = try? browse(type) }
        while !Task.isCancelled {
            guard (try? await Task.sleep(for: Self.keeping / 15)) != nil else { return }
            dropForgotten()
        }
    }

    func close() {
        let all = state.withLock { state in
            state.isOver = true
            defer { state.browses = [:] }
            return Array(state.browses.values)
        }
        for browse in all { browse.end() }
    }

    /// - Throws: 400 for what is no type, 429 where too many are looked for already.
    func answer(_ type: BrowsableType) async throws(Problem) -> Answer {
        try await browse(type).answer(within: Self.patience)
    }

    private func browse(_ type: BrowsableType) throws(Problem) -> KeptBrowse {
        let (browse, old) = try state.withLock { state throws(Problem) -> (KeptBrowse, KeptBrowse?) in
            if let known = state.browses[type], !known.isOver { return (known, nil) }
            guard !state.isOver else { throw Problem(.serviceUnavailable, "the daemon is shutting down") }
            var old: KeptBrowse?
            if state.browses[type] == nil, state.browses.count >= Self.mostTypes {
                let idle = state.browses.filter { !state.settings.types.contains($0.key) && $0.value.idle > Self.fresh }
                guard let oldest = idle.max(by: { $0.value.idle < $1.value.idle }) else {
                    throw Problem(
                        .tooManyRequests, "\(Self.mostTypes) types are looked for already; that is the most",
                        fields: [.retryAfter: "300"])
                }
                old = state.browses.removeValue(forKey: oldest.key)
            }
            let (services, ports, settings) = (services, ports, state.settings)
            let new = KeptBrowse(loop: loop) {
                let events = try await services.browse(type.description, domain: "local", resolve: true)
                guard settings.isChecking else { return events }
                return CheckedServices.events(events, by: ports, telling: .atOnce, every: settings.interval)
            }
            state.browses[type] = new
            return (new, old)
        }
        old?.end()
        browse.touch()
        return browse
    }

    private func dropForgotten() {
        let old = state.withLock { state in
            let old = state.browses.filter { !state.settings.types.contains($0.key) && $0.value.idle > Self.keeping }
            for type in old.keys { state.browses[type] = nil }
            return Array(old.values)
        }
        for browse in old { browse.end() }
    }
}

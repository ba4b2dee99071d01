import EventLoopKit
import HTTPTypes
import NetworkModel
import ServiceDiscovery
import Synchronization
import NetdiagConfiguration
import NetworkDiagnostics

/// The daemon's knowledge of the services on the link: a browser for each requested type, kept while it is in use, so that
/// further requests are answered immediately.
final class ServiceDirectory: Sendable {
    /// So many types are looked for at once beside those of the configuration, which have room of their own.
    static let maxOthers = 16
    /// One of those is looked for as long as somebody who may have it has asked for it within this time.
    static let keeping = Duration.seconds(900)
    /// So long does the first one who asks for a type wait until all there is has been found.
    static let patience = Duration.milliseconds(2_500)

    /// What is known of a type.
    struct Answer: Sendable {
        var instances: [ServiceInstance]
        /// Addresses that they had a moment ago, by the instance's identity.
        var recent: [String: [IPAddress]]
        /// Why there may be more, or others: what is missing on this machine.
        var unavailable: String?
    }

    typealias Browse = @Sendable (BrowsableType) async throws -> AsyncStream<BrowseEvent>

    private struct State {
        var settings = Configuration.Discovery()
        var browses: [BrowsableType: KeptBrowse] = [:]
        var isOver = false

        /// From one check of the ports of the type's services to the next; `nil` if they are not checked.
        func interval(_ type: BrowsableType) -> Duration? {
            settings.isChecking && settings.types.contains(type) ? settings.interval : nil
        }

        /// - Returns: Those that are to be ended: the checks of their ports are others now, so they are begun anew.
        mutating func apply(_ new: Configuration.Discovery) -> [KeptBrowse] {
            let before = self
            settings = new
            let others = browses.keys.filter { before.interval($0) != interval($0) }
            return others.compactMap { browses.removeValue(forKey: $0) }
        }

        /// - Returns: Those that are to be ended, as others have been asked for since.
        mutating func keepOthers(_ most: Int) -> [KeptBrowse] {
            let others = browses.filter { !settings.types.contains($0.key) }.map { ($0.key, $0.value.idle) }
            return others.sorted { $0.1 < $1.1 }.dropFirst(most).compactMap { browses.removeValue(forKey: $0.0) }
        }
    }

    private let look: Browse
    private let ports: PortCheck
    private let loop: EventLoop
    private let state = Mutex(State())

    init(ports: PortCheck, loop: EventLoop, _ look: @escaping Browse) {
        self.look = look
        self.ports = ports
        self.loop = loop
    }

    /// The types that are looked for whether or not somebody asks.
    var configured: [BrowsableType] { state.withLock { $0.settings.types } }

    /// Keeps the configured types until its task is cancelled.
    func run(_ settings: Configuration.Discovery) async {
        let before = state.withLock { $0.apply(settings) + $0.keepOthers(Self.maxOthers) }
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

    /// Looks for the type where nobody does yet.
    ///
    /// - Throws: 503 where nothing can be known.
    func answer(_ type: BrowsableType) async throws(Problem) -> Answer {
        try await browse(type).answer(within: Self.patience)
    }

    /// What is known of a type that is looked for already; sends nothing for whoever asks.
    ///
    /// - Throws: 403 for another type; 503 where nothing can be known.
    func known(_ type: BrowsableType) async throws(Problem) -> Answer {
        let (known, isConfigured) = state.withLock { ($0.browses[type], $0.settings.types.contains(type)) }
        // Those are looked for anyway: one that has ended by itself is begun again.
        if isConfigured { return try await answer(type) }
        guard let known, !known.isOver else {
            throw Problem(
                .forbidden,
                "\(type) is not looked for, and to look for it sends traffic: add it to discovery: types: in the "
                    + "configuration, or ask with the token (access: token_file:) as Authorization: Bearer TOKEN, or over "
                    + "the Unix socket as root or as a member of its group (access: group:)")
        }
        return try await known.answer(within: Self.patience)
    }

    private func browse(_ type: BrowsableType) throws(Problem) -> KeptBrowse {
        let (browse, old) = try state.withLock { state throws(Problem) -> (KeptBrowse, [KeptBrowse]) in
            if let known = state.browses[type], !known.isOver { return (known, []) }
            guard !state.isOver else { throw Problem(.serviceUnavailable, "the daemon is shutting down") }
            state.browses[type] = nil
            let old = state.settings.types.contains(type) ? [] : state.keepOthers(Self.maxOthers - 1)
            let (look, ports, interval) = (look, ports, state.interval(type))
            let new = KeptBrowse(loop: loop) {
                let events = try await look(type)
                guard let interval else { return events }
                return CheckedServices.events(events, by: ports, telling: .atOnce, every: interval)
            }
            state.browses[type] = new
            return (new, old)
        }
        for browse in old { browse.end() }
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

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
    /// The maximum number of types that are browsed for in addition to the configured ones.
    static let maxOthers = 16
    /// How long such a type is browsed for after the last request of a client with access to it.
    static let keeping = Duration.seconds(900)
    /// The maximum time that the first request for a type waits for the current instances.
    static let patience = Duration.milliseconds(2_500)

    /// The known instances of a type.
    struct KnownInstances: Sendable {
        var instances: [ServiceInstance]
        /// Addresses that they had recently, by the instance's identity.
        var recent: [String: [IPAddress]]
        /// Why the instances may be incomplete or outdated: what this machine lacks.
        var unavailable: String?
    }

    typealias Browse = @Sendable (BrowsableType) async throws -> AsyncStream<BrowseEvent>

    private struct State {
        var settings = Configuration.Discovery()
        var browses: [BrowsableType: CachedBrowse] = [:]
        var isOver = false

        /// The time between checks of the ports of the type's services; `nil` if they are not checked.
        func interval(_ type: BrowsableType) -> Duration? {
            settings.isChecking && settings.types.contains(type) ? settings.interval : nil
        }

        /// - Returns: The browsers to end and to start again, because the settings for checks of their ports have
        ///   changed.
        mutating func apply(_ new: Configuration.Discovery) -> [CachedBrowse] {
            let before = self
            settings = new
            let others = browses.keys.filter { before.interval($0) != interval($0) }
            return others.compactMap { browses.removeValue(forKey: $0) }
        }

        /// - Returns: The browsers to end, because other types were requested more recently.
        mutating func trimOthers(_ maxOthers: Int) -> [CachedBrowse] {
            let others = browses.filter { !settings.types.contains($0.key) }.map { ($0.key, $0.value.idle) }
            return others.sorted { $0.1 < $1.1 }.dropFirst(maxOthers).compactMap { browses.removeValue(forKey: $0.0) }
        }
    }

    private let startBrowse: Browse
    private let ports: PortCheck
    private let loop: EventLoop
    private let state = Mutex(State())

    init(ports: PortCheck, loop: EventLoop, _ startBrowse: @escaping Browse) {
        self.startBrowse = startBrowse
        self.ports = ports
        self.loop = loop
    }

    /// The configured types, which are always browsed for.
    var configured: [BrowsableType] { state.withLock { $0.settings.types } }

    /// Browses for the configured types until its task is cancelled.
    func run(_ settings: Configuration.Discovery) async {
        let before = state.withLock { $0.apply(settings) + $0.trimOthers(Self.maxOthers) }
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

    /// Starts to browse for the type if there is no browser yet.
    ///
    /// - Throws: 503 if nothing can be known.
    func knownInstances(_ type: BrowsableType) async throws(Problem) -> KnownInstances {
        try await browse(type).knownInstances(within: Self.patience)
    }

    /// The known instances of a type that is already browsed for; the request itself sends no packets.
    ///
    /// - Throws: 403 for another type; 503 if nothing can be known.
    func known(_ type: BrowsableType) async throws(Problem) -> KnownInstances {
        let (known, isConfigured) = state.withLock { ($0.browses[type], $0.settings.types.contains(type)) }
        // Configured types are browsed for anyway: a browser that has ended by itself is started again.
        if isConfigured { return try await knownInstances(type) }
        guard let known, !known.isOver else {
            throw Problem(
                .forbidden,
                "\(type) is not being browsed, and browsing it sends traffic: add it to discovery: types: in the "
                    + "configuration, or ask with the token (access: token_file:) as Authorization: Bearer TOKEN, or over "
                    + "the Unix socket as root or as a member of its group (access: group:)")
        }
        return try await known.knownInstances(within: Self.patience)
    }

    private func browse(_ type: BrowsableType) throws(Problem) -> CachedBrowse {
        let (browse, old) = try state.withLock { state throws(Problem) -> (CachedBrowse, [CachedBrowse]) in
            if let known = state.browses[type], !known.isOver { return (known, []) }
            guard !state.isOver else { throw Problem(.serviceUnavailable, "the daemon is shutting down") }
            state.browses[type] = nil
            let old = state.settings.types.contains(type) ? [] : state.trimOthers(Self.maxOthers - 1)
            let (startBrowse, ports, interval) = (startBrowse, ports, state.interval(type))
            let new = CachedBrowse(loop: loop) {
                let events = try await startBrowse(type)
                guard let interval else { return events }
                return ReachabilityFilteredServices.events(events, by: ports, timing: .atOnce, every: interval)
            }
            state.browses[type] = new
            return (new, old)
        }
        for browse in old { browse.end() }
        browse.recordRequest()
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

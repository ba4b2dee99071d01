import NIOHTTP1
import NetworkModel

/// The plan of a run of `netdiag serve`.
package struct ServePlan: Sendable {
    package var listeners: [ListenerPlan]
    /// The faults of the file that have their own servers.
    package var faultServers: [FaultServerPlan] = []
    package var seed: UInt64
    /// Whether the seed was chosen at random, so that nobody knows it yet.
    package var isSeedRandom = false
    package var limits = ServerLimits()
    /// Notes about parts of its files that have no effect, one line each.
    package var notes: [String] = []

    package init(listeners: [ListenerPlan] = [], seed: UInt64 = 0) {
        self.listeners = listeners
        self.seed = seed
    }

    /// The largest seed.
    package static let maxSeed: UInt64 = 999_999_999

    /// Creates a plan with the given seed, or with one chosen at random.
    package init(listeners: [ListenerPlan] = [], givenSeed: UInt64?) {
        self.init(listeners: listeners, seed: givenSeed ?? UInt64.random(in: 0...Self.maxSeed))
        isSeedRandom = givenSeed == nil
    }

    /// Whether anything that is served depends on the seed.
    package var hasRandomDecisions: Bool {
        listeners.contains { $0.hasRandomDecisions } || faultServers.contains { $0.when.probability != nil }
    }

    /// The names of all listeners.
    package var names: [String] { listeners.map(\.name) + faultServers.map { $0.name ?? $0.definition.cause.rawValue } }
}

extension ListenerPlan {
    fileprivate var hasRandomDecisions: Bool {
        questionFaults.contains { $0.when.probability != nil }
            || (faults + routes.flatMap(\.faults)).contains(where: \.isRandom)
            || routes.flatMap(\.responses).contains { response in
                if case .random = response.body { return true }
                return response.firstByte?.isRandom == true
            }
    }
}

extension FaultRule {
    fileprivate var isRandom: Bool {
        if case .delayed(let delay) = fault, delay.isRandom { return true }
        return when.probability != nil
    }
}

extension Delay {
    fileprivate var isRandom: Bool { if case .fixed = self { false } else { true } }
}

extension ServePlan {
    /// Opens the databases of all resources, creates their tables and fills empty ones; or only checks that this is possible.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the place of the error.
    package func prepareDatabases(for purpose: ResourceDatabase.Purpose) throws(FaultError) {
        var groups: [(database: ResourceDatabase, definitions: [ResourceDefinition])] = []
        for resource in listeners.flatMap(\.resources) {
            if let index = groups.firstIndex(where: { $0.database === resource.database }) {
                groups[index].definitions.append(resource.definition)
            } else {
                groups.append((resource.database, [resource.definition]))
            }
        }
        do throws(FaultError) {
            for group in groups { try group.database.prepare(group.definitions, for: purpose) }
        } catch {
            abandonDatabases()
            throw error
        }
    }

    /// Closes all databases.
    package func closeDatabases() { for resource in listeners.flatMap(\.resources) { resource.database.close() } }

    /// Closes all databases, and removes the files that were created for them.
    package func abandonDatabases() { for resource in listeners.flatMap(\.resources) { resource.database.abandon() } }
}

/// The plan of a listener: an address, a port and the responses.
package struct ListenerPlan: Sendable {
    package var name = "http"
    package var host = "127.0.0.1"
    /// The port; 0 if the kernel chooses one.
    package var port = 0
    /// The routes, of which the first that matches a request is used.
    package var routes: [RoutePlan] = []
    package var faults: [FaultRule] = []
    /// The faults of a zone, of which the first that applies to a query is used.
    package var questionFaults: [QueryFault] = []
    /// The response if no route matches: 404, or 501 if the server only serves one text.
    package var otherwise = ServedResponse.problem(.notFound, "no route fits this path")
    /// Whether this response is also used for other methods of a route's path, instead of 405.
    package var coversMethods = false
    /// The DNS-SD name under which the listener is published; empty for the name of the machine, `nil` for none.
    package var published: String?
    /// The upstream for requests that no route matches; with the scheme `tcp`, for all bytes.
    package var upstream: Upstream?
    /// The recording that provides responses if no route matches.
    package var replay: ReplayPlan?
    /// The TLS of the listener; `nil` for none.
    package var security: ListenerSecurity?
    package var content = ListenerContent.http
    /// The path of the archive of forwarded exchanges, which is created when the listener starts.
    package var recording: String?

    package init() {}
}

extension RoutePlan {
    /// The number of routes for messages: the operations of an OpenAPI document, or one.
    package var count: Int {
        if case .api(let service) = responses.first?.body { service.operations.count } else { 1 }
    }
}

extension ListenerPlan {
    /// The upstreams to which it forwards.
    package var upstreams: [Upstream] {
        guard content == .http else { return content == .stream ? [upstream].compactMap(\.self) : [] }
        return routes.flatMap(\.responses).compactMap {
            if case .forward(let upstream) = $0.body { upstream } else { nil }
        } + [upstream].compactMap(\.self)
    }

    /// The resources of all routes.
    package var resources: [Resource] {
        routes.flatMap(\.responses).compactMap { if case .resource(let resource) = $0.body { resource } else { nil } }
    }
}

/// A route of a listener.
package struct RoutePlan: Sendable {
    /// The methods; `nil` for all. GET includes HEAD.
    package var methods: Set<String>?
    package var path: PathPattern
    /// Further conditions on requests: header fields and query variables. The method and the path are conditions of their own.
    package var match = RequestMatch()
    /// The responses, which are sent in turn.
    package var responses: [ResponsePlan]
    /// Whether the first response follows the last one. If not, the last one is repeated.
    package var isRepeated = true
    package var faults: [FaultRule] = []
    package var authentication: AuthenticationPlan?
    package var session: SessionRule?

    package init(_ path: PathPattern, methods: Set<String>? = nil, _ responses: [ResponsePlan]) {
        self.path = path
        self.methods = methods
        self.responses = responses
    }
}

/// A fault and its conditions.
package struct FaultRule: Sendable {
    /// The cause that the fault leads to, or another name for lists.
    package var name: String
    package var fault: ExchangeFault
    package var when: FaultConditions
    /// Whether the fault is off at first.
    package var beginsOff = false
    /// The fault with its arguments, as `netdiag serve faults --set` takes it: `http.slow=3s`, `delay=200ms`.
    package var setting: String

    package init(_ name: String, _ fault: ExchangeFault, when: FaultConditions = .always, setting: String? = nil) {
        self.name = name
        self.fault = fault
        self.when = when
        self.setting = setting ?? name
    }
}

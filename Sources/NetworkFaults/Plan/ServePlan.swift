import NIOHTTP1

/// Everything that one run of `netdiag serve` serves.
package struct ServePlan: Sendable {
    package var listeners: [ListenerPlan]
    package var seed: UInt64
    package var limits = ServerLimits()
    /// What of its files nobody acts on, a line each.
    package var notes: [String] = []

    package init(listeners: [ListenerPlan] = [], seed: UInt64 = 0) {
        self.listeners = listeners
        self.seed = seed
    }
}

extension ServePlan {
    /// Opens the databases of all resources, makes their tables and fills those that are empty; or tries it.
    ///
    /// - Throws: ``FaultError/usage(_:)`` with the place of what is wrong.
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

    /// Closes all databases, and removes the files that were made for them.
    package func abandonDatabases() { for resource in listeners.flatMap(\.resources) { resource.database.abandon() } }
}

/// An address and port that is served, and what it answers.
package struct ListenerPlan: Sendable {
    package var name = "http"
    package var host = "127.0.0.1"
    /// 0 is one that the kernel picks.
    package var port = 0
    /// The first that fits a request answers it.
    package var routes: [RoutePlan] = []
    package var faults: [FaultRule] = []
    /// Of a zone: the first that applies is what a question gets.
    package var questionFaults: [QuestionFault] = []
    /// What is answered where no route fits: 404, or 501 of a server that serves one text alone.
    package var otherwise = HTTPAnswer.problem(.notFound, "no route fits this path")
    /// Whether that is the answer for other methods of a route's path too, in place of 405.
    package var coversMethods = false
    /// The name that it is published by over DNS-SD; an empty one is the machine's own, `nil` is not at all.
    package var published: String?
    /// Where requests go that no route fits; with the scheme tcp, all bytes.
    package var upstream: Upstream?
    /// What is answered from a recording where no route fits.
    package var replay: ReplayPlan?
    /// What clients talk with; `nil` for the clear.
    package var security: ListenerSecurity?
    package var content = ListenerContent.http
    /// The archive that forwarded exchanges are recorded to; it is made when the listener starts.
    package var recording: String?

    package init() {}
}

extension RoutePlan {
    /// For messages: the operations of a document, or one.
    package var count: Int {
        if case .api(let service) = responses.first?.body { service.operations.count } else { 1 }
    }
}

extension ListenerPlan {
    /// All that its routes serve.
    package var resources: [Resource] {
        routes.flatMap(\.responses).compactMap { if case .resource(let resource) = $0.body { resource } else { nil } }
    }
}

/// What answers some requests of a listener.
package struct RoutePlan: Sendable {
    /// `nil` is every method. GET stands for HEAD too.
    package var methods: Set<String>?
    package var path: PathPattern
    package var headers: [String: String?] = [:]
    /// Several are given one after the other.
    package var responses: [ResponsePlan]
    /// Whether the first response follows on the last; else the last one stays.
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

/// A fault, and when it applies.
package struct FaultRule: Sendable {
    /// The cause that it leads to, or what else it is called in lists.
    package var name: String
    package var fault: ExchangeFault
    package var when: When
    /// Whether it is off until somebody switches it on.
    package var beginsOff = false

    package init(_ name: String, _ fault: ExchangeFault, when: When = .always) {
        self.name = name
        self.fault = fault
        self.when = when
    }
}

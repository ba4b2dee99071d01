import NIOPosix
import NetworkFaults
import NetworkModel
import Synchronization

/// The servers of a run.
final class RunningServers: Sendable {
    /// A server of a run.
    struct Server: Sendable {
        var name: String
        var url: String
        var checkArguments: [String]
        /// Environment variables that a check needs.
        var environment: [String: String] = [:]
        var port: Int
        /// The name in DNS-SD; `nil` if it is not announced.
        var published: String?
        let kind: Kind

        /// The object that controls it.
        enum Kind: Sendable {
            case listener(PlanListener)
            case fault(SwitchableFault)
        }

        var responder: PlanResponder? { if case .listener(let listener) = kind { listener.responder } else { nil } }

        /// The server as it is now: other arguments of a fault can need another check.
        fileprivate var current: Server {
            guard case .fault(let fault) = kind else { return self }
            var server = self
            let check = fault.check
            (server.url, server.checkArguments, server.environment) = (check.target, check.arguments, check.environment)
            return server
        }

        /// The server as text.
        var line: String {
            let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let words = variables + ["netdiag", "check"] + checkArguments + [url]
            let check = words.map(ShellText.quoted).joined(separator: " ")
            return words.count == 3 ? "\(name)  \(url)" : "\(name)  \(url)  (\(check))"
        }

        /// The server as a JSON document on one line.
        var json: String {
            let arguments = checkArguments.map(JSONText.quoted).joined(separator: ",")
            let variables = environment.sorted { $0.key < $1.key }.map {
                "\(JSONText.quoted($0.key)):\(JSONText.quoted($0.value))"
            }
            return
                "{\"check_arguments\":[\(arguments)],\"environment\":{\(variables.joined(separator: ","))},\"name\":\(JSONText.quoted(name)),\"port\":\(port),"
                + "\"schema\":\"netdiag.served/1\",\"url\":\(JSONText.quoted(url))}"
        }
    }

    let log = RequestLog()
    let directory: RunDirectory
    /// The seed of random decisions.
    let seed: UInt64
    let authority: RunAuthority
    /// The descriptors that the listeners share.
    private let budget: DescriptorBudget
    private let servers = Mutex<[Server]>([])

    init(directory: RunDirectory, plan: ServePlan, budget: DescriptorBudget = DescriptorBudget()) {
        self.directory = directory
        self.budget = budget
        seed = plan.seed
        authority = RunAuthority(in: directory)
    }

    var list: [Server] { servers.withLock { $0 }.map(\.current) }

    private var context: FaultContext {
        var context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, seed: seed, directory: directory, authority: authority)
        (context.log, context.budget) = (log, budget)
        return context
    }

    /// Starts the server of a fault.
    func start(
        _ definition: FaultDefinition, _ arguments: FaultArguments, host: String, port: Int, published: String? = nil,
        limits: ServerLimits = ServerLimits()
    ) async throws {
        if let exchange = definition.exchange {
            // It is started as a listener, whose faults can be switched off and whose requests are counted.
            let name = definition.name(with: arguments)
            var plan = HTTPFaultServer.plan([FaultRule(name, exchange(arguments))])
            (plan.name, plan.host, plan.port) = (name, host, port)
            plan.published = published
            return try await start(
                plan, limits: limits, checkArguments: try definition.exchangeCheckArguments(context))
        }
        var server = FaultServerPlan(definition, arguments)
        (server.host, server.port, server.published) = (host, port, published)
        try await start(server)
    }

    /// Starts a fault that has its own server.
    func start(_ plan: FaultServerPlan) async throws {
        var context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, host: plan.host, port: plan.port, arguments: plan.arguments,
            seed: seed, directory: directory, authority: authority)
        context.log = log
        context.gate = FaultGate(plan.when, seed: seed)
        let fault = try await SwitchableFault(plan.definition, context, beginsOff: plan.beginsOff)
        add(
            Server(
                name: plan.name ?? fault.name, url: "", checkArguments: [], port: fault.targetPort,
                published: plan.published, kind: .fault(fault)))
    }

    /// Starts a listener of a plan.
    func start(_ listener: ListenerPlan, limits: ServerLimits, checkArguments: [String] = []) async throws {
        let running = try await PlanListener.start(listener, limits: limits, context)
        add(
            Server(
                name: listener.name, url: running.url, checkArguments: running.checkArguments + checkArguments,
                port: running.port, published: listener.published, kind: .listener(running)))
    }

    /// Rejects listeners that forward to each other in a circle, in which a connection would be forwarded without end.
    func refuseCircles() throws(FaultError) {
        try ForwardingListener.refuseCircles(
            list.compactMap { server in
                guard case .listener(let listener) = server.kind else { return nil }
                return ForwardingListener(
                    name: server.name, address: listener.address, upstreams: listener.upstreams)
            })
    }

    private func add(_ server: Server) { servers.withLock { $0.append(server) } }

    /// Ends all servers.
    func close() async {
        let all = servers.withLock { servers in
            defer { servers = [] }
            return servers
        }
        for server in all { await server.close() }
    }

    // MARK: - States

    /// The state of a run.
    enum Condition: String, Sendable {
        /// It listens, and currently handles no request.
        case idle
        case running, paused, draining
    }

    private let isDraining = Mutex(false)

    var condition: Condition {
        if isDraining.withLock({ $0 }) { return .draining }
        let list = list
        if !list.isEmpty, list.allSatisfy(\.isPaused) { return .paused }
        return list.contains(where: \.isBusy) ? .running : .idle
    }

    func set(_ availability: PlanResponder.Availability) async throws {
        for server in list {
            switch server.kind {
            case .listener(let listener): listener.set(availability)
            case .fault(let fault):
                var condition = fault.condition
                condition.isPaused = availability == .paused
                try await fault.set(condition)
            }
        }
    }

    /// - Parameter names: The names of faults; `nil` for all.
    func set(_ faults: PlanResponder.FaultState, of names: Set<String>? = nil) async throws {
        for server in list {
            switch server.kind {
            case .listener(let listener): listener.responder?.set(faults, of: names)
            case .fault(let fault):
                guard names?.contains(fault.name) ?? true else { continue }
                var condition = fault.condition
                condition.isOff = faults == .off
                try await fault.set(condition)
            }
        }
    }

    /// Restores the faults with servers of their own, as they are at the start.
    func resetFaults() async throws { for case .fault(let fault) in list.map(\.kind) { try await fault.reset() } }

    /// Stops accepting connections, and returns when the last response has been sent.
    func drain() async {
        isDraining.withLock { $0 = true }
        await withTaskGroup(of: Void.self) { group in
            for server in list { group.addTask { await server.drain() } }
        }
    }
}

extension RunningServers.Server {
    var isPaused: Bool {
        switch kind {
        case .listener(let listener): listener.availability == .paused
        case .fault(let fault): fault.condition.isPaused
        }
    }

    var isBusy: Bool { if case .listener(let listener) = kind { listener.isBusy } else { false } }

    func drain() async {
        switch kind {
        case .listener(let listener): await listener.drain()
        case .fault(let fault): await fault.close()
        }
    }

    func close() async {
        switch kind {
        case .listener(let listener): await listener.close()
        case .fault(let fault): await fault.close()
        }
    }
}

/// Quotes words for a shell.
enum ShellText {
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                let scalar = Unicode.Scalar(byte)
                return scalar.isASCII
                    && (scalar.properties.isAlphabetic || "0123456789-_./:=@%+,".unicodeScalars.contains(scalar))
            }
        return isPlain
            ? word : "'" + word.replacing(scalar: "'", with: "'\\''") + "'"
    }
}

import NIOCore
import NIOHTTP1
import Synchronization
import NetworkModel

/// Responds to the requests of one listener according to its plan.
package final class PlanResponder: HTTPResponder {
    /// The counters and random generators of the listener.
    private struct State {
        /// The faults as they are now. Commands may change them.
        var faults: CurrentFaults
        /// The conditions of the listener's faults, then of those of each route.
        var rules: [[FaultConditionState]]
        /// The conditions of the faults of a zone.
        var questionRules: [FaultConditionState]
        /// The number of requests of each route.
        var counts: [Int]
        var generator: SeededGenerator
        var isPaused = false
        /// Whether each rule is off, in the order of `rules`.
        var off: [[Bool]]
        var questionOff: [Bool]
    }

    package let plan: ListenerPlan
    package let sessions = SessionTable()
    let log: RequestLog
    private let seed: UInt64
    private let authenticators: [Authenticator?]
    private let state: Mutex<State>

    /// The recorder of forwarded exchanges; `nil` for none.
    private let recorder: HARRecorder?
    /// The pseudonym of this listener in the field Via (RFC 9110 section 7.6.3). A request that contains it has looped.
    private let pseudonym = "netdiag-serve-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    private let forwardsAnything: Bool
    /// Whether forwarded requests are told apart by their paths, which upstreams may simplify.
    private let needsPlainPaths: Bool
    private let hasSessions: Bool
    let replayed = ReplayCounts()

    package init(_ plan: ListenerPlan, log: RequestLog, seed: UInt64, recorder: HARRecorder? = nil) {
        self.plan = plan
        self.recorder = recorder
        forwardsAnything = plan.upstream != nil || plan.routes.contains { $0.forwards }
        needsPlainPaths = forwardsAnything && plan.routes.contains { !$0.path.isEverything }
        hasSessions = plan.routes.contains { $0.session != nil }
        self.log = log
        self.seed = seed
        authenticators = plan.routes.map { $0.authentication.map(Authenticator.init) }
        state = Mutex(Self.state(plan, seed))
    }

    private static func state(_ plan: ListenerPlan, _ seed: UInt64) -> State {
        var stream: UInt64 = 0
        let rules = ([plan.faults] + plan.routes.map(\.faults)).map { rules in
            rules.map { rule in
                stream += 1
                return FaultConditionState(rule.when, seed: seed, stream: stream)
            }
        }
        let questionRules = plan.questionFaults.map { fault in
            stream += 1
            return FaultConditionState(fault.when, seed: seed, stream: stream)
        }
        return State(
            faults: CurrentFaults(plan), rules: rules, questionRules: questionRules, counts: plan.routes.map { _ in 0 },
            generator: SeededGenerator(seed: seed, stream: 0),
            off: ([plan.faults] + plan.routes.map(\.faults)).map { $0.map { $0.beginsOff } },
            questionOff: plan.questionFaults.map { $0.beginsOff })
    }

    // MARK: - Control

    package enum Availability: Sendable, Hashable {
        case running, paused
    }

    /// Sets the availability. While it is paused, the response to all requests is 503.
    package func set(_ availability: Availability) { state.withLock { $0.isPaused = availability == .paused } }
    package var availability: Availability { state.withLock { $0.isPaused ? .paused : .running } }

    package enum FaultState: Sendable, Hashable {
        case asPlanned, off
    }

    /// A fault, for lists.
    package struct ListedFault: Sendable, Hashable {
        package let name: String
        /// The fault with its arguments.
        package let setting: String
        /// Its conditions as in a file; empty for none.
        package let when: String
        /// The path of the route; empty for a fault of the listener.
        package let route: String
        package let faultiness: FaultState

        package init(name: String, setting: String, when: String, route: String, faultiness: FaultState) {
            (self.name, self.setting, self.when) = (name, setting, when)
            (self.route, self.faultiness) = (route, faultiness)
        }
    }

    /// All faults: those of the listener, of a zone, and of each route.
    package var faults: [ListedFault] {
        let (faults, off, questionOff) = state.withLock { ($0.faults, $0.off, $0.questionOff) }
        func listed(_ rules: [FaultRule], _ route: String, _ off: [Bool]) -> [ListedFault] {
            zip(rules, off).map {
                ListedFault(
                    name: $0.name, setting: $0.setting, when: $0.when.text(), route: route,
                    faultiness: $1 ? .off : .asPlanned)
            }
        }
        let questions = zip(faults.questions, questionOff).map {
            ListedFault(
                name: $0.name, setting: $0.setting, when: $0.when.text(with: $0.match), route: "",
                faultiness: $1 ? .off : .asPlanned)
        }
        return listed(faults.rules[0], "", off[0]) + questions
            + plan.routes.indices.flatMap { index in
                listed(faults.rules[index + 1], plan.routes[index].path.description, off[index + 1])
            }
    }

    /// The faults as they are now: those of the plan until ``replace(_:)``.
    package var currentFaults: CurrentFaults { state.withLock { $0.faults } }

    /// Changes the arguments and conditions of faults until ``reset()``. If the conditions of a fault change, its requests are
    /// counted from 1 again.
    ///
    /// - Parameter faults: The current faults, with changes, in the same order.
    package func replace(_ faults: CurrentFaults) {
        state.withLock { state in
            var stream: UInt64 = 0
            for (group, rules) in faults.rules.enumerated() {
                for (number, rule) in rules.enumerated() {
                    stream += 1
                    guard rule.when != state.faults.rules[group][number].when else { continue }
                    state.rules[group][number] = FaultConditionState(rule.when, seed: seed, stream: stream)
                }
            }
            for (number, fault) in faults.questions.enumerated() {
                stream += 1
                let before = state.faults.questions[number]
                guard (fault.when, fault.match) != (before.when, before.match) else { continue }
                state.questionRules[number] = FaultConditionState(fault.when, seed: seed, stream: stream)
            }
            state.faults = faults
        }
    }

    /// Switches faults off, or on again.
    ///
    /// - Parameter names: The names as in ``faults``; `nil` for all.
    package func set(_ faults: FaultState, of names: Set<String>? = nil) {
        func change(_ off: inout Bool, _ name: String) {
            if names?.contains(name) ?? true { off = faults == .off }
        }
        state.withLock { state in
            for (group, rules) in state.faults.rules.enumerated() {
                for (number, rule) in rules.enumerated() { change(&state.off[group][number], rule.name) }
            }
            for (number, fault) in state.faults.questions.enumerated() {
                change(&state.questionOff[number], fault.name)
            }
        }
    }

    /// Resets all counts and random sequences, and restores the faults of the plan, as they are at the start.
    package func reset() {
        state.withLock { state in
            let isPaused = state.isPaused
            state = Self.state(plan, seed)
            state.isPaused = isPaused
        }
        replayed.reset()
    }

    // MARK: - Requests

    package func destination(of request: ServedRequest) -> BodyDestination {
        guard forwardsAnything, refusalOfPath(request) == nil else { return .responder }
        guard let (index, _) = route(for: request) else { return isForUpstream(request) ? .upstream : .responder }
        let route = plan.routes[index]
        guard route.forwards else { return .responder }
        return route.readsBodies ? .both : .upstream
    }

    private func isForUpstream(_ request: ServedRequest) -> Bool {
        guard plan.upstream != nil, refusal(of: request).status == plan.otherwise.status else { return false }
        guard let replay = plan.replay else { return true }
        return replay.isSpy && !replay.table.has(request)
    }

    package func respond(to request: ServedRequest, after elapsed: Duration) async -> HTTPTransmission {
        var (transmission, faults) = await decide(request, elapsed)
        let isAnswered =
            switch transmission.fault {
            case .silent, .raw: false
            case .cut, .replaced, .delayed, .paced, nil: true
            }
        let entry = RequestLog.Entry(
            number: 0, at: elapsed, listener: plan.name, method: request.method, path: request.path,
            peer: request.peer ?? "", status: isAnswered ? transmission.response.status.code : 0,
            bodyBytes: request.body.readableBytes, faults: faults)
        if isAnswered, case .forward(let upstream) = transmission.response.body {
            // The request is recorded with the response of the upstream.
            transmission.order = ForwardOrder(
                upstream: upstream, pseudonym: pseudonym, entry: entry, log: log, recorder: recorder)
        } else {
            log.record(entry)
        }
        return transmission
    }

    package func recordRefusal(
        _ refusal: ServedResponse, of request: ServedRequest, received: Int, after elapsed: Duration
    ) {
        log.record(
            RequestLog.Entry(
                number: 0, at: elapsed, listener: plan.name, method: request.method, path: request.path,
                peer: request.peer ?? "", status: refusal.status.code, bodyBytes: received, faults: []))
    }

    /// Decisions that may take long run on other threads (``RoutePlan/mayTakeLong``).
    package var isBrief: Bool { true }

    private func decide(_ request: ServedRequest, _ elapsed: Duration) async -> (HTTPTransmission, [String]) {
        if availability == .paused {
            var response = ServedResponse.problem(.serviceUnavailable, "the server is paused")
            response.headers.add(name: "Retry-After", value: "1")
            return (HTTPTransmission(response), [])
        }
        // The whole server, in place of a path (RFC 9112 section 3.2.4).
        if request.method == "OPTIONS", request.target == "*", !plan.coversMethods {
            return applied(nil, HTTPTransmission(optionsOfServer), request, elapsed)
        }
        if let reason = refusalOfPath(request) { return (HTTPTransmission(.problem(.badRequest, reason)), []) }
        guard let (index, path) = route(for: request) else {
            return applied(nil, HTTPTransmission(responseWithoutRoute(request)), request, elapsed)
        }
        let route = plan.routes[index]
        if let refusal = authenticators[index]?.refusal(of: request) {
            return applied(index, HTTPTransmission(refusal), request, elapsed)
        }
        if route.session?.action == .required, sessions.session(of: request) == nil {
            return applied(index, HTTPTransmission(.problem(.forbidden, "no session")), request, elapsed)
        }
        let turn = requestNumber(of: index)
        var session = SessionExchange.none
        do throws(SessionRefusal) {
            if hasSessions {
                session = try SessionExchange(route.session, sessions, request, path, count: turn.count)
            }
        } catch {
            return applied(index, HTTPTransmission(error.response), request, elapsed)
        }
        let values = session.values
        let build: @Sendable (ResourceDatabase.Patience) -> ServedResponse = { patience in
            self.response(index, turn, path, values, request, patience)
        }
        var response =
            route.mayTakeLong
            ? await withTaskExecutorPreference(globalConcurrentExecutor) { build(.brief) } : build(.brief)
        if response.isUnfinished {
            response = await LongListThreads.shared.response { build(.whole) }
        }
        if let cookie = session.cookie { response.headers.add(name: "Set-Cookie", value: cookie) }
        return applied(index, HTTPTransmission(response), request, elapsed)
    }

    /// Returns the reason why a path is refused before any route is chosen; `nil` if it is not.
    private func refusalOfPath(_ request: ServedRequest) -> String? {
        // Servers differ in which of them counts (RFC 9112 section 3.2). None at all is allowed, for very simple clients.
        guard !request.hasSeveralHosts else { return "there is more than one field Host" }
        guard let segments = request.decodedSegments else { return "the path cannot be decoded" }
        guard needsPlainPaths else { return nil }
        // Some upstreams cut the path at a fragment, and remove parameters, before they look for the resource.
        let bare = segments.map { String(decoding: $0.utf8.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) }
        let isSame = plan.routes.allSatisfy { ($0.path.match(segments) == nil) == ($0.path.match(bare) == nil) }
        guard ServedRequest.isPlain(segments), isSame, !request.path.utf8.contains(UInt8(ascii: "#")) else {
            return "a segment of the path is empty, . or .., or has a slash, a parameter or a fragment, "
                + "which upstreams read in different ways"
        }
        return nil
    }

    /// Returns the number of a request among those of its route, and its own random generator, independent of other requests.
    private func requestNumber(of index: Int) -> (count: Int, generator: SeededGenerator) {
        state.withLock { state in
            state.counts[index] += 1
            return (state.counts[index], SeededGenerator(seed: state.generator.next()))
        }
    }

    private func response(
        _ index: Int, _ turn: (count: Int, generator: SeededGenerator), _ path: [String: String],
        _ session: [String: String], _ request: ServedRequest, _ patience: ResourceDatabase.Patience
    ) -> ServedResponse {
        let route = plan.routes[index]
        var (count, generator) = turn
        let place = route.isRepeated ? (count - 1) % route.responses.count : min(count, route.responses.count) - 1
        let fixed = route.path.segments.prefix { if case .rest = $0 { false } else { true } }.count
        let values = TemplateValues(request: request, path: path, session: session, count: count)
        let builder = ResponseBuilder(
            request: request, values: values, rest: Array(request.pathSegments.dropFirst(fixed)),
            isLocal: request.peer.map { $0.hasPrefix("127.") || $0.hasPrefix("[::1]") } ?? true,
            patience: patience)
        return builder.response(route.responses[place], &generator)
    }

    /// Returns the first matching route, and the variables of its path.
    private func route(for request: ServedRequest) -> (Int, [String: String])? {
        for (index, route) in plan.routes.enumerated() {
            guard let path = route.path.match(request.pathSegments), route.takes(request.method) else { continue }
            guard route.match.isEmpty || route.match.fits(request) else { continue }
            return (index, path)
        }
        return nil
    }

    /// Returns the response of the recording or the upstream, or a refusal.
    private func responseWithoutRoute(_ request: ServedRequest) -> ServedResponse {
        if let replay = plan.replay, let response = replayed.response(to: request, replay) { return response }
        if isForUpstream(request), let upstream = plan.upstream { return ServedResponse(.ok, body: .forward(upstream)) }
        return refusal(of: request)
    }

    private func refusal(of request: ServedRequest) -> ServedResponse {
        guard !plan.coversMethods else { return plan.otherwise }
        let methods = Set(
            plan.routes.filter { $0.path.match(request.pathSegments) != nil && !$0.takes(request.method) }
                .flatMap { $0.methods ?? [] })
        guard !methods.isEmpty else { return plan.otherwise }
        guard (Self.usualMethods + ["TRACE", "CONNECT"]).contains(request.method) else {
            return .problem(.notImplemented, "the method is not known")
        }
        var response = ServedResponse.problem(.methodNotAllowed, "the path is for other methods")
        response.headers.add(
            name: "Allow",
            value: (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted().joined(separator: ", "))
        return response
    }

    private static let usualMethods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]

    /// The response to OPTIONS with the target `*`: the methods of any route.
    private var optionsOfServer: ServedResponse {
        var methods = Set(plan.routes.flatMap { $0.methods ?? Set(Self.usualMethods) })
        if plan.upstream != nil || plan.replay != nil { methods.formUnion(Self.usualMethods) }
        if methods.contains("GET") { methods.insert("HEAD") }
        methods.insert("OPTIONS")
        return ServedResponse(.noContent, headers: ["Allow": methods.sorted().joined(separator: ", ")])
    }

    /// Applies the faults of the listener and the route.
    func applied(
        _ index: Int?, _ transmission: HTTPTransmission, _ request: ServedRequest, _ elapsed: Duration
    ) -> (HTTPTransmission, [String]) {
        let hasRules = !plan.faults.isEmpty || index.map { !plan.routes[$0].faults.isEmpty } == true
        guard hasRules else { return (transmission, []) }
        return state.withLock { state in
            var (transmission, names) = (transmission, [String]())
            for group in [0] + (index.map { [$0 + 1] } ?? []) {
                for (number, rule) in state.faults.rules[group].enumerated() {
                    let applies = state.rules[group][number].applies(to: request, after: elapsed)
                    guard applies, !state.off[group][number] else { continue }
                    names.append(rule.name)
                    transmission.apply(rule.fault, &state.generator)
                }
            }
            return (transmission, names)
        }
    }

    /// Returns the first fault that applies to a query. All faults that match the query count it.
    func fault(of query: DNSQuery, _ elapsed: Duration) -> QueryFault? {
        guard !plan.questionFaults.isEmpty else { return nil }
        return state.withLock { state in
            var found: QueryFault?
            for (number, fault) in state.faults.questions.enumerated() where fault.match.fits(query) {
                let applies = state.questionRules[number].applies(after: elapsed)
                if applies, !state.questionOff[number], found == nil { found = fault }
            }
            return found
        }
    }
}

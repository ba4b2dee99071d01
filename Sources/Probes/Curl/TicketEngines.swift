import CCurl
import EventLoopKit
import NetworkModel
import Synchronization

/// The engines for transfers that log in with Kerberos tickets.
///
/// GSSAPI gets a ticket in a call that blocks on the network, and nothing ends that call: libcurl's time limit does not, and
/// a single silent KDC took 27 s. Such a transfer therefore has an engine, with its own thread, for itself. At its time limit
/// it is abandoned, and its engine is used again once the call has ended.
final class TicketEngines: Sendable {
    /// The maximum number of engines, and thus of threads that wait for KDCs.
    static let maxEngines = 16
    /// How long after its time limit a transfer may still end by itself. libcurl ends it at the limit unless it is blocked.
    static let grace = Duration.milliseconds(500)

    private struct State {
        var idle: [CurlEngine] = []
        /// The numbers of abandoned transfers whose calls have not ended, by server.
        var overdue: [String: Int] = [:]
    }

    private let turns = Limiter(maxEngines)
    private let state = Mutex(State())

    /// Runs a transfer with its continuation, which the caller does not wait for longer than the limit.
    ///
    /// - Parameters:
    ///   - engine: The engine for a transfer without tickets, if none can be obtained.
    ///   - make: Creates the transfer on the loop of an engine.
    ///   - body: Runs after the transfer with its outcome, and with its connection if that is kept.
    func run<Transfer: TicketTransfer, Value: Sendable>(
        _ plan: CurlPlan, on engine: CurlEngine, _ make: @escaping TicketTransferFactory<Transfer>,
        keepsConnection: Bool, _ body: @escaping @Sendable (Transfer.Outcome, CurlChannel?) async throws -> Value
    ) async throws -> Value {
        let begun = ContinuousClock.now
        let place = plan.loginPlace
        guard state.withLock({ $0.overdue[place] == nil }) else {
            return try await runWithoutTickets(
                plan, on: engine, make,
                because: "an earlier request for a Kerberos ticket still waits for its servers (KDCs)",
                body)
        }
        let run = TicketRun<Transfer.Outcome, Value>(on: engine.loop, within: plan.limit)
        let end = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                run.begin(caller) {
                    try await self.withEngine(for: place, run) { engine in
                        var timed = plan
                        timed.limit = max(plan.limit - begun.duration(to: .now), .milliseconds(1))
                        let (rest, loop) = (timed, engine.loop)
                        let made: @Sendable (CurlHandle) throws -> Transfer = { handle in
                            let transfer = try make(handle, rest, loop)
                            transfer.exchange.whenRefused = { [unowned transfer] in
                                run.record(transfer.outcome(CURLE_OK))
                            }
                            return transfer
                        }
                        guard keepsConnection else {
                            let outcome = try await engine.perform(made)
                            run.endTransfer()
                            return try await body(outcome, nil)
                        }
                        return try await engine.withConnection(made) { outcome, channel in
                            run.endTransfer()
                            return try await body(outcome, channel)
                        }
                    }
                }
            }
        } onCancel: {
            run.cancel()
        }
        switch end {
        case .value(let value): return value
        case .noEngine:
            var rest = plan
            rest.limit = max(plan.limit - begun.duration(to: .now), .milliseconds(1))
            return try await runWithoutTickets(
                rest, on: engine, make,
                because: "all \(Self.maxEngines) threads for Kerberos tickets wait for its servers (KDCs)", body)
        case .overdue(let seen):
            guard var seen else {
                throw ProbeError("the Kerberos library", reason: "it did not return in time")
            }
            seen.http.ticketProblem = "no Kerberos ticket in time; the library still waits for its servers (KDCs)"
            return try await body(seen, nil)
        }
    }

    /// Runs a transfer that sends no tickets. If the server requires a login, the outcome says why there was none.
    private func runWithoutTickets<Transfer: TicketTransfer, Value: Sendable>(
        _ plan: CurlPlan, on engine: CurlEngine, _ make: @escaping TicketTransferFactory<Transfer>,
        because reason: String,
        _ body: @Sendable (Transfer.Outcome, CurlChannel?) async throws -> Value
    ) async throws -> Value {
        let (bare, loop) = (plan.withoutTickets, engine.loop)
        return try await engine.withConnection({ try make($0, bare, loop) }) { outcome, channel in
            var outcome = outcome
            outcome.http.ticketProblem = reason
            return try await body(outcome, channel)
        }
    }

    /// Runs the body with an engine that nothing else uses. This can end long after the caller was resumed.
    private func withEngine<Outcome: Sendable, Value: Sendable>(
        for place: String, _ run: TicketRun<Outcome, Value>, _ body: @Sendable (CurlEngine) async throws -> Value
    ) async throws -> Value {
        try await turns.withPermit {
            let idle = state.withLock { $0.idle.popLast() }
            guard let engine = idle ?? CurlEngine.make(withLoopNamed: "netdiag-tickets") else {
                throw ProbeError("the Kerberos library", reason: "no thread is available for it")
            }
            run.startTransfer { self.state.withLock { $0.overdue[place, default: 0] += 1 } }
            defer {
                let isOverdue = run.leaveEngine()
                state.withLock { state in
                    state.idle.append(engine)
                    guard isOverdue, let count = state.overdue[place] else { return }
                    state.overdue[place] = count > 1 ? count - 1 : nil
                }
            }
            return try await body(engine)
        }
    }
}

/// Creates a transfer, which uses the given loop for its own timers.
typealias TicketTransferFactory<Transfer: TicketTransfer> =
    @Sendable (CurlHandle, CurlPlan, EventLoop) throws -> Transfer

/// A transfer that may log in with Kerberos tickets.
protocol TicketTransfer: CurlTransfer, SendableMetatype where Outcome: TicketOutcome {
    /// The requests and responses of the transfer.
    var exchange: HTTPTransfer { get }
}

/// The result of such a transfer.
protocol TicketOutcome: Sendable {
    /// The part about HTTP.
    var http: HTTPTransfer.Outcome { get set }
}

extension HTTPTransfer: TicketTransfer {
    var exchange: HTTPTransfer { self }
}

extension HTTPTransfer.Outcome: TicketOutcome {
    var http: Self {
        get { self }
        set { self = newValue }
    }
}

extension CurlEngine {
    /// Runs a transfer that may log in with Kerberos tickets, until it ends or its time limit is reached.
    ///
    /// - Parameter make: Creates the transfer with its plan, which may have no tickets any more.
    /// - Throws: As ``perform(_:)``.
    nonisolated func perform<Transfer: TicketTransfer>(
        _ plan: CurlPlan, _ make: @escaping TicketTransferFactory<Transfer>
    ) async throws -> Transfer.Outcome {
        guard plan.usesTickets else { return try await perform { [loop] in try make($0, plan, loop) } }
        return try await tickets.run(plan, on: self, make, keepsConnection: false) { outcome, _ in outcome }
    }

    /// Establishes a connection as ``withConnection(_:_:)`` does, with a login that may need Kerberos tickets.
    nonisolated func withConnection<Transfer: TicketTransfer, Value: Sendable>(
        _ plan: CurlPlan, _ make: @escaping TicketTransferFactory<Transfer>,
        _ body: @escaping @Sendable (Transfer.Outcome, CurlChannel?) async throws -> Value
    ) async throws -> Value {
        guard plan.usesTickets else {
            return try await withConnection({ [loop] in try make($0, plan, loop) }, body)
        }
        return try await tickets.run(plan, on: self, make, keepsConnection: true, body)
    }
}

extension CurlPlan {
    /// Whether a login uses Kerberos tickets, for which a library blocks.
    var usesTickets: Bool { [login, proxyLogin].contains { $0?.usesTickets == true } }

    /// The plan without such logins.
    var withoutTickets: CurlPlan {
        var plan = self
        if login?.usesTickets == true { plan.login = nil }
        if proxyLogin?.usesTickets == true { plan.proxyLogin = nil }
        return plan
    }

    /// The servers that may require the tickets: the origin, and the proxy.
    fileprivate var loginPlace: String {
        let origin = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).prefix(2)
        return origin.joined(separator: "/") + " " + (socket.path ?? proxy.map { "\($0)" } ?? "")
    }
}

extension HTTPProbe.Login {
    fileprivate var usesTickets: Bool {
        if case .tickets = secret.content { return true }
        return false
    }
}

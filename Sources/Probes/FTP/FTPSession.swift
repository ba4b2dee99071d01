import CCurl
import EventLoopKit
import NetworkModel
import Synchronization

/// Work at an FTP server over one control connection, on a thread of its own: libcurl waits inside its calls where FTP
/// ends a transfer and a connection, and nothing else may have to wait with it.
public final class FTPSession: Sendable {
    public let server: FTPServer
    private let socket: ConnectedSocket
    private let engine: CurlEngine
    private let keeper = Keeper()
    private let state: Mutex<State>

    private struct State {
        var conversation = FTPConversation()
        var tls: TLSFacts?
        var deadline: ContinuousClock.Instant
        var isCancelled = false
        /// Whether there is anybody to take leave of.
        var isOpen = false
    }

    /// Holds the handle from one job to the next; touched on the engine's loop alone.
    private final class Keeper: @unchecked Sendable {
        var handle: CurlHandle?
        /// What OpenSSL may still note something of a control connection in, however many jobs later.
        var connections: [CurlConnection] = []
    }

    private init(
        _ server: FTPServer, _ socket: ConnectedSocket, _ engine: CurlEngine, _ deadline: ContinuousClock.Instant
    ) {
        self.server = server
        self.socket = socket
        self.engine = engine
        state = Mutex(State(deadline: deadline))
    }

    /// Runs the body with a session, and takes leave of the server behind it.
    ///
    /// - Parameters:
    ///   - socket: The control connection.
    ///   - limit: For everything.
    /// - Throws: What the body throws; ``ProbeError`` where there is no thread to be had.
    public static func run<Value: Sendable>(
        with server: FTPServer, over socket: ConnectedSocket, within limit: Duration,
        _ body: (FTPSession) async throws -> Value
    ) async throws -> Value {
        let loop: EventLoop
        do {
            loop = try EventLoop(name: "netdiag-ftp")
        } catch {
            throw ProbeError("the thread for FTP", reason: "\(error)")
        }
        // Behind the session, whose engine is freed on it.
        defer { loop.shutdown() }
        return try await run(
            FTPSession(server, socket, CurlEngine(loop: loop, pace: .milliseconds(20)), .now + limit), body)
    }

    private static func run<Value: Sendable>(
        _ session: consuming FTPSession, _ body: (FTPSession) async throws -> Value
    ) async throws -> Value {
        let session = session
        do {
            let value = try await body(session)
            await session.end()
            return value
        } catch {
            await session.end()
            throw error
        }
    }

    /// Takes leave of the server; a second time, nothing happens.
    func leave() async {
        state.withLock { $0.isOpen = false }
    }

    /// In a task of its own, since that of the caller may have been cancelled.
    private func end() async {
        await Task { [self] in
            await leave()
            await engine.close()
            await engine.drop(keeper) { ($0.handle, $0.connections) = (nil, []) }
        }.value
    }

    var conversation: FTPConversation { state.withLock { $0.conversation } }
    /// Of the control connection.
    var tls: TLSFacts? { state.withLock { $0.tls } }

    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    func perform(_ job: FTPJob, verifiesPeer: Bool = true) async throws -> FTPJob.Outcome {
        let (conversation, deadline) = state.withLock { ($0.conversation, $0.deadline) }
        let isLeaving = if case .quit = job.action { true } else { false }
        let limit =
            isLeaving ? FTPTransfer.quitLimit : max(ContinuousClock.now.duration(to: deadline), .milliseconds(1))
        var plan = try server.plan(job.path, to: socket, limit)
        plan.verifiesPeer = verifiesPeer
        plan.opensFurtherSockets = !isLeaving
        let fixed = plan
        let outcome = try await withTaskCancellationHandler {
            try await engine.perform { [server, keeper, self] in
                let transfer = try FTPTransfer(
                    job, fixed, server, conversation, after: keeper.handle,
                    isCancelled: { !isLeaving && self.state.withLock { $0.isCancelled } })
                keeper.handle = transfer.handle
                keeper.connections.append(transfer.connection)
                return transfer
            }
        } onCancel: {
            // libcurl may be waiting, and then only its callbacks can end that.
            state.withLock { $0.isCancelled = true }
        }
        state.withLock { state in
            state.conversation = outcome.conversation
            state.tls = state.tls ?? outcome.tls
            state.isOpen = true
        }
        try Task.checkCancellation()
        return outcome
    }
}

extension CurlEngine {
    /// Changes something that is touched on the loop alone.
    fileprivate func drop<Thing: Sendable>(_ thing: Thing, _ change: @Sendable (Thing) -> Void) {
        change(thing)
    }
}

import CCurl
import EventLoopKit
import NetworkModel
import Synchronization

/// A session with an FTP server, on a thread of its own: libcurl blocks inside its calls at the end of FTP transfers and
/// connections, and must not delay anything else.
///
/// Each job has a control connection of its own. If a reply is left over from the previous job, libcurl 7.88 reads from a
/// freed buffer when the connection is used again, and may never return.
public final class FTPSession: Sendable {
    /// The server of the session.
    public let server: FTPServer
    private let socket: ConnectedSocket
    private let engine: CurlEngine
    private let deadline: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var conversation = FTPControlSession()
        var tls: TLSFacts?
        var isCancelled = false
    }

    private init(
        _ server: FTPServer, _ socket: ConnectedSocket, _ engine: CurlEngine, _ deadline: ContinuousClock.Instant
    ) {
        self.server = server
        self.socket = socket
        self.engine = engine
        self.deadline = deadline
    }

    /// Runs the body with a session.
    ///
    /// - Parameters:
    ///   - server: The server, and how to access it.
    ///   - socket: The control connection of the first job.
    ///   - limit: The time limit of everything.
    ///   - body: What is done in the session, which ends when this returns or throws.
    /// - Throws: What the body throws; ``ProbeError`` if no thread is available.
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
        // After the session, whose engine is freed on the loop.
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
            await session.engine.close()
            return value
        } catch {
            await session.engine.close()
            throw error
        }
    }

    var conversation: FTPControlSession { state.withLock { $0.conversation } }
    /// The TLS state of the control connection.
    var tls: TLSFacts? { state.withLock { $0.tls } }

    /// Runs a job.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    func perform(_ job: FTPJob) async throws -> FTPJob.Outcome {
        let conversation = conversation
        let limit = max(ContinuousClock.now.duration(to: deadline), .milliseconds(1))
        let plan = try server.plan(job.path, to: socket, limit)
        let outcome = try await withTaskCancellationHandler {
            try await engine.perform { [server, self] handle in
                try FTPTransfer(
                    handle, job, plan, server, conversation, isCancelled: { self.state.withLock { $0.isCancelled } })
            }
        } onCancel: {
            // libcurl may be blocked, and then only its callbacks can end that.
            state.withLock { $0.isCancelled = true }
        }
        state.withLock { state in
            state.conversation = outcome.conversation
            state.tls = state.tls ?? outcome.tls
        }
        try Task.checkCancellation()
        return outcome
    }
}

import CLab
import EventLoopKit
import Foundation
import Glibc
import Synchronization

/// A program that runs on a host. It ends with the host at the latest.
public final class HostProcess: Sendable {
    /// The PID on this machine, which differs from that on the host.
    public let pid: Int32
    /// The program and its arguments.
    public let arguments: [String]
    /// The lines on standard output.
    public let output = LineRecord()
    /// The lines on standard error.
    public let diagnostics = LineRecord()

    private struct State {
        var status: ExitStatus?
        var waiting: [Int: AsyncStream<ExitStatus>.Continuation] = [:]
        var nextWaiting = 0
    }
    private let state = Mutex(State())

    /// Starts a program in the host of `place` (`nil` for a new host with this name), with `input` as its standard
    /// input.
    init(
        _ arguments: [String], in place: HostPlace?, named name: String = "lab", input: CInt,
        environment: [String: String]
    ) throws {
        let loop = try LabLoop.shared.get()
        let out = try Pipe()
        let err: Pipe
        do {
            err = try Pipe()
        } catch {
            out.close()
            throw error
        }
        let pid: pid_t
        do {
            pid = try Self.spawn(
                arguments, in: place, named: name, input: input, output: out.writeEnd,
                diagnostics: err.writeEnd, environment: environment)
        } catch {
            out.close()
            err.close()
            throw error
        }
        out.closeWriteEnd()
        err.closeWriteEnd()
        self.pid = pid
        self.arguments = arguments
        let pidfd = lab_pidfd_open(pid)
        guard pidfd >= 0 else {
            out.closeReadEnd()
            err.closeReadEnd()
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw LabError.system("pidfd_open", code: -pidfd)
        }
        let readers = [
            OutputReader(out.readEnd, into: output, on: loop), OutputReader(err.readEnd, into: diagnostics, on: loop),
        ]
        loop.execute { [self] in reap(pidfd, loop, readers) }
    }

    /// Waits for the end of the program without blocking a thread.
    private func reap(_ pidfd: CInt, _ loop: EventLoop, _ readers: [OutputReader]) {
        let watch = Mutex<Watch?>(nil)
        let take: @Sendable (CInt) -> Void = { [self] flags in
            var raw: CInt = 0
            guard waitpid(pid, &raw, flags) == pid else { return }
            watch.withLock { $0?.cancel() }
            close(pidfd)
            for reader in readers { reader.drain() }
            finish(ExitStatus(raw))
        }
        do {
            let started = try loop.watch(pidfd, for: .readable) { _ in take(WNOHANG) }
            watch.withLock { $0 = started }
        } catch {
            kill(pid, SIGKILL)
            take(0)
        }
    }

    /// How the program ended; `nil` while it runs.
    public var status: ExitStatus? { state.withLock { $0.status } }

    /// Waits until the program has ended.
    ///
    /// - Throws: ``LabError/timedOut(_:_:)``, `CancellationError`.
    @discardableResult
    public func exit(within limit: Duration = .unexpectedlyLong) async throws -> ExitStatus {
        try await withLimit(limit, "the end of \(arguments.joined(separator: " "))") { [self] in
            for await status in ends { return status }
            throw CancellationError()
        }
    }

    /// Sends a signal to the program only.
    public func send(_ signal: CInt) {
        state.withLock { state in
            // While the lock is held, the process is not reaped, so that the PID is still valid.
            if state.status == nil { kill(pid, signal) }
        }
    }

    /// Stops the program until it gets SIGCONT, and returns when none of its threads runs any more: the first one that runs
    /// after the signal stops the others, and on a busy machine these serve requests until then.
    public func suspend() async throws {
        send(SIGSTOP)
        try await withLimit(.unexpectedlyLong, "the program \(arguments.first ?? "") stops") { [pid] in
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                // A separate thread is needed, since waiting blocks.
                Thread.detachNewThread {
                    var information = siginfo_t()
                    // The kernel reports a stop once the last thread has stopped. This fails if the program ends instead.
                    while waitid(P_PID, id_t(pid), &information, CInt(WSTOPPED | WNOWAIT)) < 0, errno == EINTR {}
                    continuation.resume()
                }
            }
        }
    }

    /// Ends the program and its process group: by SIGTERM, and SIGKILL after `grace`.
    @discardableResult
    public func stop(grace: Duration = .seconds(10)) async throws -> ExitStatus {
        send(SIGTERM)
        if let status = try? await exit(within: grace) { return status }
        killGroup()
        return try await exit()
    }

    /// Kills the program and its process group at once.
    public func killGroup() {
        state.withLock { state in
            if state.status == nil { kill(-pid, SIGKILL) }
        }
    }

    private var ends: AsyncStream<ExitStatus> {
        AsyncStream { continuation in
            state.withLock { state in
                if let status = state.status {
                    continuation.yield(status)
                    return continuation.finish()
                }
                let id = state.nextWaiting
                state.nextWaiting += 1
                state.waiting[id] = continuation
                continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.waiting[id] = nil } }
            }
        }
    }

    private func finish(_ status: ExitStatus) {
        let waiting = state.withLock { state in
            state.status = status
            defer { state.waiting.removeAll() }
            return Array(state.waiting.values)
        }
        for continuation in waiting {
            continuation.yield(status)
            continuation.finish()
        }
    }

    private static func spawn(
        _ arguments: [String], in place: HostPlace?, named name: String, input: CInt, output: CInt,
        diagnostics: CInt, environment: [String: String]
    ) throws -> pid_t {
        let argv = arguments.map { strdup($0) }, envp = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in argv + envp { free(text) } }
        let argvPointers = (argv + [nil]).map { UnsafePointer($0) }
        let envpPointers = (envp + [nil]).map { UnsafePointer($0) }
        var step: UnsafePointer<CChar>?
        let (root, hostName) = (strdup("/"), strdup(name))
        defer {
            free(root)
            free(hostName)
        }
        let pid = argvPointers.withUnsafeBufferPointer { argv in
            envpPointers.withUnsafeBufferPointer { envp in
                var request = lab_spawn_request(
                    host_pidfd: place?.pidfd ?? -1, root_fd: place?.root ?? -1, host_name: hostName, input: input,
                    output: output, diagnostics: diagnostics, directory: root, arguments: argv.baseAddress,
                    environment: envp.baseAddress)
                return lab_spawn(&request, &step)
            }
        }
        guard pid > 0 else {
            throw LabError.notStarted(
                program: arguments.first ?? "", step: step.map { String(cString: $0) } ?? "", code: -pid)
        }
        return pid
    }
}

import Glibc
import Synchronization

/// A running process that other tasks may kill. Its PID is only used as long as it cannot be that of another process.
final class RunningChild: Sendable {
    private struct State {
        var process: pid_t?
        var isKilled = false
        var hasTimedOut = false
    }

    private let state = Mutex(State())

    /// Sets the process. If it was killed before it began, it is killed now.
    func begin(_ process: pid_t) {
        state.withLock { state in
            state.process = process
            if state.isKilled { Glibc.kill(-process, SIGKILL) }
        }
    }

    /// Kills the process group, which the process leads.
    ///
    /// - Parameter inTime: Whether the reason is other than the end of its time limit.
    func kill(inTime: Bool) {
        state.withLock { state in
            guard !state.isKilled else { return }
            state.isKilled = true
            state.hasTimedOut = !inTime
            if let process = state.process { Glibc.kill(-process, SIGKILL) }
        }
    }

    /// Waits for the end of the process.
    ///
    /// - Returns: Its status from waitpid(2), and whether it has timed out.
    func end(_ process: pid_t) -> (status: CInt, hasTimedOut: Bool) {
        // It remains a zombie, so that its PID is not reused until no task can kill it any more.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.withLock { state in
            // Other processes in its group are killed as well.
            Glibc.kill(-process, SIGKILL)
            state.process = nil
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return (status, state.hasTimedOut)
        }
    }
}

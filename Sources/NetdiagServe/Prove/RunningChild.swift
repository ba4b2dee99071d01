import Glibc
import Synchronization

/// A process that runs, for those that may kill it: a number is used only as long as it cannot be another process's.
final class RunningChild: Sendable {
    private struct State {
        var process: pid_t?
        var isKilled = false
        var hasTimedOut = false
    }

    private let state = Mutex(State())

    /// Says which process it is. One that has been killed before it began is killed now.
    func begin(_ process: pid_t) {
        state.withLock { state in
            state.process = process
            if state.isKilled { Glibc.kill(-process, SIGKILL) }
        }
    }

    /// Kills its process group, which it leads.
    ///
    /// - Parameter inTime: Whether that is for another reason than the end of its time.
    func kill(inTime: Bool) {
        state.withLock { state in
            guard !state.isKilled else { return }
            state.isKilled = true
            state.hasTimedOut = !inTime
            if let process = state.process { Glibc.kill(-process, SIGKILL) }
        }
    }

    /// Waits until it has ended.
    ///
    /// - Returns: Its status as waitpid(2) gives it, and whether it took too long.
    func end(_ process: pid_t) -> (status: CInt, hasTimedOut: Bool) {
        // It stays a zombie, so that its number stays its own, until nobody can kill it any more.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return state.withLock { state in
            // What it has left behind in its group ends with it.
            Glibc.kill(-process, SIGKILL)
            state.process = nil
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return (status, state.hasTimedOut)
        }
    }
}

import CAres
import Synchronization

/// A call of getaddrinfo(3) or getnameinfo(3) on a thread, which can be ended when nobody awaits its result any more.
///
/// glibc reads from a connection to a DNS server, without a time limit, until the response is there. A server that stays
/// silent, or that sends messages with other identifiers, would occupy the thread for good.
final class ResolverCall: Sendable {
    private enum State {
        case new
        /// The address of the state of the thread's stub resolver (`struct __res_state`, resolver(3)).
        case running(UInt)
        case ended
    }

    /// glibc tries each server again, over a new connection, from which it reads as fast as it can.
    private static let interval = Duration.milliseconds(50)
    private let state = Mutex(State.new)

    /// Runs the call on the current thread.
    func run<Value>(_ call: () -> Value) -> Value {
        let resolver = UInt(bitPattern: netdiag_resolver_state())
        state.withLock { $0 = .running(resolver) }
        defer { state.withLock { $0 = .ended } }
        return call()
    }

    /// Shuts down the call's connections to servers until the call ends.
    func end() {
        Task {
            while shutDownConnection() { try? await Task.sleep(for: Self.interval) }
        }
    }

    /// Returns whether the call still runs.
    private func shutDownConnection() -> Bool {
        // The lock keeps the thread, and so the state of its resolver, from ending.
        state.withLock { state in
            switch state {
            case .new: return true
            case .running(let resolver):
                netdiag_shut_down_connection(UnsafeMutableRawPointer(bitPattern: resolver))
                return true
            case .ended: return false
            }
        }
    }
}

import CNamespace
import Glibc

/// A connection attempt of the command: its SYN, and this machine's own connection, whose outcome decides about it.
final class TCPAttempt: PollHandler {
    let key: FlowKey
    let syn: [UInt8]
    /// The start, in nanoseconds on the monotonic clock.
    let began: Int64
    /// Whether the SYN was passed to the router's kernel.
    var isConnected = false

    private struct Connecting {
        let fd: CInt
        let poller: Poller
        let settled: (TCPAttempt, CInt) -> Void
    }
    private var connecting: Connecting?

    init(_ key: FlowKey, syn: [UInt8], began: Int64) { (self.key, self.syn, self.began) = (key, syn, began) }

    /// Calls `settled` with 0 or an `errno` once the connection is established or has failed.
    func wait(for fd: CInt, poller: Poller, settled: @escaping (TCPAttempt, CInt) -> Void) {
        connecting = Connecting(fd: fd, poller: poller, settled: settled)
        poller.watch(fd, readable: false, writable: true, self)
    }

    func ready(_ event: netdiag_poll_event) {
        guard let connecting, event.fd == connecting.fd, !isConnected, event.writable != 0 || event.failed != 0 else {
            return
        }
        connecting.poller.remove(connecting.fd)
        connecting.settled(self, netdiag_flow_error(connecting.fd))
    }

    /// Returns the connection's descriptor, which the caller then owns; `nil` for a connection to the portal.
    func takeDescriptor() -> CInt? {
        defer { connecting = nil }
        return connecting?.fd
    }

    func cancel() {
        guard let connecting else { return }
        connecting.poller.remove(connecting.fd)
        close(connecting.fd)
        self.connecting = nil
    }
}

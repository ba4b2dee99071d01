import CNamespace
import Glibc

/// A port on which the router's kernel accepts connections.
final class TCPListener: PollHandler {
    private let fd: CInt
    private let accepted: (CInt, FlowKey) -> Void

    init(_ fd: CInt, poller: Poller, accepted: @escaping (CInt, FlowKey) -> Void) {
        (self.fd, self.accepted) = (fd, accepted)
        poller.watch(fd, readable: true, writable: false, self)
    }

    func ready(_ event: netdiag_poll_event) {
        for _ in 0..<64 {
            var peer = netdiag_endpoint(), meant = netdiag_endpoint()
            let connection = netdiag_flow_accept(fd, &peer, &meant)
            guard connection >= 0 else { return }
            accepted(
                connection,
                FlowKey(
                    source: peer.packetAddress, sourcePort: peer.port, destination: meant.packetAddress,
                    destinationPort: meant.port))
        }
    }
}

import ARPWire
import CSockets
import EventLoopKit
import Glibc
import NetworkModel

/// Sends ARP requests through `netdiag-arp`, which has the capability that this process lacks.
struct ARPHelper: Sendable {
    /// The socket of `netdiag-arp`, on which systemd listens. Only netdiagd can access it (netdiag-arp.socket).
    static let path = "/run/netdiag-arp/socket"

    let loop: EventLoop

    /// Sends requests for an address.
    ///
    /// - Returns: `notPermitted` if there is no helper, or if it refuses.
    func resolve(_ arpRequest: ARPRequest) async throws -> GatewayEvidence.ARPResult {
        guard let descriptor = UnixStream.connected(to: Self.path) else { return .init(.notPermitted) }
        defer { close(descriptor) }
        let bytes = arpRequest.bytes
        guard send(descriptor, bytes, bytes.count, CInt(NETDIAG_NO_SIGNAL)) == bytes.count else {
            return .init(.notPermitted)
        }
        // The helper may have to be started first.
        let patience = ARPFrame.patience.reduce(1_000, +)
        guard try await !loop.ready(descriptor, for: .readable, until: .now + .milliseconds(patience)).isEmpty else {
            return .init(.notPermitted)
        }
        var buffer = [UInt8](repeating: 0, count: ARPReply.length + 1)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0, let reply = ARPReply(bytes: buffer[..<count]) else { return .init(.notPermitted) }
        return switch reply.outcome {
        case .answered: .init(.answered, hardwareAddress: ARPProbe.text(reply.hardwareAddress))
        case .silent: .init(.silent)
        case .refused, .busy: .init(.notPermitted)
        }
    }
}

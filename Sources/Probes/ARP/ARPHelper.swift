import ARPWire
import EventLoopKit
import NetworkModel

/// Sends ARP requests through `netdiag-arp`, which has the capability that this process lacks.
struct ARPHelper: Sendable {
    let loop: EventLoop

    /// Sends requests for an address.
    ///
    /// - Returns: `notPermitted` if there is no helper, or if it refuses.
    func resolve(_ arpRequest: ARPRequest) async throws -> GatewayEvidence.ARPResult {
        guard let stream = HelperStream(sending: arpRequest.bytes) else { return .init(.notPermitted) }
        let patience = Duration.milliseconds(ARPFrame.patience.reduce(HelperStream.startTime, +))
        guard let bytes = try await stream.reply(of: ARPReply.length, until: .now + patience, on: loop),
            let reply = ARPReply(bytes: bytes)
        else { return .init(.notPermitted) }
        return switch reply.outcome {
        case .answered: .init(.answered, hardwareAddress: ARPProbe.text(reply.hardwareAddress))
        case .silent: .init(.silent)
        case .refused, .busy: .init(.notPermitted)
        }
    }
}

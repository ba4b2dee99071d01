import ARPWire
import EventLoopKit
import NetworkModel

/// Sends ARP requests through `netdiag-arp`, which has the capability that this process lacks.
struct ARPHelper: Sendable {
    let loop: EventLoop

    /// How often a busy helper is asked again, and after which time: it takes eight requests a second.
    private static let retries = 3
    private static let pause = Duration.milliseconds(200)

    /// Sends requests for an address. A busy helper is asked again.
    ///
    /// - Returns: `notPermitted` if there is no helper, or if it refuses.
    func resolve(_ arpRequest: ARPRequest) async throws -> GatewayEvidence.ARPResult {
        for _ in 0..<Self.retries {
            let result = try await exchange(arpRequest)
            guard result.outcome == .busy else { return result }
            try await loop.sleep(until: .now + Self.pause)
        }
        return try await exchange(arpRequest)
    }

    private func exchange(_ arpRequest: ARPRequest) async throws -> GatewayEvidence.ARPResult {
        guard let stream = HelperStream(sending: arpRequest.bytes) else { return .init(.notPermitted) }
        let patience = Duration.milliseconds(ARPFrame.patience.reduce(HelperStream.startTime, +))
        guard let bytes = try await stream.reply(of: ARPReply.length, until: .now + patience, on: loop),
            let reply = ARPReply(bytes: bytes)
        else { return .init(.notPermitted) }
        return switch reply.outcome {
        case .answered: .init(.answered, hardwareAddress: ARPProbe.text(reply.hardwareAddress))
        case .silent: .init(.silent)
        case .refused: .init(.notPermitted)
        case .busy: .init(.busy)
        }
    }
}

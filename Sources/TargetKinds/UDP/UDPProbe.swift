import NetworkModel
import Probes
import Synchronization

/// Sends a datagram, and waits for the expected response.
enum UDPProbe {
    static func observe(_ request: KindRequest<UDPSettings>, _ channel: DatagramChannel) async throws -> UDPEvidence {
        let settings = request.settings
        let pattern = try settings.expect.map { (text) throws(SettingsError) in try Pattern(text) }
        let secrets = Secret.secrets(inDatagram: settings.send)
        let other = FirstText(secrets)
        let exchange = try await channel.exchange(attempts: settings.attempts, every: .seconds(1)) { _ in
            settings.send
        } isAnswer: { answer, _ in
            guard let pattern else { return true }
            return other.matches(pattern, answer)
        }
        return UDPEvidence(
            exchange: exchange.evidence, expected: settings.expect,
            received: exchange.answer.map { UDPEvidence.text($0, without: secrets) } ?? other.text)
    }
}

/// The beginning of the first datagram that was not the expected one, and the budget for all of them, whose number the peer
/// controls.
private final class FirstText: Sendable {
    private let secrets: [Secret]
    private let value = Mutex<(text: String?, budget: MatchBudget)>((nil, MatchBudget()))

    init(_ secrets: [Secret]) { self.secrets = secrets }

    var text: String? { value.withLock { $0.text } }

    func matches(_ pattern: Pattern, _ bytes: [UInt8]) -> Bool {
        value.withLock { value in
            if value.budget.first(of: pattern, in: bytes).match == .yes { return true }
            value.text = value.text ?? UDPEvidence.text(bytes, without: secrets)
            return false
        }
    }
}

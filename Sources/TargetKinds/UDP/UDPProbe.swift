import NetworkModel
import Probes
import Synchronization

/// Sends a datagram, and waits for the expected response.
enum UDPProbe {
    static func observe(_ request: KindRequest<UDPSettings>, _ channel: DatagramChannel) async throws -> UDPEvidence {
        let settings = request.settings
        let pattern = try settings.expect.map { (text) throws(SettingsError) in try Pattern(text) }
        let other = FirstText()
        let exchange = try await channel.exchange(attempts: settings.attempts, every: .seconds(1)) { _ in
            settings.send
        } isAnswer: { answer, _ in
            guard let pattern else { return true }
            if pattern.matches(answer) == .yes { return true }
            other.record(answer)
            return false
        }
        return UDPEvidence(
            exchange: exchange.evidence, expected: settings.expect,
            received: exchange.answer.map(UDPEvidence.text) ?? other.text)
    }
}

/// The beginning of the first datagram that was not the expected one.
private final class FirstText: Sendable {
    private let value = Mutex<String?>(nil)

    var text: String? { value.withLock { $0 } }

    func record(_ bytes: [UInt8]) {
        value.withLock { $0 = $0 ?? UDPEvidence.text(bytes) }
    }
}

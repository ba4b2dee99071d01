import EventLoopKit
import NetdiagAlerts
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Probes

/// Delivers messages to receivers, one attempt at a time. Destinations come only from the configuration.
struct AlertSender: Sendable {
    let engine: DiagnosticEngine
    /// The loop of alerts, so that a slow receiver delays no checks.
    let loop: EventLoop
    let curl: CurlEngine
    let host: String

    init(engine: DiagnosticEngine, loop: EventLoop, host: String) {
        self.engine = engine
        self.loop = loop
        self.host = host
        curl = CurlEngine.make(on: loop)
    }

    /// - Throws: Only `CancellationError`; every failure of a delivery is an outcome.
    func send(_ message: AlertMessage, to receiver: AlertReceiver) async throws(CancellationError) -> AlertOutcome {
        do {
            return try await attempt(message, receiver)
        } catch is CancellationError {
            throw CancellationError()
        } catch let error as SettingsError {
            return .failed("its credentials: \(error.reason)")
        } catch {
            return .failed(SafeText.escaped("\(error)"))
        }
    }

    private func attempt(_ message: AlertMessage, _ receiver: AlertReceiver) async throws -> AlertOutcome {
        let body = AlertBody(message)
        let deadline = ContinuousClock.now + receiver.timeout
        switch receiver.kind {
        case .exec(let command):
            return try await AlertProgram(loop: loop).run(
                command, input: try body.json, environment: body.environment, within: receiver.timeout)
        case .webhook(let web, .netdiag):
            return try await post(try body.json, message, to: web, receiver.timeout, until: deadline)
        case .webhook(let web, .alertmanager):
            let json = try JSON.line(AlertmanagerWebhook(message, now: Timestamp()))
            return try await post(json, message, to: web, receiver.timeout, until: deadline)
        case .alertmanager(let web):
            let json = try JSON.line([AlertmanagerAlert(message, now: Timestamp())])
            return try await post(json, message, to: web, receiver.timeout, until: deadline)
        case .ntfy(let web, let topic):
            let json = try JSON.line(NtfyMessage(message, topic: topic))
            return try await post(json, message, to: web, topic: topic, receiver.timeout, until: deadline)
        case .email(let to, let from, .sendmail(let program)):
            return try await AlertProgram(loop: loop).run(
                [program, "-t", "-i", "-f", from],
                // Local text, since sendmail(8) expects lines that end in LF.
                input: MailText.bytes(message, from: from, to: to).filter { $0 != 13 },
                environment: body.environment, within: receiver.timeout)
        case .email(let to, let from, .smtp(let server)):
            return try await submit(message, from: from, to: to, server, receiver.timeout, until: deadline)
        }
    }
}

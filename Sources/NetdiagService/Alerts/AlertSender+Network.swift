import FoundationEssentials
import HostResolution
import LinkFacts
import NetdiagAlerts
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Probes

/// Delivery over the network.
extension AlertSender {
    /// Why there is no address to connect to, in one line.
    private struct AddressFailure: Error, CustomStringConvertible {
        let description: String
    }

    func post(
        _ body: [UInt8], _ message: AlertMessage, to web: AlertReceiver.Web, topic: String? = nil, _ limit: Duration,
        until deadline: ContinuousClock.Instant
    ) async throws -> AlertOutcome {
        let endpoint = web.endpoint
        let login = try web.credentials?.secret()
        let secrets = ReceiverSecrets(path: endpoint.path, topic: topic, login: login)
        var fields = [
            try HTTPSettings.Field(name: "Content-Type", value: "application/json"),
            try HTTPSettings.Field(name: "Idempotency-Key", value: "\"\(message.id)\""),
        ]
        if let login { fields.append(try Self.authorization(login)) }
        let request = MessagePost(
            engine: curl, secure: endpoint.isSecure, host: endpoint.host, port: endpoint.port, path: endpoint.path,
            fields: fields, body: body, certificateAuthorityFile: web.certificateAuthorityFile)
        return try await connect(endpoint.host, endpoint.port, own: web.allowsOwnAddresses, limit, deadline) { socket in
            switch try await request.send(over: socket, within: Self.rest(until: deadline)) {
            case .failed(let reason): return .failed(secrets.masked(reason))
            case .answered(let status, _, _) where 200..<300 ~= status: return .delivered("answered \(status)")
            case .answered(let status, let location?, _):
                let place = SafeText.shown(secrets.maskedPath(of: SafeText.withoutLogin(location)))
                return .failed(
                    "answers \(status), a redirect to \(place), which is not followed; write the place itself")
            case .answered(let status, nil, let body):
                // Secrets are masked before the text is cut, since a cut secret would not be recognised.
                let line = secrets.masked(String(decoding: body.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self))
                let start = SafeText.escaped(SafeText.cut(line, to: 200))
                return .failed("answers \(status)" + (start.isEmpty ? "" : ": \(start)"))
            }
        }
    }

    /// The remaining time of an attempt, rounded up to 100 ms, since people see it in messages.
    private static func rest(until deadline: ContinuousClock.Instant) -> Duration {
        let step = Duration.milliseconds(100)
        let rest = ContinuousClock.now.duration(to: deadline)
        return step * max(1, Int((rest / step).rounded(.up)))
    }

    /// The credentials (RFC 7617, RFC 6750). They are for this server, and are sent without a prior challenge.
    private static func authorization(_ secret: Secret) throws(SettingsError) -> HTTPSettings.Field {
        switch secret.content {
        case .password(let user, let password):
            let pair = Data("\(user):\(password)".utf8).base64EncodedString()
            return try HTTPSettings.Field(name: "Authorization", value: "Basic \(pair)")
        case .token(let token): return try HTTPSettings.Field(name: "Authorization", value: "Bearer \(token)")
        case .tickets: throw SettingsError("tickets have no effect here; write a file with name:password, or a token")
        }
    }

    func submit(
        _ message: AlertMessage, from: String, to: [String], _ server: AlertReceiver.SMTP, _ limit: Duration,
        until deadline: ContinuousClock.Instant
    ) async throws -> AlertOutcome {
        var submission = MailSubmission(engine: curl, host: server.host, port: server.port)
        (submission.isSecure, submission.isPlain) = (server.isSecure, server.isPlain)
        submission.login = try server.credentials?.secret()
        submission.certificateAuthorityFile = server.certificateAuthorityFile
        submission.clientName = DomainText.hostName(host)
        let mail = MailText.bytes(message, from: from, to: to)
        let request = submission
        return try await connect(server.host, server.port, own: server.allowsOwnAddresses, limit, deadline) { socket in
            switch try await request.send(
                mail, from: from, to: to, over: socket, within: Self.rest(until: deadline))
            {
            case .accepted(let reply): return .delivered(reply)
            case .failed(let reason): return .failed(reason)
            }
        }
    }

    /// Connects to the address of the host that responds first, and passes the connection on.
    ///
    /// - Parameter own: Whether addresses of this machine are allowed.
    private func connect(
        _ host: Host, _ port: UInt16, own: Bool, _ limit: Duration, _ deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (ConnectedSocket) async throws -> AlertOutcome
    ) async throws -> AlertOutcome {
        let addresses: [IPAddress]
        do {
            addresses = try await places(of: host, own: own, within: ContinuousClock.now.duration(to: deadline))
        } catch let error as AddressFailure {
            return .failed(error.description)
        }
        let (evidence, outcome) = try await TCPProbe(
            addresses: addresses.map { SocketAddress($0, port: port) }, loop: loop
        ).observe(until: deadline, whenConnected: body)
        if let outcome { return outcome }
        let attempt = evidence.attempts.first { $0.outcome != .timeout } ?? evidence.attempts.first
        guard let attempt, attempt.outcome != .timeout else {
            return .failed("no connection to port \(port) within \(limit.settingText)")
        }
        return .failed(
            "no connection to \(SocketAddress(attempt.address, port: attempt.port)): \(attempt.outcome.rawValue)")
    }

    /// The addresses of a host. A name may only lead to this machine, whose services may trust local clients, if the
    /// configuration allows it.
    private func places(of host: Host, own: Bool, within limit: Duration) async throws -> [IPAddress] {
        let snapshot = try await engine.links.snapshot()
        let found: [IPAddress]
        switch host {
        case .address(let address): found = [address]
        case .socket: throw AddressFailure(description: "it is a socket of this machine, which cannot be told")
        case .name(let name):
            let resolution = try await engine.resolver.resolve(
                name, configuration: snapshot.resolvers, timeout: min(max(limit, .milliseconds(100)), .seconds(5)))
            var known: Set<IPAddress> = []
            found = resolution.answers.compactMap(\.address).filter { known.insert($0).inserted }
            guard !found.isEmpty else {
                let reasons = Set(resolution.failures.map(\.reason.rawValue)).sorted().joined(separator: ", ")
                throw AddressFailure(
                    description: "\(SafeText.escaped(name)) has no address" + (reasons.isEmpty ? "" : " (\(reasons))"))
            }
        }
        guard !own else { return found }
        var others: [IPAddress] = []
        for address in found where try await !engine.isOwn(address, in: snapshot) { others.append(address) }
        guard !others.isEmpty else {
            throw AddressFailure(
                description: "\(SafeText.escaped(host.description)) leads to \(found[0]), which is this machine; "
                    + "where that is meant, write local: on")
        }
        return others
    }
}

/// Names in commands of protocols.
private enum DomainText {
    /// The name with only letters, digits, hyphens and dots.
    static func hostName(_ text: String) -> String {
        let name = text.utf8.filter { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return name.isEmpty ? "localhost" : String(decoding: name.prefix(200), as: UTF8.self)
    }
}

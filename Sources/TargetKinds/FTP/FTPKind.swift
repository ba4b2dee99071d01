import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// A file or directory of an FTP server (RFC 959).
enum FTPKind: TargetKind {
    static let summary =
        "A file or directory on an FTP server, which must exist (RFC 959)."
    static let example = "ftp://ftp.example.org/pub/"
    static let schemes = [
        RegisteredScheme(
            "ftp", layer: FTPEvidence.layer, transport: .tcp, defaultPort: 21, path: .resource,
            sharing: [.ftp, .tls, .credentials], proxyVariable: "ftp"
        ).usingLibcurl,
        RegisteredScheme(
            "ftps", layer: FTPEvidence.layer, transport: .tls, defaultPort: 990, path: .resource,
            sharing: [.ftp, .credentials], proxyVariable: "ftps", plainProtocol: .mailOrFTP),
    ]
    static let causes = FTPCauses.all
    static let factPhrases = FTPPhrases.all
    static let probe = KindProbe<NoKindSettings, FTPEvidence>.exchange { try await $0.openFile() }
}

extension KindExchange {
    fileprivate func openFile() async throws -> KindObservation {
        let (access, path) = (self.access, target.path)
        // A check with another account would prove nothing about the configured one.
        if let login = access.login, let evidence = Self.withoutLogin(login, url: access.place + path) {
            return KindObservation(evidence, secrets: access.secrets)
        }
        var probe = FTPProbe(secure: target.beginsWithTLS, host: target.host, port: access.port, path: path)
        probe.settings = settings.ftp
        probe.tls = settings.tls
        probe.login = access.login?.login
        probe.proxy = proxy
        probe.proxyLogin = access.proxyLogin?.login
        let asked = probe
        // libcurl blocks within its calls at the end of FTP transfers. Therefore each session has a thread, and their
        // number is limited. The time spent waiting for a thread says nothing about the server.
        try await waitForTurn()
        defer { resources.fileSessions.release() }
        let connected = try await connect { socket, _ in
            try await asked.observe(over: socket, within: ContinuousClock.now.duration(to: self.deadline))
        }
        var result = KindObservation(connected, secrets: access.secrets)
        guard let observed = connected.value else { return result }
        if proxy != nil, let ftp = observed.ftp, let reading = ProxyAssessment(before: ftp) {
            // Nothing was received from the server itself.
            result.proxy = reading
            return result
        }
        result.observed[TLSEvidence.self] = observed.tls
        var ftp = observed.ftp
        if ftp?.outcome == .loginRejected, let omission = released.omission {
            let detail = ftp?.detail
            ftp?.detail = [detail, omission.line].compactMap(\.self).joined(separator: "; ")
        }
        result.observed[FTPEvidence.self] = ftp
        if let sent = access.login?.login, let outcome = observed.ftp?.outcome {
            resources.credentials.record(sent, at: access.place, outcome == .loginRejected ? .rejected : .accepted)
        }
        result.durations[FTPEvidence.layer] = observed.duration
        return result
    }

    private func waitForTurn() async throws {
        let (turns, loop) = (resources.fileSessions, resources.loop)
        // At least a third of the time is reserved for the server.
        let limit = ContinuousClock.now + ContinuousClock.now.duration(to: deadline) * 2 / 3
        let hasTurn = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    try await turns.acquire()
                    return true
                } catch is CancellationError {
                    return false
                }
            }
            group.addTask {
                try? await loop.sleep(until: limit)
                return false
            }
            var hasTurn = false
            for try await isTurn in group {
                if isTurn { hasTurn = true }
                group.cancelAll()
            }
            return hasTurn
        }
        do {
            try Task.checkCancellation()
        } catch {
            if hasTurn { turns.release() }
            throw error
        }
        guard hasTurn else {
            throw ProbeError("FTP", reason: "256 sessions are under way, and none has ended in time")
        }
    }

    /// The evidence if the credentials are not available, or were rejected before.
    private static func withoutLogin(_ found: CredentialStore.CredentialLookup, url: String) -> FTPEvidence? {
        switch found {
        case .login: nil
        case .withheld:
            FTPEvidence(
                url: url, outcome: .loginRejected,
                detail: "rejected by an earlier check; the credentials are not sent again before they change")
        case .unavailable(let reason):
            FTPEvidence(url: url, outcome: .loginRejected, detail: "the credentials are not available: \(reason)")
        }
    }
}

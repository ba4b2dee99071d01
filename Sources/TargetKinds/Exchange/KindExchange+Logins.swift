import NetworkModel
import Probes

extension KindExchange {
    /// Where something is asked for, and who asks: what protocols with a login have in common.
    struct Access: Sendable {
        let port: UInt16
        /// Where the login is sent: scheme, host and port; empty where there is none to be sent.
        let place: String
        /// `nil` if none is configured, like the proxy's.
        let login: CredentialStore.Found?
        let proxyLogin: CredentialStore.Found?

        /// Tickets are fetched by a library that waits for the network: on a thread of its own, it keeps nobody else.
        var usesTickets: Bool {
            [login, proxyLogin].contains { found in
                if case .tickets = found?.login?.secret.content { return true }
                return false
            }
        }

        var secrets: [Secret] { [login?.secret, proxyLogin?.secret].compactMap(\.self) }
    }

    var access: Access {
        let port = target.port ?? 0
        guard let authentication = settings.authentication else {
            return Access(port: port, place: "", login: nil, proxyLogin: proxyLogin)
        }
        // A WebSocket is opened by a request of HTTP (RFC 6455 section 4.1), to the same server.
        let scheme = target.scheme.map { $0.proxyVariable ?? $0.name } ?? ""
        let place = "\(scheme)://\(target.host.bracketed):\(port)"
        return Access(
            port: port, place: place,
            login: resources.credentials.find(authentication, for: target.host, at: place),
            proxyLogin: proxyLogin)
    }

    /// Read anew each time: a check asks once.
    var proxyLogin: CredentialStore.Found? {
        guard let proxy, let settings = proxy.authentication else { return nil }
        return resources.credentials.find(settings, for: proxy.host, at: proxy.description)
    }

    /// What became of the login, where it may be that it was not for this place.
    func judged(_ authentication: HTTPEvidence.Authentication, _ access: Access) -> HTTPEvidence.Authentication {
        var judged = resources.credentials.judged(authentication, access.login, at: access.place)
        if judged.outcome == .missing, let omission = released.omission {
            (judged.outcome, judged.detail) = (.unavailable, omission.line)
        }
        return judged
    }

    func record(_ found: CredentialStore.Found?, in reading: inout ProxyReading?) {
        guard let proxy, let authentication = reading?.authentication else { return }
        reading?.authentication = resources.credentials.judged(authentication, found, at: proxy.description)
    }
}

extension CredentialStore.Found {
    var login: HTTPProbe.Login? {
        if case .login(let login) = self { return login }
        return nil
    }
}

extension CredentialStore {
    /// Remembers what came of a login, and says why none was sent where credentials are configured.
    func judged(
        _ authentication: HTTPEvidence.Authentication, _ found: Found?, at place: String
    ) -> HTTPEvidence.Authentication {
        var authentication = authentication
        switch found {
        case .login(let login): record(login, at: place, authentication.outcome)
        case .withheld: authentication.outcome = .withheld
        case .unavailable(let reason):
            authentication.outcome = .unavailable
            authentication.detail = reason
        case nil: break
        }
        return authentication
    }
}

import NetworkModel
import Probes

extension KindExchange {
    /// The destination of a request, and the credentials for it, for protocols with a login.
    struct Access: Sendable {
        let port: UInt16
        /// The destination of the credentials: scheme, host and port; empty if none are sent.
        let place: String
        /// The credentials; `nil` if none are configured, as for the proxy.
        let login: CredentialStore.CredentialLookup?
        let proxyLogin: CredentialStore.CredentialLookup?

        var secrets: [Secret] {
            guard login != nil || proxyLogin != nil else { return [] }
            return [login?.secret, proxyLogin?.secret].compactMap(\.self)
        }
    }

    var access: Access {
        let port = target.port ?? 0
        guard let authentication = settings.authentication else {
            return Access(port: port, place: "", login: nil, proxyLogin: proxyLogin)
        }
        // A WebSocket is opened by an HTTP request (RFC 6455 section 4.1) to the same server.
        let scheme = target.scheme.map { $0.proxyVariable ?? $0.name } ?? ""
        let place = "\(scheme)://\(target.host.bracketed):\(port)"
        return Access(
            port: port, place: place,
            login: resources.credentials.find(authentication, for: target.host, at: place),
            proxyLogin: proxyLogin)
    }

    /// The credentials for the proxy. They are read on each access, so a check accesses them once.
    var proxyLogin: CredentialStore.CredentialLookup? {
        guard let proxy, let settings = proxy.authentication else { return nil }
        return resources.credentials.find(settings, for: proxy.host, at: proxy.description)
    }

    /// The result of a login, which may be that no credentials were meant for this destination.
    func judged(_ authentication: HTTPEvidence.Authentication, _ access: Access) -> HTTPEvidence.Authentication {
        var judged = resources.credentials.judged(authentication, access.login, at: access.place)
        if judged.outcome == .missing, let omission = released.omission {
            (judged.outcome, judged.detail) = (.unavailable, omission.line)
        }
        return judged
    }

    func record(_ found: CredentialStore.CredentialLookup?, in reading: inout ProxyAssessment?) {
        guard let proxy, let authentication = reading?.authentication else { return }
        reading?.authentication = resources.credentials.judged(authentication, found, at: proxy.description)
    }
}

extension CredentialStore.CredentialLookup {
    var login: HTTPProbe.Login? {
        if case .login(let login) = self { return login }
        return nil
    }
}

extension CredentialStore {
    /// Records the result of a login, and states why no credentials were sent although they are configured.
    func judged(
        _ authentication: HTTPEvidence.Authentication, _ found: CredentialLookup?, at place: String
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

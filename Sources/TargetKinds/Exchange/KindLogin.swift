public import NetworkModel
import Probes

/// The login at a target whose scheme shares the group of settings `credentials`.
public enum KindLogin: Sendable {
    /// There are no credentials for the target. The reason is given if credentials are configured for another
    /// destination.
    case none(reason: String?)
    /// Credentials that may be sent.
    case login(Login)
    /// Credentials are configured, but not available, or they were rejected before and have not changed since then.
    case unavailable(reason: String)

    /// Credentials that may be sent to the target.
    public struct Login: Sendable {
        /// The name and password, or the token, to send.
        public let secret: Secret
        private let login: HTTPProbe.Login
        private let place: String
        private let store: CredentialStore

        init(_ login: HTTPProbe.Login, at place: String, in store: CredentialStore) {
            secret = login.secret
            self.login = login
            self.place = place
            self.store = store
        }

        /// Records that the server accepted or rejected the credentials. Rejected credentials are not sent there again before they
        /// change, since many servers lock an account after some attempts: other errors must not be recorded.
        public func record(isAccepted: Bool) { store.record(login, at: place, isAccepted ? .accepted : .rejected) }
    }

    /// The secrets to mask in the text of the server.
    var secrets: [Secret] {
        if case .login(let login) = self { return [login.secret] }
        return []
    }
}

extension KindExchange {
    /// The credentials. They are read on each access, so a check accesses them once.
    var login: KindLogin {
        guard target.takes(.credentials) else { return .none(reason: nil) }
        let access = access
        switch access.login {
        case nil: return .none(reason: released.omission?.line)
        case .login(let login): return .login(.init(login, at: access.place, in: resources.credentials))
        case .withheld:
            return .unavailable(
                reason: "rejected by an earlier check; the credentials are not sent again before they change")
        case .unavailable(let reason): return .unavailable(reason: "the credentials are not available: \(reason)")
        }
    }
}

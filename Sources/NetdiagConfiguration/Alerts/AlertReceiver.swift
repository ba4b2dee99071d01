package import NetworkModel
package import Probes

/// Somebody or something that is told of incidents.
public struct AlertReceiver: Sendable, Hashable {
    /// The forms of JSON that a webhook may want.
    package enum WebhookFormat: String, Sendable, Hashable, CaseIterable {
        /// `netdiag.alert/1`
        case netdiag
        /// What Alertmanager posts to its webhooks (version 4).
        case alertmanager
    }

    /// Where a request goes.
    package struct Endpoint: Sendable, Hashable {
        package var isSecure: Bool
        package var host: Host
        package var port: UInt16
        /// Path and query.
        package var path: String

        /// The address is written as one of this machine, so that it is meant.
        package var isLoopback: Bool {
            switch host {
            case .address(let address): address.isLoopback
            case .name(let name): ["localhost", "localhost."].contains(name.lowercased())
            case .socket: true
            }
        }

        /// Scheme, host and port: a path may hold a secret.
        package var origin: String { "\(isSecure ? "https" : "http")://\(host.bracketed):\(port)" }
    }

    /// What is done with a request.
    package struct Web: Sendable, Hashable {
        package var endpoint: Endpoint
        /// Name and password, or a token.
        package var credentials: CredentialFile?
        package var certificateAuthorityFile: String?
        /// Whether the name may lead to this machine.
        package var allowsOwnAddresses: Bool
    }

    /// Mail by SMTP.
    package struct SMTP: Sendable, Hashable {
        /// TLS from the first byte; else STARTTLS is required unless ``isPlain``.
        package var isSecure: Bool
        /// In the clear, because the configuration says so.
        package var isPlain: Bool
        package var host: Host
        package var port: UInt16
        package var credentials: CredentialFile?
        package var certificateAuthorityFile: String?
        package var allowsOwnAddresses: Bool
    }

    /// How mail leaves this machine.
    package enum MailTransport: Sendable, Hashable {
        case smtp(SMTP)
        /// A program as sendmail(8), with `-t -i`.
        case sendmail(String)
    }

    /// How it is told.
    package enum Kind: Sendable, Hashable {
        /// A program and its arguments.
        case exec([String])
        case webhook(Web, WebhookFormat)
        case alertmanager(Web)
        case ntfy(Web, topic: String)
        case email(to: [String], from: String, MailTransport)
    }

    package var name: String
    package var kind: Kind
    /// For one attempt; 1 s to 5 min.
    package var timeout: Duration

    /// The kind's name in configurations and documents.
    package var kindName: String {
        switch kind {
        case .exec: "exec"
        case .webhook: "webhook"
        case .alertmanager: "alertmanager"
        case .ntfy: "ntfy"
        case .email: "email"
        }
    }

    /// Where messages go, without what may be a secret.
    package var destination: String {
        switch kind {
        case .exec(let command): command.first ?? ""
        case .webhook(let web, _), .alertmanager(let web), .ntfy(let web, _): web.endpoint.origin
        case .email(let to, _, _): to.joined(separator: ", ")
        }
    }
}

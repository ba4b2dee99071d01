package import NetworkModel
package import Probes

/// A destination of alerts about incidents.
public struct AlertReceiver: Sendable, Hashable {
    /// The JSON format of a webhook's requests.
    package enum WebhookFormat: String, Sendable, Hashable, CaseIterable {
        /// `netdiag.alert/1`
        case netdiag
        /// The format in which Alertmanager notifies its webhooks (version 4).
        case alertmanager
    }

    /// The destination of a request.
    package struct Endpoint: Sendable, Hashable {
        package var isSecure: Bool
        package var host: Host
        package var port: UInt16
        /// The path and the query.
        package var path: String

        /// Whether the address is written as one of this machine, so that the user intends it.
        package var isLoopback: Bool {
            switch host {
            case .address(let address): address.isLoopback
            case .name(let name): ["localhost", "localhost."].contains(name.lowercased())
            case .socket: true
            }
        }

        /// Scheme, host and port. The path is omitted, since it may contain a secret.
        package var origin: String { "\(isSecure ? "https" : "http")://\(host.bracketed):\(port)" }
    }

    /// The destination and the authentication of an HTTP request.
    package struct Web: Sendable, Hashable {
        package var endpoint: Endpoint
        /// A name and a password, or a token.
        package var credentials: CredentialFile?
        package var certificateAuthorityFile: String?
        /// Whether the name may resolve to an address of this machine.
        package var allowsOwnAddresses: Bool
    }

    /// A mail server, reached over SMTP.
    package struct SMTP: Sendable, Hashable {
        /// Whether TLS starts with the first byte. Otherwise, STARTTLS is required unless ``isPlain``.
        package var isSecure: Bool
        /// Whether the connection is not encrypted, as the configuration says.
        package var isPlain: Bool
        package var host: Host
        package var port: UInt16
        package var credentials: CredentialFile?
        package var certificateAuthorityFile: String?
        package var allowsOwnAddresses: Bool
    }

    /// How mail is sent from this machine.
    package enum MailTransport: Sendable, Hashable {
        case smtp(SMTP)
        /// A program that is compatible with sendmail(8), run with `-t -i`.
        case sendmail(String)
    }

    /// How the message is delivered.
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
    /// The time limit of one attempt, 1 s to 5 min.
    package var timeout: Duration

    /// The name of the kind in configurations and documents.
    package var kindName: String {
        switch kind {
        case .exec: "exec"
        case .webhook: "webhook"
        case .alertmanager: "alertmanager"
        case .ntfy: "ntfy"
        case .email: "email"
        }
    }

    /// The destination of the messages, without anything that may be a secret.
    package var destination: String {
        switch kind {
        case .exec(let command): command.first ?? ""
        case .webhook(let web, _), .alertmanager(let web), .ntfy(let web, _): web.endpoint.origin
        case .email(let to, _, _): to.joined(separator: ", ")
        }
    }
}

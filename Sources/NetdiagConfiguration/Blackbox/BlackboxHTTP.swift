package import NetworkModel

/// How a page is requested, and the requirements for its response.
package struct BlackboxHTTP: Sendable, Hashable {
    /// A requirement for a header field of the response.
    package struct FieldRule: Sendable, Hashable {
        /// The name of the field, in lower case.
        package var name: String
        package var pattern: String
        /// Whether a response without the field is accepted.
        package var allowsMissing: Bool
        /// Whether one of the values must match. Otherwise, none may match.
        package var mustMatch: Bool
    }

    /// A text, or a file that is read at each probe.
    package enum SecretSource: Sendable, Hashable {
        case text(String)
        case file(String)
    }

    package enum Login: Sendable, Hashable {
        case basic(user: SecretSource, password: SecretSource)
        case field(scheme: String, credentials: SecretSource)
    }

    /// The encodings that can be required of a body.
    package enum Compression: String, Sendable, Hashable, CaseIterable {
        case gzip, br, deflate, identity
    }

    package var settings = HTTPSettings()
    package var tls = TLSSettings()
    package var proxy = ProxyChoice.direct
    /// The accepted status codes; empty for 2xx.
    package var validStatusCodes: [Int] = []
    /// The accepted versions, in the form `HTTP/1.1`; empty for any.
    package var validVersions: [String] = []
    package var fieldRules: [FieldRule] = []
    package var failsIfTLS = false
    package var failsIfNotTLS = false
    package var followsRedirects = true
    package var login: Login?
    /// Header fields whose values are read from files at each probe: the path for each name.
    package var fileFields: [String: String] = [:]
    package var compression: Compression?
    /// Whether the name is resolved by the proxy.
    package var skipsResolving = false
}

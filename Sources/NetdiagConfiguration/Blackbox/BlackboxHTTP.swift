package import NetworkModel

/// How a page is probed, and what its answer has to be.
package struct BlackboxHTTP: Sendable, Hashable {
    /// Something that every answer must show in a field of its head, or must not.
    package struct FieldRule: Sendable, Hashable {
        /// In lower case.
        package var name: String
        package var pattern: String
        /// Whether an answer without the field passes.
        package var allowsMissing: Bool
        /// Whether one of its values has to match; otherwise none may.
        package var mustMatch: Bool
    }

    /// A text, or the file that it is read from at each probe.
    package enum Secret: Sendable, Hashable {
        case text(String)
        case file(String)
    }

    package enum Login: Sendable, Hashable {
        case basic(user: Secret, password: Secret)
        case field(scheme: String, credentials: Secret)
    }

    /// The encodings that a body may have to be in.
    package enum Compression: String, Sendable, Hashable, CaseIterable {
        case gzip, br, deflate, identity
    }

    package var settings = HTTPSettings()
    package var tls = TLSSettings()
    package var proxy = ProxyChoice.direct
    /// Empty: 2xx.
    package var validStatusCodes: [Int] = []
    /// As in `HTTP/1.1`; empty: any.
    package var validVersions: [String] = []
    package var fieldRules: [FieldRule] = []
    package var failsIfTLS = false
    package var failsIfNotTLS = false
    package var followsRedirects = true
    package var login: Login?
    /// Fields whose values are read from files at each probe.
    package var fileFields: [String: String] = [:]
    package var compression: Compression?
    /// Whether the name is left to the proxy.
    package var skipsResolving = false
}

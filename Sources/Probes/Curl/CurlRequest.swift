import CCurl
import NetworkModel

/// What libcurl is to do over one connection.
struct CurlRequest: Sendable {
    var url: String
    /// The host and port of the URL, and the address that the connection leads to, so that nothing is resolved again.
    var resolve: (host: String, port: UInt16, address: IPAddress)?
    var limit: Duration
    /// Ends after the TLS handshake: nothing is sent.
    var connectsOnly = false
    var verifiesPeer = true
    var certificateAuthorityFile: String?
    /// Response bodies are read up to this many bytes, then the transfer ends as a success.
    var mostBodyBytes = 1 << 20
    var mostRedirects = 10
}

/// What came of it, as values.
struct CurlOutcome: Sendable {
    /// The head of one response on the way to the last one.
    struct Response: Sendable {
        var status: Int
        var version: String
        /// The fields that a diagnosis reads, by lower-case name, in their order.
        var fields: [(name: String, value: String)] = []

        func first(_ name: String) -> String? {
            fields.first { $0.name == name }?.value
        }
    }

    var code: CURLcode
    var error: String
    /// OpenSSL's `X509_V_ERR_…`, 0 where the chain is in order.
    var verifyResult: Int
    var responses: [Response]
    var bodyBytes: Int
    /// From the start of the transfer; `nil` where that moment was not reached.
    var tlsDone: Duration?
    var requestSent: Duration?
    var firstByte: Duration?
    var total: Duration
    var certificates: [[String]]
    var redirects: Int
}

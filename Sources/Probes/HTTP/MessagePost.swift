import CCurl
package import NetworkModel

/// A message to a web server by POST. No redirect is followed, and only as much of the response is read as can be shown.
package struct MessagePost: Sendable {
    /// The result of sending the message.
    package enum Outcome: Sendable {
        /// The server responded.
        ///
        /// - Parameter location: The destination of the redirect.
        case answered(status: Int, location: String?, body: [UInt8])
        /// There was no response; with a short reason.
        case failed(String)
    }

    /// The maximum number of bytes of a response.
    private static let maxAnswer = 4_096

    private let engine: CurlEngine
    private let probe: HTTPProbe

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - path: The request target with its query.
    ///   - fields: Additional fields of the request, including `Content-Type`.
    package init(
        engine: CurlEngine, secure: Bool, host: Host, port: UInt16, path: String, fields: [HTTPSettings.Field],
        body: [UInt8], certificateAuthorityFile: String?
    ) {
        self.engine = engine
        var probe = HTTPProbe(engine: engine, secure: secure, host: host, port: port, path: path)
        probe.settings.method = "POST"
        probe.settings.fields = fields
        probe.settings.body = .bytes(body)
        probe.settings.maxBodyBytes = Self.maxAnswer
        probe.settings.maxRedirects = 0
        probe.tls.certificateAuthorityFile = certificateAuthorityFile
        self.probe = probe
    }

    /// Sends the message over a connection.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    package func send(over socket: ConnectedSocket, within limit: Duration) async throws -> Outcome {
        let (plan, settings) = (probe.plan(to: socket, limit), probe.settings)
        let outcome = try await engine.perform {
            try HTTPTransfer($0, plan, settings, cookies: nil, keepsBody: true)
        }
        if let last = outcome.last, outcome.code == CURLE_OK || !outcome.body.isEmpty || last.status >= 300 {
            return .answered(status: last.status, location: outcome.redirect, body: outcome.body)
        }
        return .failed(CurlFailure.reason(outcome.code, outcome.error, limit))
    }
}

/// The meaning of libcurl's codes for users.
enum CurlFailure {
    static func reason(_ code: CURLcode, _ error: String, _ limit: Duration) -> String {
        if code == CURLE_OPERATION_TIMEDOUT { return "no answer within \(limit.settingText)" }
        let text = error.isEmpty ? String(cString: curl_easy_strerror(code)) : error
        return SafeText.escaped(SafeText.cut(text, to: 200))
    }
}

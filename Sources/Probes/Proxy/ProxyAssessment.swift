import CCurl
public import NetworkModel

/// The proxy's part of libcurl's outcome, separated from the target's.
public struct ProxyAssessment: Sendable, Hashable {
    /// The result of the proxy.
    public var outcome: ProxyEvidence.Outcome
    /// The handshake with the proxy itself, if it failed.
    public var tls: TLSEvidence?
    /// The status of the proxy's own response; `nil` if there was none.
    public var status: Int?
    /// The result of the login at the proxy; `nil` if it required none.
    public var authentication: HTTPEvidence.Authentication?
    /// What was wrong, as text; `nil` if nothing was.
    public var detail: String?

    init(_ outcome: ProxyEvidence.Outcome, detail: String) {
        self.outcome = outcome
        self.detail = detail
    }

    init(_ outcome: HTTPTransfer.Outcome, _ plan: CurlPlan, _ proxy: Proxy) {
        self.outcome = .passed
        let text = HTTPAssessment.text(outcome.code, outcome.error)
        switch proxy.kind {
        case .socks5, .socks5h:
            readSOCKS(outcome, text)
        case .http, .https:
            if proxy.kind == .https, outcome.responses.isEmpty, Self.isTLSFailure(outcome.code),
                outcome.requestBegan == nil
            {
                self.outcome = .tls
                tls = TLSAssessment(
                    code: outcome.code, text: text, verifyResult: outcome.verifyResult, isShaken: false, facts: nil
                ).evidence(for: proxy.host)
                detail = text
            } else if plan.tunnels {
                readTunnel(outcome, plan, text)
            } else {
                readForwarding(outcome, plan, text)
            }
        }
    }

    /// The result for an FTP session through a proxy that ended before the server's greeting; `nil` if the greeting arrived.
    public init?(before ftp: FTPEvidence) {
        guard ftp.outcome != .done, !ftp.steps.contains(where: { $0.reply != nil }) else { return nil }
        let words = ftp.detail ?? ""
        // libcurl's texts are "CONNECT tunnel failed, response 407" and "Received HTTP code 403 from proxy after CONNECT".
        let numbers = words.split { !$0.isNumber }.compactMap { Int($0) }
        status = words.contains("CONNECT") ? numbers.first { (300...599).contains($0) } : nil
        detail = words.isEmpty ? nil : words
        switch ftp.outcome {
        case _ where status == 407:
            outcome = .authentication
            authentication = .init(outcome: .missing)
        case _ where status != nil: outcome = .refused
        case .timeout: outcome = .noAnswer
        case .closed: outcome = .closed
        case .malformed: outcome = .malformed
        default: outcome = words.lowercased().contains("socks") ? .refused : .closed
        }
    }

    private static func isTLSFailure(_ code: CURLcode) -> Bool {
        code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE
    }

    /// Reads the result of a tunnel by CONNECT (RFC 9110 section 9.3.6).
    private mutating func readTunnel(_ outcome: HTTPTransfer.Outcome, _ plan: CurlPlan, _ text: String) {
        let answers = outcome.responses.filter(\.isTunnel)
        authentication = HTTPAssessment.authentication(
            refusal: 407, responses: answers, field: "proxy-authenticate", available: outcome.offeredByProxy,
            login: plan.proxyLogin, sent: outcome.proxyScheme, outcome.ticketProblem)
        guard let last = answers.last else {
            guard outcome.requestBegan == nil, outcome.tlsBegan == nil || plan.proxy?.kind == .https else { return }
            readBroken(outcome, text)
            return
        }
        status = last.status
        if last.status == 407 {
            self.outcome = .authentication
        } else if !(100..<600).contains(last.status) {
            self.outcome = .malformed
        } else if !(200..<300).contains(last.status) {
            self.outcome = .refused
            detail = Self.reason(last)
        } else if outcome.requestBegan == nil, outcome.tlsBegan == nil || outcome.isHeadEndless {
            // The proxy accepts it, but its response never ends, so that there is no tunnel.
            readBroken(outcome, text)
        }
    }

    /// Reads an invalid response to CONNECT, or an incomplete one.
    private mutating func readBroken(_ outcome: HTTPTransfer.Outcome, _ text: String) {
        self.outcome =
            switch outcome.code {
            case _ where outcome.isHeadEndless: .malformed
            case CURLE_OPERATION_TIMEDOUT: .noAnswer
            case CURLE_OK: .passed
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR, .lineTooLong,
                .lineTooLongSince8_6:
                .malformed
            default: .closed
            }
        guard self.outcome != .passed else { return }
        detail = outcome.isHeadEndless ? HTTPTransfer.endlessHead : text
    }

    /// Reads the result of a request that the proxy makes for this client. Its own refusals carry its mark (RFC 9209, or
    /// Squid's field). A response that is not HTTP comes from the proxy itself, and so does the end of the connection without
    /// a response: it would report errors of the server.
    private mutating func readForwarding(_ outcome: HTTPTransfer.Outcome, _ plan: CurlPlan, _ text: String) {
        authentication = HTTPAssessment.authentication(
            refusal: 407, responses: outcome.responses, field: "proxy-authenticate", available: outcome.offeredByProxy,
            login: plan.proxyLogin, sent: outcome.proxyScheme, outcome.ticketProblem)
        guard let last = outcome.last else {
            switch outcome.code {
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: self.outcome = .closed
            // No request was sent yet: the proxy's own handshake hangs.
            case CURLE_OPERATION_TIMEDOUT where outcome.requestBegan == nil: self.outcome = .noAnswer
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: self.outcome = .malformed
            default: return
            }
            detail = text
            return
        }
        if last.status == 407 {
            self.outcome = .authentication
            status = 407
        } else if last.status >= 400, let reason = Self.reason(last) {
            self.outcome = .refused
            status = last.status
            detail = reason
        }
    }

    private static func reason(_ response: HTTPTransfer.Response) -> String? { mark(in: response)?.value }

    /// The names of programs that are only proxies of clients, in lower case. They pass on the server's own `Server`.
    private static let programs = [
        "tinyproxy", "privoxy", "e2guardian", "mitmproxy", "zscaler", "bluecoat", "blue coat", "mcafee web gateway",
    ]

    /// The field with which a proxy marks an error as its own; `nil` if there is none.
    private static func mark(in response: HTTPTransfer.Response) -> (field: String, value: String)? {
        if let squid = response.first("x-squid-error")?.split(separator: " ").first {
            return ("X-Squid-Error", String(squid))
        }
        if let status = response.first("proxy-status"), status.contains("error=") { return ("Proxy-Status", status) }
        if let agent = response.first("proxy-agent") { return ("Proxy-Agent", agent) }
        guard let server = response.first("server") else { return nil }
        let name = server.lowercased()
        return programs.contains(where: name.hasPrefix) ? ("Server", server) : nil
    }

    /// The mark of a proxy in an error, as the line of its field; `nil` if it has none.
    static func mark(of response: HTTPTransfer.Response) -> String? {
        guard response.status >= 400, let mark = mark(in: response) else { return nil }
        return "\(mark.field): \(mark.value.prefix(80))"
    }

    private mutating func readSOCKS(_ outcome: HTTPTransfer.Outcome, _ text: String) {
        guard outcome.code == CURLE_PROXY else {
            if outcome.code == CURLE_OPERATION_TIMEDOUT, outcome.requestBegan == nil, outcome.tlsBegan == nil {
                self.outcome = .noAnswer
                detail = text
            }
            return
        }
        detail = text
        switch CURLproxycode(UInt32(outcome.proxyError)) {
        case CURLPX_NO_AUTH, CURLPX_BAD_ADDRESS_TYPE:
            self.outcome = .authentication
            authentication = .init(outcome: .missing, offered: ["user name and password"])
        case CURLPX_USER_REJECTED, CURLPX_GSSAPI_PERMSG:
            self.outcome = .authentication
            authentication = .init(outcome: .rejected, offered: ["user name and password"])
        case CURLPX_CLOSED, CURLPX_RECV_CONNECT, CURLPX_RECV_AUTH, CURLPX_RECV_REQACK, CURLPX_RECV_ADDRESS,
            CURLPX_SEND_CONNECT, CURLPX_SEND_AUTH, CURLPX_SEND_REQUEST:
            self.outcome = .closed
        case CURLPX_BAD_VERSION, CURLPX_UNKNOWN_MODE:
            self.outcome = .malformed
        default:
            self.outcome = .refused
        }
    }
}

import CCurl
public import NetworkModel

/// How far a proxy let a transfer through: its part of libcurl's outcome, told apart from the target's.
public struct ProxyReading: Sendable, Hashable {
    public var outcome: ProxyEvidence.Outcome
    /// The handshake with the proxy itself, where it failed.
    public var tls: TLSEvidence?
    public var status: Int?
    public var authentication: HTTPEvidence.Authentication?
    public var detail: String?

    init(_ outcome: HTTPTransfer.Outcome, _ plan: CurlPlan, _ proxy: Proxy) {
        self.outcome = .passed
        let text = HTTPReading.text(outcome.code, outcome.error)
        switch proxy.kind {
        case .socks5, .socks5h:
            readSOCKS(outcome, text)
        case .http, .https:
            if proxy.kind == .https, outcome.responses.isEmpty, Self.isTLSFailure(outcome.code),
                outcome.requestBegan == nil
            {
                self.outcome = .tls
                tls = TLSReading(
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

    private static func isTLSFailure(_ code: CURLcode) -> Bool {
        code == CURLE_SSL_CONNECT_ERROR || code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE
    }

    /// A tunnel that CONNECT makes (RFC 9110 section 9.3.6).
    private mutating func readTunnel(_ outcome: HTTPTransfer.Outcome, _ plan: CurlPlan, _ text: String) {
        let answers = outcome.responses.filter(\.isTunnel)
        authentication = HTTPReading.authentication(
            refusal: 407, responses: answers, field: "proxy-authenticate", available: outcome.offeredByProxy,
            login: plan.proxyLogin, sent: outcome.proxyScheme, outcome.ticketProblem)
        guard let last = answers.last else {
            guard outcome.requestBegan == nil, outcome.tlsBegan == nil || plan.proxy?.kind == .https else { return }
            self.outcome =
                switch outcome.code {
                case CURLE_OPERATION_TIMEDOUT: .noAnswer
                case CURLE_OK: .passed
                case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WRITE_ERROR: .malformed
                default: .closed
                }
            if self.outcome != .passed { detail = text }
            return
        }
        status = last.status
        if last.status == 407 {
            self.outcome = .authentication
        } else if !(200..<300).contains(last.status) {
            self.outcome = .refused
            detail = Self.reason(last)
        }
    }

    /// A request that the proxy makes in our stead: its own refusals bear its mark (RFC 9209, or Squid's own field).
    /// What is no HTTP comes from the proxy itself, and so does an end without a word: it would tell of its server's.
    private mutating func readForwarding(_ outcome: HTTPTransfer.Outcome, _ plan: CurlPlan, _ text: String) {
        authentication = HTTPReading.authentication(
            refusal: 407, responses: outcome.responses, field: "proxy-authenticate", available: outcome.offeredByProxy,
            login: plan.proxyLogin, sent: outcome.proxyScheme, outcome.ticketProblem)
        guard let last = outcome.last else {
            switch outcome.code {
            case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: self.outcome = .closed
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

    private static func reason(_ response: HTTPTransfer.Response) -> String? {
        if let squid = response.first("x-squid-error") { return squid.split(separator: " ").first.map(String.init) }
        if let status = response.first("proxy-status"), status.contains("error=") { return status }
        return nil
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

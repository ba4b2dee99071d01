import CCurl
import HostResolution
import NetworkModel

/// Derives the results of the layers from libcurl's outcome.
struct HTTPAssessment {
    let outcome: HTTPTransfer.Outcome
    let plan: CurlPlan
    let settings: HTTPSettings
    /// The host for which the certificate must be valid.
    let host: Host
    let url: String

    private var isSecure: Bool { plan.url.hasPrefix("https:") }

    var observation: HTTPProbe.Observation {
        let proxy = plan.proxy.map { ProxyAssessment(outcome, plan, $0) }
        let hasPassed = proxy.map { $0.outcome == .passed } ?? true
        let tls = isSecure && hasPassed ? tlsEvidence : nil
        let isShaken = hasPassed && (tls.map { $0.outcome == .established } ?? true)
        return HTTPProbe.Observation(
            proxy: proxy, tls: tls, http: isShaken ? httpEvidence : nil, times: times, redirect: redirect,
            cookies: outcome.cookies)
    }

    /// The destination of the redirect. libcurl treats a URL with a scheme and no authority, as in `javascript:`, as a path.
    private var redirect: String? {
        guard let resolved = outcome.redirect.map(inWrittenForm), let location = outcome.last?.first("location") else {
            return outcome.redirect.map(inWrittenForm)
        }
        // RFC 3986 section 3.1.
        let scheme = location.utf8.prefix { $0 != UInt8(ascii: ":") && Token.isCharacter($0) }
        guard !scheme.isEmpty, location.utf8[scheme.endIndex...].first == UInt8(ascii: ":") else { return resolved }
        return ["http", "https"].contains(String(scheme)?.lowercased()) ? resolved : location
    }

    /// The destination with the target's host as it was written, instead of its DNS form in which libcurl resolves relative
    /// references. The settings of a target are only for its own host.
    private func inWrittenForm(_ destination: String) -> String {
        guard host.inASCII != host else { return destination }
        let sent = Self.origin(of: plan.url) + "/"
        guard destination.hasPrefix(sent) else { return destination }
        return "\(Self.origin(of: url))/\(destination.dropFirst(sent.count))"
    }

    /// The part of a URL before its path.
    private static func origin(of url: String) -> String {
        url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    private var tlsEvidence: TLSEvidence {
        TLSAssessment(
            code: outcome.code, text: text, verifyResult: outcome.verifyResult, isShaken: outcome.isShaken,
            facts: outcome.tls, isCertificateMissing: outcome.isCertificateMissing, isAnswered: outcome.last != nil
        ).evidence(for: host)
    }

    private var times: HTTPProbe.Times {
        var last = Duration.zero
        /// The time from the previous moment to this one; 0 if it was not reached.
        func step(to moment: Duration?) -> Duration {
            guard let moment, moment > last else { return .zero }
            defer { last = moment }
            return moment - last
        }
        let total = max(outcome.total, .zero)
        let proxyEnd =
            isSecure
            ? outcome.tlsBegan
            : plan.proxy.map { $0.kind == .http || $0.kind == .https } == true ? nil : outcome.requestBegan
        let proxy = plan.proxy.map { _ in step(to: proxyEnd) }
        let tls = isSecure ? step(to: outcome.isShaken ? outcome.requestBegan : total) : nil
        let request = step(to: outcome.requestSent)
        let firstByte = step(to: outcome.firstByte)
        return .init(proxy: proxy, tls: tls, request: request, firstByte: firstByte, body: step(to: total))
    }

    private var httpEvidence: HTTPEvidence {
        let last = outcome.last
        var evidence = HTTPEvidence(
            url: url, outcome: result, status: last?.status, version: last?.version, bodyBytes: outcome.bodyBytes,
            firstByte: outcome.firstByte == nil ? nil : times.firstByte, retryAfter: last?.first("retry-after"),
            server: last?.first("server"),
            authenticationSchemes: Self.schemes(last?.all("www-authenticate") ?? [], outcome.offered),
            detail: outcome.code == CURLE_OK || isOpenStream || isFlowing ? nil : text)
        if evidence.outcome == .malformed, outcome.code == CURLE_OK {
            evidence.detail = "it has two lengths (RFC 9112 section 6.3)"
        }
        if isTLSExpected { evidence.isTLSExpected = true }
        if outcome.isBodyCut || isOpenStream || isFlowing { evidence.isBodyCut = true }
        if isFlowing, !isOpenStream { evidence.isUnfinished = true }
        if plan.proxy == nil, evidence.outcome == .response { evidence.proxyMark = last.flatMap(ProxyAssessment.mark) }
        if outcome.isRepeated { evidence.isRepeated = true }
        if outcome.isHeadOpen, evidence.outcome == .stalled { evidence.isHeadIncomplete = true }
        if settings.keepsAnswer, let last { evidence.answer = .init(fields: last.all) }
        if outcome.responses.contains(where: { $0.status == 401 }) {
            evidence.authentication = Self.authentication(
                refusal: 401, responses: outcome.responses.filter { !$0.isTunnel }, field: "www-authenticate",
                available: outcome.offered, login: plan.login, sent: outcome.serverScheme, outcome.ticketProblem)
        }
        if let status = last?.status, evidence.outcome == .response, !settings.expectedStatus.isEmpty {
            evidence.isStatusExpected = settings.expectedStatus.contains { $0.contains(status) }
        }
        if evidence.outcome == .response, !isRedirect(last) {
            evidence.brokenRules =
                BodyExamination(rules: settings.rules, body: outcome.body, secrets: secrets).brokenRules
            if settings.isLongBodyWrong, outcome.isBodyCut {
                evidence.brokenRules.append(
                    .init(rule: "at most \(settings.maxBodyBytes) bytes", found: "more than that"))
            }
        }
        return evidence
    }

    /// Whether a server with TLS refuses an unencrypted request, as nginx, Apache and Go's net/http say in the body.
    private var isTLSExpected: Bool {
        guard !isSecure, plan.proxy == nil, outcome.last?.status == 400 else { return false }
        let text = String(decoding: outcome.body.prefix(HTTPTransfer.maxRefusalBytes), as: UTF8.self)
        return [
            "plain HTTP request was sent to HTTPS port", "speaking plain HTTP to an SSL-enabled server port",
            "sent an HTTP request to an HTTPS server",
        ].contains { text.contains($0) }
    }

    /// What the request contained that must not be shown.
    private var secrets: [Secret] {
        guard settings.readsBody else { return [] }
        return settings.secrets + [plan.login?.secret, plan.proxyLogin?.secret].compactMap(\.self)
    }

    private func isRedirect(_ response: HTTPTransfer.Response?) -> Bool {
        settings.maxRedirects > 0 && outcome.redirect != nil
            && response.map { (300..<400).contains($0.status) } == true
    }

    private var result: HTTPEvidence.Outcome {
        let hasBegun = outcome.last != nil
        if outcome.isHeadEndless { return .endlessHead }
        if outcome.isFlooded { return .malformed }
        switch outcome.code {
        case _ where isStreamRefused: return .failed
        case CURLE_OK where hasSeveralLengths:
            return .malformed
        case CURLE_OK:
            return .response
        case CURLE_OPERATION_TIMEDOUT:
            return isOpenStream || isFlowing ? .response : hasBegun ? .stalled : .noAnswer
        case CURLE_COULDNT_CONNECT:
            // The connection was established before libcurl got it, and has an error since then: the server has reset it. One
            // that was closed has none.
            return .reset
        case CURLE_GOT_NOTHING:
            return .closed
        case CURLE_RECV_ERROR where hasBegun && !text.contains("Recv failure"):
            // libcurl has the same code for an invalid chunk as for a broken connection (RFC 9112 section 7.1).
            return .malformed
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            return hasBegun ? .truncated : .reset
        case CURLE_PARTIAL_FILE:
            return .truncated
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR, CURLE_ABORTED_BY_CALLBACK, .lineTooLong,
            .lineTooLongSince8_6:
            // A response without a status line counts as HTTP/0.9, which is rejected as an unsupported protocol.
            return .malformed
        default:
            return .failed
        }
    }

    /// Whether only the time limit ended a stream of events, which has no end, after something of it had arrived.
    private var isOpenStream: Bool {
        outcome.code == CURLE_OPERATION_TIMEDOUT && outcome.bodyBytes > 0 && outcome.last?.isEventStream == true
    }

    /// How long a body must have arrived before its rate says something, and the longest pause of one that flows, which is at most
    /// half that time. Over TLS, the data of a record (16 KiB) arrive together. A server that stops within its response pauses for
    /// longer.
    private static let minFlow = Duration.seconds(2)
    private static let maxPause = Duration.seconds(2)
    /// The rate in bytes per second below which a body practically stands still.
    private static let minRate = 1_000

    /// Whether only the time limit ended a body that arrived without a pause, since the link is slow or the body is long. It is
    /// slow, and the server is not silent. What settings say about the whole body would be undecided, as would be the answer that is
    /// kept.
    private var isFlowing: Bool {
        guard outcome.code == CURLE_OPERATION_TIMEDOUT, !settings.readsBody, !settings.keepsAnswer,
            !settings.isLongBodyWrong, let status = outcome.last?.status, status >= 200,
            let begun = outcome.firstByte, let pause = outcome.longestPause, pause <= Self.maxPause
        else { return false }
        let time = outcome.total - begun
        guard time >= Self.minFlow, pause * 2 <= time else { return false }
        return Duration.seconds(outcome.bodyBytes) >= time * Self.minRate
    }

    /// Whether the server refuses the request on each connection, which is how libcurl repeats a refused stream (RFC
    /// 9113 section 8.7). No connection was reset, although the code is that of one.
    private var isStreamRefused: Bool {
        outcome.last == nil && [CURLE_SEND_ERROR, CURLE_RECV_ERROR].contains(outcome.code)
            && outcome.error.hasPrefix("Connection died, tried")
    }

    private var hasSeveralLengths: Bool {
        guard let last = outcome.last, let first = last.first("content-length") else { return false }
        return last.fields.contains { $0.name == "content-length" && $0.value != first }
    }

    private var text: String {
        switch outcome.code {
        case _ where outcome.isFlooded: HTTPTransfer.flooded
        case _ where isStreamRefused: HTTPTransfer.streamRefused
        case CURLE_ABORTED_BY_CALLBACK: HTTPTransfer.padded
        case CURLE_WRITE_ERROR where outcome.isNested: HTTPTransfer.nested
        case CURLE_WRITE_ERROR, CURLE_BAD_CONTENT_ENCODING: packedText ?? Self.text(outcome.code, outcome.error)
        default: Self.text(outcome.code, outcome.error)
        }
    }

    /// That libcurl cannot decompress the body, which it only calls a failed write; `nil` if the body is not compressed.
    private var packedText: String? {
        guard let coding = outcome.last?.first("content-encoding"), coding.lowercased() != "identity" else {
            return nil
        }
        return "its compressed body cannot be unpacked (Content-Encoding: \(coding.prefix(32)))"
    }

    /// libcurl's text about the error, in addition to its code.
    static func text(_ code: CURLcode, _ error: String) -> String {
        if error.isEmpty, code == .lineTooLong || code == .lineTooLongSince8_6 {
            return "a line of the answer's head is longer than 100 KiB"
        }
        return error.isEmpty ? String(cString: curl_easy_strerror(code)) : error
    }

    // MARK: - Logins

    /// The schemes of challenges: their first words, and those that libcurl found after commas.
    static func schemes(_ challenges: [String], _ available: Int) -> [String] {
        var names = challenges.prefix(8).compactMap {
            $0.unicodeScalars.split(separator: " ").first.map { String($0.prefix(32)) }
        }
        for (bit, name) in [(1, "Basic"), (2, "Digest"), (4, "Negotiate"), (8, "NTLM"), (64, "Bearer")]
        where available & bit != 0 && !challenges.isEmpty
            && !names.contains(where: { $0.lowercased() == name.lowercased() })
        {
            names.append(name)
        }
        return names
    }

    /// The result of a login, from the refusing responses (401, or 407) and the credentials that were sent.
    static func authentication(
        refusal: Int, responses: [HTTPTransfer.Response], field: String, available: Int, login: HTTPProbe.Login?,
        sent: String?, _ ticketProblem: String?
    ) -> HTTPEvidence.Authentication? {
        guard let challenge = responses.last(where: { $0.status == refusal }) else { return nil }
        let offered = schemes(challenge.all(field), available)
        let used = sent.flatMap(AuthenticationScheme.init(rawValue:))
        guard responses.last?.status == refusal else { return .init(outcome: .accepted, offered: offered, used: used) }
        guard let login else { return .init(outcome: .missing, offered: offered) }
        if let used { return .init(outcome: .rejected, offered: offered, used: used, detail: ticketProblem) }
        let names = Set(offered.compactMap { AuthenticationScheme(rawValue: $0.lowercased()) })
        guard names.isDisjoint(with: login.usable) else {
            return .init(outcome: .unavailable, offered: offered, detail: ticketProblem)
        }
        return .init(outcome: .wrongScheme, offered: offered)
    }
}

extension HTTPProbe.Login {
    /// The value of `CURLAUTH_…`. It never has a single bit, since libcurl would then send credentials before the server
    /// requires them.
    var mask: Int {
        usable.reduce(1 << 31) { mask, scheme in
            switch scheme {
            case .basic: mask | 1
            case .digest: mask | 2
            case .negotiate: mask | 4
            case .ntlm: mask | 8
            case .bearer: mask | 64
            }
        }
    }

    /// The schemes that are possible with the kind of the secret.
    var usable: Set<AuthenticationScheme> {
        switch secret.content {
        case .password: schemes.intersection([.basic, .digest, .ntlm])
        case .token: schemes.intersection([.bearer])
        case .tickets: schemes.intersection([.negotiate])
        }
    }
}

extension CURLcode {
    /// libcurl's code for a line that is too long; actual lack of memory is unlikely.
    static let lineTooLong = CURLE_OUT_OF_MEMORY
    /// `CURLE_TOO_LARGE`, which older headers do not have.
    static let lineTooLongSince8_6 = CURLcode(100)
}

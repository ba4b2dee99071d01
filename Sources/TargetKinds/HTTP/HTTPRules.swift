public import Diagnosis
public import NetworkModel

extension HTTPEvidence: JudgedEvidence {
    /// Whether a whole response arrived, with any status, and redirects were followed to their end.
    public var isProven: Bool { outcome == .response && areRedirectsUnfinished != true }
    /// Always `nil`: HTTP uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server became silent before or during its response, or the body ended early.
    public var hasStalled: Bool { [.noAnswer, .stalled, .truncated].contains(outcome) }

    /// The findings about the response, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { HTTPRules.findings(self, in: evidence) }
}

/// Rules for the response to the request.
enum HTTPRules {
    static func findings(_ http: HTTPEvidence, in evidence: Evidence) -> [Finding] {
        guard !isHealthy(http), http.areRedirectsUnfinished != true else { return slow(http, evidence) }
        let responder = responder(of: http, in: evidence)
        let place = responder.map(destination) ?? shown(evidence.destination)
        var facts = [
            "url": shown(http.url), "destination": place, "bytes": "\(http.bodyBytes)",
            "detail": shown(
                http.outcome == .endlessHead
                    ? HTTPPhrases.headTooLarge.text
                    : http.detail ?? http.status.map { HTTPPhrases.itsStatusIs.text(["status": "\($0)"]) }
                        ?? FactPhrase.noReasonKnown.text),
            "software": http.server.flatMap(software) ?? "",
            // A server may send 503 about itself; only proxies send the others (RFC 9110 section 15.6).
            "who": http.status == 503 ? HTTPPhrases.serverOrProxy.text : HTTPPhrases.theProxy.text,
            // It is a date, or a number of seconds (RFC 9110 section 10.2.3).
            "retry": shown(
                http.retryAfter.map { Int($0) == nil ? $0 : "\($0) s" } ?? HTTPPhrases.unknownTime.text),
            "schemes": shown(
                http.authenticationSchemes.isEmpty
                    ? HTTPPhrases.noSchemeOffered.text : http.authenticationSchemes.joined(separator: ", ")),
            "chain": shown(http.redirects.prefix(10).map { "\($0.status) \($0.location)" }.joined(separator: " → ")),
        ]
        facts.merge(sender(of: http.url, in: evidence)) { $1 }
        facts["progress"] =
            http.isHeadIncomplete == true
            ? HTTPPhrases.headUnfinished.text : HTTPPhrases.bodyArrived.text(["bytes": "\(http.bodyBytes)"])
        facts["status"] = http.status.map { "\($0)" }
        let isTLSExpected = http.isTLSExpected == true
        facts["why"] = isTLSExpected ? HTTPPhrases.portExpectsTLS.text : ""
        if isTLSExpected, let rest = http.url.firstRange(of: "://") {
            facts["secure"] = shown("https\(http.url[rest.lowerBound...])")
        }
        facts["mark"] = http.proxyMark.map(shown)
        let isElsewhere = responder.map { $0.host != evidence.asked.host } ?? false
        let address = (responder == nil ? nil : http.address) ?? (isElsewhere ? nil : evidence.tcp?.winner?.address)
        facts["address"] = address.map { "\($0)" }
        // Whether large packets get through may have been tried.
        let isLargeHeard = evidence.path?.sizes.contains { sizes in
            sizes.address == address && sizes.answered.contains { $0 >= 1_428 }
        }
        if isLargeHeard != true { facts["doubted"] = facts["address"] }
        facts["port"] = (responder ?? evidence.asked).port.map { "\($0)" }
        if evidence.isOfOwnService { facts["local_port"] = facts["port"] }
        facts.merge(malformed(http, facts)) { $1 }
        if http.outcome == .malformed, facts["headless"] == nil { facts["port"] = nil }
        if http.outcome == .closed, http.url.hasPrefix("https:"), evidence.proxy == nil {
            // nc shows nothing of what comes within TLS.
            (facts["endpoint"], facts["port"]) = (place, nil)
            facts["name"] = shown((responder ?? evidence.asked).host.description)
            if responder == nil, evidence.tls?.alpn == "h2" { facts["newer"] = facts["url"] }
        }
        if responder == nil {
            facts.merge(overriding(address, in: evidence)) { $1 }
            facts["searched"] = evidence.dns?.resolution.searched.map(shown)
        }
        if http.status == 421 { facts["misdirected"] = "421" }
        let isCutByReset =
            http.outcome == .truncated && http.detail?.contains(MessagePhrase.connectionReset.rawValue) == true
        if isCutByReset { facts["cut"] = facts["url"] }
        let isPlain = http.status == 403 && evidence.tls == nil && responder == nil
        let filter = isPlain ? evidence.acceptingGateway : nil
        facts["filter"] = filter.map { "\($0)" }
        let entry: CauseEntry?
        switch http.outcome {
        case .response:
            if http.status == 401, http.isStatusExpected != true, let authentication = http.authentication {
                return [login(authentication, facts)]
            }
            if let broken = http.brokenRules.first, http.isStatusExpected ?? (http.status.flatMap(cause) == nil) {
                facts["rule"] = shown(broken.rule)
                facts["found"] = shown(broken.found ?? HTTPPhrases.somethingElse.text)
                entry = HTTPCauses.unexpectedBody
            } else {
                entry = unexpected(http)
            }
        case .noAnswer: entry = HTTPCauses.noAnswer
        case .closed: entry = TCPCauses.closed
        case .reset: entry = TCPCauses.reset
        case .endlessHead: entry = HTTPCauses.malformed
        case .redirectRefused: entry = HTTPCauses.redirectRefused
        case .malformed: entry = HTTPCauses.malformed
        case .truncated: entry = HTTPCauses.truncated
        // Interim responses alone are not an answer (RFC 9110 section 15.2).
        case .stalled: entry = http.status.map { $0 < 200 } == true ? HTTPCauses.noAnswer : HTTPCauses.stalled
        case .redirectLoop: entry = HTTPCauses.redirectLoop
        case .failed: entry = HTTPCauses.failed
        }
        if let entry {
            var finding = Finding(entry, confidence: 0.98, facts)
            // Nothing shows that the proxy reached the target, whose silence it would report itself.
            if entry.id == HTTPCauses.noAnswer.id, facts["direct"] != nil, let side = sideOfProxy(evidence) {
                finding.side = side
            }
            if filter != nil, entry.id == HTTPCauses.forbidden.id { finding.side = .network }
            // A device on the path may send an RST in the server's place.
            if entry.id == HTTPCauses.truncated.id, !isCutByReset { finding.side = .remote }
            // Packets that are lost, for their size or by chance, look the same as a server that stops.
            if entry.id == HTTPCauses.stalled.id,
                isLargeHeard == true && !evidence.hasSignOfLoss || evidence.isOfOwnService
            {
                finding.side = .remote
            }
            return [finding]
        }
        let downgrade = http.redirects.first {
            $0.url.hasPrefix("https:") && $0.location.lowercased().hasPrefix("http:")
        }
        let slow = slow(http, evidence)
        guard let downgrade else { return slow }
        facts["url"] = shown(downgrade.url)
        return [Finding(HTTPCauses.redirectDowngrade, facts)] + slow
    }

    /// The place that the redirects led to, if the lower layers are the target's own: its server is what responded.
    private static func responder(of http: HTTPEvidence, in evidence: Evidence) -> Target? {
        guard evidence.place == nil, evidence.proxy == nil, !http.redirects.isEmpty else { return nil }
        return try? Target(http.url, schemes: .web)
    }

    private static func destination(_ target: Target) -> String {
        shown(target.port.map { "\(target.host.bracketed):\($0)" } ?? target.host.description)
    }

    /// The facts about a hosts file that leads to the server, while DNS leads to others: the page may be there.
    private static func overriding(_ address: IPAddress?, in evidence: Evidence) -> [String: String] {
        guard evidence.proxy == nil, let address, let dns = evidence.dns, dns.isOwnName != true else { return [:] }
        let answers = dns.resolution.answers
        let listed = answers.filter { $0.source == .hosts }.compactMap(\.address)
        let there = answers.filter { $0.source == .dns }.compactMap(\.address)
        guard listed.contains(where: { $0.bytes == address.bytes }), !there.isEmpty,
            !there.contains(where: { $0.bytes == address.bytes })
        else { return [:] }
        return [
            "name": shown(evidence.asked.host.description),
            "dns": there.prefix(8).map { "\($0)" }.joined(separator: ", "),
        ]
    }

    /// The facts of the advice about a malformed response. Whether it is HTTP at all is only in doubt without a status line,
    /// and not of a server that speaks HTTP/2.
    private static func malformed(_ http: HTTPEvidence, _ facts: [String: String]) -> [String: String] {
        let url = shown(http.url)
        if http.detail == MessagePhrase.speaksBareHTTP2.rawValue {
            var found = ["prior": url]
            found["prior_port"] = facts["port"]
            return found
        }
        if http.detail.map({ $0.contains("HTTP/2") || $0.contains("HTTP2") }) == true { return ["newer": url] }
        return [http.status == nil ? "headless" : "framed": url]
    }

    /// What was asked for a URL, as facts: the server, or the proxy that sends the request on. A proxy only passes on the bytes of a
    /// tunnel.
    static func sender(of url: String, in evidence: Evidence) -> [String: String] {
        guard let proxy = evidence.proxy, evidence.tls == nil else { return ["asked": shown(url)] }
        return [
            "asked": HTTPPhrases.proxyAskedFor.text(["proxy": shown(proxy.url), "url": shown(url)]),
            "proxy": shown(proxy.url), "direct": shown(evidence.target.text),
        ]
    }

    /// Whether the proxy is in the user's own network, or on this machine.
    private static func sideOfProxy(_ evidence: Evidence) -> Side? {
        guard let used = evidence.proxy?.attempts.first(where: { $0.outcome == .connected }),
            !used.address.isOfInternet
        else { return nil }
        return used.address.isLoopback ? .machine : .network
    }

    /// The name of the server's software, as the end of a sentence; `nil` if it contains anything that a shell would interpret,
    /// since advice is copied.
    private static func software(_ header: String) -> String? {
        let name = header.prefix { !$0.isWhitespace }
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789./-_".unicodeScalars.contains(scalar))
        }
        return isPlain && !name.isEmpty ? " (\(shown(String(name))))" : nil
    }

    /// The finding about a response that is correct, but slow. It is omitted if a warning of a lower layer explains it.
    private static func slow(_ http: HTTPEvidence, _ evidence: Evidence) -> [Finding] {
        let limits = evidence.thresholds
        let areRedirectsUnfinished = http.areRedirectsUnfinished == true
        let isUnfinished = http.isUnfinished == true || areRedirectsUnfinished
        guard let phases = http.phases, isUnfinished || phases.total.duration > limits.page.duration else { return [] }
        let parts: [(name: String, time: Milliseconds?)] = [
            (HTTPPhrases.phaseResolve.text, phases.resolve), (HTTPPhrases.phaseConnect.text, phases.connect),
            (HTTPPhrases.phaseProxy.text, phases.proxy), (HTTPPhrases.phaseTLS.text, phases.tls),
            (HTTPPhrases.phaseRequest.text, phases.request), (HTTPPhrases.phaseFirstByte.text, phases.firstByte),
            (HTTPPhrases.phaseBody.text, phases.body), (HTTPPhrases.phaseRedirects.text, phases.redirects),
        ]
        guard let (name, time) = parts.max(by: { ($0.time?.duration ?? .zero) < ($1.time?.duration ?? .zero) }),
            let time
        else { return [] }
        // Other phases than these wait for several responses.
        let isOneWait = name == HTTPPhrases.phaseFirstByte.text || name == HTTPPhrases.phaseConnect.text
        let others = isOneWait ? max(.zero, phases.total.duration - time.duration) : phases.total.duration
        guard isUnfinished || evidence.isBeyond(limits.page, phases.total, others: others) else { return [] }
        if name == HTTPPhrases.phaseConnect.text, evidence.proxy == nil, time.duration > limits.connect.duration {
            return []
        }
        if name == HTTPPhrases.phaseResolve.text, evidence.proxy == nil, time.duration > limits.resolve.duration {
            return []
        }
        var facts = [
            "url": shown(http.url), "destination": shown(evidence.destination), "total": durationText(phases.total),
            "limit": durationText(min(limits.page, phases.total)), "phase": name, "time": durationText(time),
        ]
        if areRedirectsUnfinished {
            facts["followed"] = "\(http.redirects.count + 1)"
            facts["start"] = shown(evidence.target.text)
        } else if isUnfinished {
            facts["arrived"] = "\(http.bodyBytes)"
        } else {
            facts["whole"] = facts["url"]
        }
        return [Finding(HTTPCauses.slow, facts)]
    }

    /// Whether the response is correct. Most are, and then no facts have to be collected.
    private static func isHealthy(_ http: HTTPEvidence) -> Bool {
        http.outcome == .response && http.redirects.isEmpty && http.brokenRules.isEmpty
            && (http.isStatusExpected ?? (http.status.flatMap(cause) == nil))
    }

    /// The cause for an unexpected status.
    private static func unexpected(_ http: HTTPEvidence) -> CauseEntry? {
        guard let isExpected = http.isStatusExpected else { return http.status.flatMap(cause) }
        return isExpected ? nil : http.status.flatMap(cause) ?? HTTPCauses.unexpectedStatus
    }

    /// The finding for status 401, by the result of the login.
    static func login(_ authentication: HTTPEvidence.Authentication, _ facts: [String: String]) -> Finding {
        var facts = facts
        facts["schemes"] = shown(
            authentication.offered.isEmpty
                ? HTTPPhrases.noSchemeOffered.text : authentication.offered.joined(separator: ", "))
        facts["scheme"] = authentication.used.map { " (\($0.rawValue))" } ?? ""
        facts["reason"] = shown(authentication.detail ?? FactPhrase.noReasonKnown.text)
        if authentication.outcome == .withheld {
            facts["scheme"] = FactPhrase.asFoundEarlier.text
        }
        let entry =
            switch authentication.outcome {
            case .missing, .accepted: HTTPCauses.authRequired
            case .rejected, .withheld: HTTPCauses.authRejected
            case .wrongScheme: HTTPCauses.authScheme
            case .unavailable: HTTPCauses.authUnavailable
            }
        return Finding(entry, confidence: 0.98, facts)
    }

    /// The cause of a status. 2xx is expected, 3xx is the end of redirects without a destination, and all others are
    /// causes (RFC 9110 section 15).
    private static func cause(of status: Int) -> CauseEntry? {
        switch status {
        case 401: HTTPCauses.authRequired
        case 403: HTTPCauses.forbidden
        case 404, 410: HTTPCauses.notFound
        case 429: HTTPCauses.rateLimited
        case 400..<500: HTTPCauses.clientError
        case 502, 503, 504: HTTPCauses.gatewayError
        case 500..<600: HTTPCauses.serverError
        case 200..<400: nil
        default: HTTPCauses.malformed
        }
    }
}

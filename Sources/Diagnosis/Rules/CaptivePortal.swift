import NetworkModel

/// Rules that recognise a captive portal which responds in place of the target.
///
/// Redirects to other hosts are common, and certificates are invalid for many reasons. Therefore something must be wrong with
/// the target, and something else must show the portal.
enum CaptivePortal: Rule {
    static func findings(in evidence: Evidence) -> [Finding] { finding(in: evidence).map { [$0] } ?? [] }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard evidence.http != nil, evidence.proxy == nil else { return [] }
        return evidence.depth == .thorough || isSuspicious(evidence) || evidence.isPageOfOtherFamily
            ? [.web(.portal)] : []
    }

    static func finding(in evidence: Evidence) -> Finding? {
        let portal = evidence.gateway?.portal
        let widely = interceptsEveryHost(evidence)
        let isRemarkable = evidence.observed.read(HTTPEvidence.self) { $0.status == 511 || $0.address != nil } ?? false
        // A healthy check needs no more than this.
        guard portal != nil || widely != nil || isRemarkable, evidence.proxy == nil else { return nil }
        let known = sign(portal ?? .init(), evidence)
        let isSenderUnknown = known == nil && PageLeadingHere.isSenderUnknown(evidence)
        let isOpen = isSenderUnknown && widely == nil
        let near = known ?? (isSenderUnknown && !isOpen ? nil : PageLeadingHere.sign(in: evidence))
        guard let sign = near ?? widely.map({ (words: $0.words, confidence: 0.9) }) else { return nil }
        let isSuspicious = isSuspicious(evidence)
        // A page over plain HTTP that looks correct may be the portal's, or one that the portal lets through.
        guard
            isSuspicious || evidence.tls == nil && evidence.http?.outcome == .response || isSynthesizedAnswer(evidence)
                || isAcceptanceUnverified(evidence)
        else { return nil }
        let isPortals =
            !isOpen && (isSuspicious || isSamePage(evidence) || QuarantineRule.isShown(by: evidence))
        let place = near == nil ? widely?.place : nil
        let page = shown(withoutQuery(place ?? self.loginPage(portal ?? .init(), evidence)))
        return Finding(
            PortalCauses.captivePortal, confidence: isSuspicious || widely != nil ? sign.confidence : 0.6,
            severity: isPortals ? .error : .warning,
            [
                "destination": shown(evidence.target.text), "target": shown(evidence.target.text), "sign": sign.words,
                "portal": page, nameOfPage(evidence.uplink.map { UplinkIndications($0) }): page,
            ])
    }

    /// The name of the fact about a portal's page: one to log in at, or a notice of a device that takes port 80 alone, such as a router
    /// that reminds of an update.
    static func nameOfPage(_ indications: UplinkIndications?) -> String {
        indications?.isWebPortTakenAlone == true ? "notice" : "login"
    }

    /// Whether a page over plain HTTP may be the portal's as well as the target's, so that it does not prove that the target
    /// works.
    static func isContentUnverified(_ evidence: Evidence) -> Bool {
        evidence.proxy == nil && evidence.tls == nil && evidence.http?.outcome == .response
            && (interceptsEveryHost(evidence) != nil || PageLeadingHere.isSenderUnknown(evidence))
    }

    /// Whether a connection to port 80, over which nothing was exchanged, may have been accepted by a portal.
    static func isAcceptanceUnverified(_ evidence: Evidence) -> Bool {
        evidence.proxy == nil && evidence.tls == nil && evidence.kind == nil && evidence.tcp?.winner?.port == 80
            && evidence.uplink?.interception?.isOfPortal == true
    }

    /// Whether an address that nobody has returns a page of the same length as the target. What a portal lets through differs from
    /// its own page.
    private static func isSamePage(_ evidence: Evidence) -> Bool {
        guard evidence.tls == nil, let http = evidence.http, http.outcome == .response, http.redirects.isEmpty,
            let met = evidence.uplink?.interception, met.isOfPortal, let length = met.contentLength, length > 0
        else { return false }
        return met.status == http.status && length == http.bodyBytes
    }

    /// Whether the target's DNS server returns the same addresses for a name that cannot exist, so that it is probably another
    /// host that responded. TLS, or a configured host key, shows who it was.
    static func isSynthesizedAnswer(_ evidence: Evidence) -> Bool {
        guard evidence.proxy == nil, evidence.tls?.outcome != .established,
            evidence.http.map({ $0.outcome == .response }) ?? true, evidence.kind?.isIdentityProven != true,
            evidence.asked.question == nil, let dns = evidence.dns
        else { return false }
        // The address that responded decides, if it is known.
        let addresses = evidence.usedAddress.map { [$0] } ?? dns.resolution.addresses
        return !addresses.isEmpty && dns.madeUp.have(all: addresses)
    }

    /// Whether the target shows anything that a portal would explain.
    static func isSuspicious(_ evidence: Evidence) -> Bool {
        if let tcp = evidence.tcp, tcp.winner == nil { return true }
        if let tls = evidence.tls, isSuspicious(tls) { return true }
        guard let http = evidence.http else { return false }
        return http.status == 511 || !http.brokenRules.isEmpty || http.isStatusExpected == false
            || foreignRedirect(of: http) != nil
    }

    static func isSuspicious(_ tls: TLSEvidence) -> Bool {
        [.certificate, .notTLS, .reset, .closed, .timeout].contains(tls.outcome)
    }

    /// A temporary redirect from a page over plain HTTP to a host of another site; `nil` if there is none.
    static func foreignRedirect(of http: HTTPEvidence) -> HTTPEvidence.Redirect? {
        http.redirects.first { isForeign(from: $0.url, status: $0.status, to: $0.location) }
    }

    /// Whether a page over plain HTTP redirects to a host of another site for now, as portals do.
    static func isForeign(from url: String, status: Int, to location: String?) -> Bool {
        guard [302, 303, 307].contains(status), url.hasPrefix("http:"),
            let here = try? Target(url, schemes: .web).host,
            let there = location.flatMap({ try? Target($0, schemes: .web).host })
        else { return false }
        let (one, other) = (here.description.lowercased(), there.description.lowercased())
        return one != other && !one.hasSuffix("." + other) && !other.hasSuffix("." + one)
    }

    // MARK: - What shows a portal

    /// A device that responds in place of all hosts: for an address that nobody has, or, by DNS, for a name that does not
    /// exist.
    private static func interceptsEveryHost(_ evidence: Evidence) -> (words: String, place: String)? {
        if evidence.observed.has(UplinkEvidence.self), mayBeIntercepted(evidence),
            let met = evidence.uplink?.interception, met.isOfPortal || QuarantineRule.isShown(by: evidence)
        {
            return (met.sign, met.page)
        }
        guard evidence.observed.read(DNSEvidence.self, { $0.madeUp.isEmpty }) == false,
            RogueResolver.found(in: evidence) == nil, let dns = evidence.dns
        else { return nil }
        // There may be one response for IPv4 addresses, and one for IPv6 addresses.
        let made = dns.madeUp.filter { $0.addresses.allSatisfy { isNear($0, evidence) } }
        guard let first = made.first, let address = first.addresses.first, !isPageRefused(evidence),
            made.have(all: dns.resolution.addresses)
        else { return nil }
        return (
            FactPhrase.nearForNobody.text(["server": shown(first.server), "address": "\(address)"]),
            "http://\(address.family == .ipv6 ? "[\(address)]" : "\(address)")/"
        )
    }

    /// Whether there is a page over plain HTTP, or a handshake that another host may have answered.
    private static func mayBeIntercepted(_ evidence: Evidence) -> Bool {
        evidence.isLedAway || evidence.tls == nil && evidence.http?.outcome == .response
            || isAcceptanceUnverified(evidence) || evidence.tls.map { isSuspicious($0) } == true
    }

    /// Whether nothing listens where the page of a portal would be.
    private static func isPageRefused(_ evidence: Evidence) -> Bool {
        guard evidence.asked.port == 80, let attempts = evidence.tcp?.attempts, !attempts.isEmpty else { return false }
        return attempts.allSatisfy { $0.outcome == .refused }
    }

    private static func sign(_ portal: PortalEvidence, _ evidence: Evidence) -> (words: String, confidence: Double)? {
        if let known = portal.known, isPortal(known) {
            return (FactPhrase.shouldAnswer204.text(["url": shown(known.url), "status": "\(known.status)"]), 0.98)
        }
        if let api = portal.api, api.isCaptive { return (FactPhrase.networkSaysSo.text(["url": shown(api.url)]), 0.98) }
        // Status 511 (RFC 6585 section 6) is that of a portal.
        if evidence.http?.status == 511 || portal.plain?.status == 511 {
            return (FactPhrase.status511.text, 0.98)
        }
        // Good responses of both are stronger evidence than the destination of a redirect.
        if portal.known != nil || portal.api != nil { return nil }
        if let plain = portal.plain, isForeign(from: plain.url, status: plain.status, to: plain.location),
            let near = plain.leadsTo.first(where: { isHere($0, evidence) }), !isHere(plain.address, evidence)
        {
            return (FactPhrase.leadsHere.text(["url": shown(plain.url), "place": "\(near)"]), 0.92)
        }
        return nil
    }

    /// Whether the response of a connectivity URL is that of a portal, by the rules of Chromium, Android and NetworkManager.
    /// Status 204, or an empty body, is the expected response. A redirect or a page is from another host. Errors say nothing.
    private static func isPortal(_ known: PortalEvidence.PageResponse) -> Bool {
        switch known.status {
        case 204: false
        case 200..<300: known.bodyBytes > 0
        case 300..<400, 511: true
        default: false
        }
    }

    /// Whether an address is on a link of this machine, or of a private network, in which the controller of a hotspot may be behind
    /// routers: it responds, and not with the certificate of a web server.
    private static func isNear(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        if isHere(address, evidence) { return true }
        let isAnswering =
            evidence.tcp?.attempts.contains { attempt in
                attempt.address.bytes == address.bytes
                    && [.connected, .refused, .reset].contains(attempt.outcome)
            } == true
        return isAnswering && evidence.tls?.outcome != .certificate && address.isOfLocalNetwork && !address.isLoopback
    }

    /// Whether an address is a gateway's, or on a link of this machine.
    static func isHere(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        if evidence.gateway?.hops.contains(where: { $0.route.gateway?.bytes == address.bytes }) == true { return true }
        return evidence.address?.usable.contains {
            address.isIn(prefix: $0.address.address, length: Int($0.address.prefixLength))
        } == true
    }

    /// The URL without its query, which portals generate for each request. The page leads there without it.
    static func withoutQuery(_ url: String) -> String {
        String(url.prefix { $0 != "?" && $0 != "#" && $0 != ";" })
    }

    /// The page on which a user gets access.
    private static func loginPage(_ portal: PortalEvidence, _ evidence: Evidence) -> String {
        let http = evidence.http
        return portal.api?.portal ?? portal.known?.location ?? portal.plain?.location
            ?? http.flatMap { foreignRedirect(of: $0)?.location }
            ?? portal.known.flatMap { isPortal($0) ? $0.url : nil }
            ?? portal.plain?.url ?? "http://\(evidence.target.host.bracketed)/"
    }
}

extension HTTPEvidence {
    /// Whether a page over plain HTTP temporarily redirects to a host of another site, as portals do.
    package var leadsElsewhere: Bool { CaptivePortal.foreignRedirect(of: self) != nil }
}

extension TLSEvidence {
    /// Whether the failure is one that a portal would cause.
    package var mayBePortals: Bool { CaptivePortal.isSuspicious(self) }
}

extension Evidence {
    /// The address that accepted the connection, or to which a target's packets were sent; `nil` if it is not known.
    var usedAddress: IPAddress? { tcp?.winner?.address ?? echo?.address ?? kind?.datagrams?.address }

    /// Whether a page of another site led to a place that was not reached.
    package var isLedAway: Bool { place != nil && tls == nil && tcp?.winner == nil && http?.leadsElsewhere == true }

    /// Whether a page over plain HTTP came over another address family than that of the first attempt to connect, over which alone
    /// a check has looked for a portal.
    package var isPageOfOtherFamily: Bool {
        guard proxy == nil, tls == nil, http?.outcome == .response, let tcp, let winner = tcp.winner,
            winner.port == 80, winner.address.isOfInternet
        else { return false }
        return tcp.attempts.first?.address.family != winner.address.family
    }
}

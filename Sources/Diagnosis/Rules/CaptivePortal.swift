import NetworkModel

/// Whether a captive portal answers in the target's place.
///
/// Redirects to other hosts are everyday, and certificates are wrong for many reasons: something has to be wrong with the
/// target, and something else has to show the portal.
enum CaptivePortal: Rule {
    static func findings(in evidence: Evidence) -> [Finding] { finding(in: evidence).map { [$0] } ?? [] }

    static func questions(in evidence: Evidence) -> [Question] {
        guard evidence.http != nil, evidence.proxy == nil else { return [] }
        return evidence.depth == .thorough || isSuspicious(evidence) ? [.web(.portal)] : []
    }

    static func finding(in evidence: Evidence) -> Finding? {
        let portal = evidence.gateway?.portal
        let widely = answersForEverybody(evidence)
        // All that a healthy check comes to.
        guard portal != nil || widely != nil || evidence.http?.status == 511 || evidence.http?.address != nil,
            evidence.proxy == nil
        else {
            return nil
        }
        let near = sign(portal ?? .init(), evidence).map { (words: $0.words, confidence: $0.confidence) }
        guard let sign = near ?? widely.map({ (words: $0.words, confidence: 0.9) }) else { return nil }
        let isSuspicious = isSuspicious(evidence)
        // A page in the clear that looks well may be the portal's, or one that it lets everybody see.
        guard isSuspicious || evidence.tls == nil && evidence.http?.outcome == .response else { return nil }
        let place = near == nil ? widely?.place : nil
        return Finding(
            PortalCauses.captivePortal, confidence: isSuspicious || widely != nil ? sign.confidence : 0.6,
            severity: isSuspicious ? .error : .warning,
            [
                "destination": shown(evidence.target.text), "target": shown(evidence.target.text), "sign": sign.words,
                "portal": shown(withoutQuery(place ?? self.place(portal ?? .init(), evidence))),
            ])
    }

    /// Whether a page in the clear may be the portal's as well as the target's, so that it does not show that the target works.
    static func isPageInDoubt(_ evidence: Evidence) -> Bool {
        evidence.proxy == nil && evidence.tls == nil && evidence.http?.outcome == .response
            && answersForEverybody(evidence) != nil
    }

    /// Whether the target's DNS server gives the same addresses to a name that cannot exist, so that a page in the clear is as likely
    /// that of whoever has made them up.
    static func isNameMadeUp(_ evidence: Evidence) -> Bool {
        guard evidence.proxy == nil, evidence.tls == nil, evidence.http?.outcome == .response,
            let addresses = evidence.dns?.resolution.addresses, !addresses.isEmpty
        else { return false }
        let made = (evidence.dns?.followUps ?? []).filter { $0.purpose == .control && $0.name.hasSuffix(".invalid") }
        return addresses.allSatisfy { address in made.contains { $0.addresses.contains(address) } }
    }

    /// Whether the target showed anything that a portal would explain.
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

    /// A plain page that sends its visitors, for this time, to a host that is no part of the same site.
    static func foreignRedirect(of http: HTTPEvidence) -> HTTPEvidence.Redirect? {
        http.redirects.first { isForeign(from: $0.url, status: $0.status, to: $0.location) }
    }

    private static func isForeign(from url: String, status: Int, to location: String?) -> Bool {
        guard [302, 303, 307].contains(status), url.hasPrefix("http:"),
            let here = try? Target(url, schemes: .web).host,
            let there = location.flatMap({ try? Target($0, schemes: .web).host })
        else { return false }
        let (one, other) = (here.description.lowercased(), there.description.lowercased())
        return one != other && !one.hasSuffix("." + other) && !other.hasSuffix("." + one)
    }

    // MARK: - What shows a portal

    /// Somebody who answers in place of everybody: for an address that nobody has, or, by DNS, for a name that does not exist.
    private static func answersForEverybody(_ evidence: Evidence) -> (words: String, place: String)? {
        // Of a page in the clear, and of a handshake that somebody else may have answered.
        let isDoubtful =
            evidence.isLedAway || evidence.tls == nil && evidence.http?.outcome == .response
            || evidence.tls.map { isSuspicious($0) } == true
        if isDoubtful, let met = evidence.uplink?.interception, met.isOfPortal, let status = met.status {
            return (
                FactPhrase.somebodyAnswers.text(["status": "\(status)", "address": "\(met.destination)"]),
                met.location ?? UplinkReading.anyPage
            )
        }
        let made = evidence.dns?.followUps?.first { followUp in
            followUp.purpose == .control && followUp.name.hasSuffix(".invalid") && !followUp.addresses.isEmpty
                && followUp.addresses.allSatisfy { isHere($0, evidence) }
        }
        guard let made, let address = made.addresses.first,
            evidence.dns?.resolution.addresses.allSatisfy({ made.addresses.contains($0) }) == true
        else { return nil }
        return (
            FactPhrase.nearForNobody.text(["server": shown(made.server), "address": "\(address)"]),
            "http://\(address.family == .ipv6 ? "[\(address)]" : "\(address)")/"
        )
    }

    private static func sign(_ portal: PortalEvidence, _ evidence: Evidence) -> (words: String, confidence: Double)? {
        if let known = portal.known, isPortal(known) {
            return (FactPhrase.shouldAnswer204.text(["url": shown(known.url), "status": "\(known.status)"]), 0.98)
        }
        if let api = portal.api, api.isCaptive { return (FactPhrase.networkSaysSo.text(["url": shown(api.url)]), 0.98) }
        // RFC 6585 section 6.
        if evidence.http?.status == 511 || portal.plain?.status == 511 {
            return (FactPhrase.status511.text, 0.98)
        }
        // Good answers of both weigh more than where a redirect leads.
        if portal.known != nil || portal.api != nil { return nil }
        if let plain = portal.plain, isForeign(from: plain.url, status: plain.status, to: plain.location),
            let near = plain.leadsTo.first(where: { isHere($0, evidence) }), !isHere(plain.address, evidence)
        {
            return (FactPhrase.leadsHere.text(["url": shown(plain.url), "place": "\(near)"]), 0.92)
        }
        if let http = evidence.http, let redirect = foreignRedirect(of: http), let far = redirect.address,
            let near = http.address, isHere(near, evidence), !isHere(far, evidence)
        {
            return (FactPhrase.leadsHere.text(["url": shown(redirect.url), "place": "\(near)"]), 0.9)
        }
        return nil
    }

    /// The rules of Chromium, Android and NetworkManager: 204, or nothing behind the head, is what was asked for; a redirect
    /// or a page is somebody else's. Errors say nothing.
    private static func isPortal(_ known: PortalEvidence.Look) -> Bool {
        switch known.status {
        case 204: false
        case 200..<300: known.bodyBytes > 0
        case 300..<400, 511: true
        default: false
        }
    }

    /// Whether an address is a gateway's, or on a link of this machine.
    static func isHere(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        if evidence.gateway?.hops.contains(where: { $0.route.gateway?.bytes == address.bytes }) == true { return true }
        return evidence.address?.usable.contains {
            address.isIn(prefix: $0.address.address, length: Int($0.address.prefixLength))
        } == true
    }

    /// Without what portals put behind a question mark, which is another for each request: the page leads there by itself.
    static func withoutQuery(_ url: String) -> String {
        String(url.prefix { $0 != "?" && $0 != "#" && $0 != ";" })
    }

    /// Where a person is let in.
    private static func place(_ portal: PortalEvidence, _ evidence: Evidence) -> String {
        let http = evidence.http
        return portal.api?.portal ?? portal.known?.location ?? portal.plain?.location
            ?? http.flatMap { foreignRedirect(of: $0)?.location }
            ?? portal.known.flatMap { isPortal($0) ? $0.url : nil }
            ?? portal.plain?.url ?? "http://\(evidence.target.host.bracketed)/"
    }
}

extension HTTPEvidence {
    /// Whether a plain page has sent its visitors, for this time, to a host of another site, as portals do.
    package var leadsElsewhere: Bool { CaptivePortal.foreignRedirect(of: self) != nil }
}

extension TLSEvidence {
    /// Whether it failed as it does where a portal takes the connection.
    package var mayBePortals: Bool { CaptivePortal.isSuspicious(self) }
}

extension Evidence {
    /// Whether a page of another site has led to a place that was not reached.
    package var isLedAway: Bool { place != nil && tls == nil && tcp?.winner == nil && http?.leadsElsewhere == true }
}

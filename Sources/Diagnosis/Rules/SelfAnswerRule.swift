import NetworkModel

/// Rules for a public name that a DNS server resolves to its own private address, as routers do for sites that they block.
enum SelfAnswerRule {
    /// The finding, if nothing proves that the name's own server is there: an error if its certificate is not accepted,
    /// and a warning for a page without TLS, which anybody can serve.
    static func finding(_ assessment: DNSAssessment) -> Finding? {
        let evidence = assessment.evidence
        guard let server = server(assessment) else { return nil }
        let isUntrusted = evidence.tls?.problem != nil
        let isPage = evidence.tls == nil && evidence.http?.outcome == .response
        guard isUntrusted || isPage else { return nil }
        // If every name gets the address, that is a cause of its own.
        let addresses = assessment.answersOnWire.compactMap(\.address)
        let isControl = assessment.followUps(.control).contains {
            !assessment.isTrial($0) && !Set($0.addresses).isDisjoint(with: addresses)
        }
        guard !isControl else { return nil }
        let name = shown(assessment.name)
        return Finding(
            DNSCauses.blockedAnswer, confidence: isUntrusted ? 0.85 : 0.7, severity: isUntrusted ? nil : .warning,
            [
                "name": name, "filtered": name, "server": shown(server),
                "addresses": DNSRules.list(addresses), "other": "", "why": FactPhrase.serversOwnAddress.text,
            ])
    }

    /// The server that gives its own private address for a public name; `nil` if there is none.
    static func server(_ assessment: DNSAssessment) -> String? {
        let evidence = assessment.evidence
        guard evidence.proxy == nil, assessment.isPublicName, !isOfRouter(assessment.question(of: nil)),
            !assessment.answers.contains(where: { $0.source == .hosts })
        else { return nil }
        let answers = assessment.answersOnWire
        let addresses = answers.compactMap(\.address)
        let servers = (answers.compactMap(\.server) + assessment.dns.servers).compactMap {
            PathDestination(server: $0)?.address.bytes
        }
        guard !addresses.isEmpty, addresses.allSatisfy({ $0.isPrivate && servers.contains($0.bytes) }) else {
            return nil
        }
        return answers.first?.server
    }

    /// Whether a name is one under which routers and filters offer their own pages.
    private static func isOfRouter(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    private static let names = [
        "fritz.box", "fritz.nas", "fritz.repeater", "myfritz.box", "speedport.ip", "easy.box", "vodafone.box",
        "vodafone.station", "giga.cube", "homerouter.cpe", "hi.link", "bbox.fr", "mabbox.bytel.fr",
        "mafreebox.freebox.fr", "routerlogin.net", "routerlogin.com", "orbilogin.com", "orbilogin.net",
        "mywifiext.net", "tplinkwifi.net", "tplinklogin.net", "tplinkmodem.net", "tplinkrepeater.net",
        "router.asus.com", "asusrouter.com", "miwifi.com", "tendawifi.com", "leike.cc", "linksyssmartwifi.com",
        "pi.hole",
    ]
}

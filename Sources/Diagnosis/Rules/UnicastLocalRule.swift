import NetworkModel

/// The rule for a name below `.local` that a DNS server has, as in an Active Directory domain, and that programs do not find, since
/// the line `hosts` of nsswitch.conf(5) ends the search after multicast DNS: `mdns4_minimal [NOTFOUND=return] dns`.
enum UnicastLocalRule {
    /// The maximum number of servers that are queried, as many as glibc uses.
    private static let maxServers = 3

    /// The finding that a server has the name; `nil` if none does.
    static func finding(_ assessment: DNSAssessment) -> Finding? {
        guard assessment.answers.isEmpty, isHidden(assessment.dns), let line = assessment.dns.nameServiceLine,
            let answer = assessment.followUps(.other).first(where: { !$0.addresses.isEmpty })
        else { return nil }
        return Finding(
            DNSCauses.systemDiffers, confidence: 0.95,
            [
                "name": shown(assessment.name), "server": shown(answer.server), "why": "; \(shown(line))",
                "here": FactPhrase.findNoAddress.text,
                "there": FactPhrase.hasAddresses.text(["addresses": DNSRules.list(answer.addresses)]),
                "ending": "hosts",
            ])
    }

    /// The queries to the servers of this network. Those elsewhere do not learn which hosts a link is searched for.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard evidence.isUnknownOnLink, let dns = evidence.dns, isHidden(dns),
            case .name(let name) = evidence.asked.host
        else { return [] }
        if case .service = evidence.asked.kind { return [] }
        // The services with `_minimal` leave longer names to the next one.
        guard name.split(separator: ".").count == 2 else { return [] }
        let type: DNSRecordType = evidence.families.contains(.ipv4) ? .a : .aaaa
        return dns.servers.prefix(maxServers).filter(isOfNetwork).map { server in
            .names(.query(.other, name: name, type: type, server: server))
        }
    }

    private static func isOfNetwork(_ server: String) -> Bool {
        guard let address = PathDestination(server: server)?.address else { return false }
        return address.isPrivate || address.isLinkLocal || address.isLoopback
    }

    /// Whether programs ask no DNS server for names below `.local`. Without avahi-daemon, its service leaves them to the next one.
    private static func isHidden(_ dns: DNSEvidence) -> Bool {
        guard let multicast = dns.multicast, multicast.responder != .absent else { return false }
        return dns.nameServiceLine.map(endsBeforeDNS) ?? false
    }

    /// Whether the line has a service of multicast DNS with an action that ends the search there, and `dns` after it.
    static func endsBeforeDNS(_ line: String) -> Bool {
        let words = line.lowercased().split(whereSeparator: \.isWhitespace)
        guard let service = words.firstIndex(where: { $0.hasPrefix("mdns") }),
            let server = words[service...].firstIndex(of: "dns")
        else { return false }
        return words[service..<server].contains { $0.hasPrefix("[") && $0.contains("notfound=return") }
    }
}

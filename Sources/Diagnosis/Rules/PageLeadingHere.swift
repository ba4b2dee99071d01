import NetworkModel

/// Rules for plain HTTP pages of hosts beyond this network that redirect temporarily into it, as the pages of portals do. Web
/// servers do so as well: to a server of the office, a device at home, a test system.
///
/// The destination of the redirect proves nothing, since a portal's page can be read, and may have a trusted certificate. A portal
/// sends the redirect in place of the host, so that it responds for an address that nobody has, too. A web filter that redirects
/// some pages only is the gateway that accepts the connection.
struct PageLeadingHere {
    /// Who sent the redirect.
    enum Sender {
        /// A device of this network.
        case device
        /// The host that was asked.
        case host
        /// Nothing shows who it was, since no packets to an address that nobody has are sent, or no router reports any.
        case unknown
    }

    let redirect: HTTPEvidence.Redirect
    /// The address that sent the redirect, or in whose place it was sent.
    private let far: IPAddress
    /// The address in this network that it leads to.
    let near: IPAddress

    /// The page; `nil` if there is none.
    init?(in evidence: Evidence) {
        guard evidence.proxy == nil, evidence.gateway?.isOnLink != true, let http = evidence.http,
            let redirect = CaptivePortal.foreignRedirect(of: http),
            let far = redirect.address, let near = http.address, CaptivePortal.isHere(near, evidence),
            !CaptivePortal.isHere(far, evidence)
        else { return nil }
        self.redirect = redirect
        self.far = far
        self.near = near
    }

    func sender(_ evidence: Evidence) -> Sender {
        let portal = evidence.gateway?.portal
        // Good responses of both are stronger evidence than the destination of a redirect.
        if portal?.known != nil || portal?.api != nil { return .host }
        let met = evidence.uplink?.interception ?? portal?.unintercepted
        if met?.isOfPortal == true { return .device }
        // A transparent proxy accepts the connections to all hosts, and passes on their pages.
        if met?.isAccepted == true { return .host }
        guard evidence.tcp?.winner?.address.bytes == far.bytes else { return met == nil ? .unknown : .host }
        if evidence.acceptingGateway != nil { return .device }
        return met != nil || isAcceptedElsewhere(evidence) ? .host : .unknown
    }

    /// Whether the gateway did not accept the connection.
    private func isAcceptedElsewhere(_ evidence: Evidence) -> Bool {
        evidence.path?.traces.contains { trace in
            trace.address.bytes == far.bytes && trace.transport == .tcp && trace.outcome == .answered
                && trace.answeredAt != 1
        } == true
    }

    /// The destination whose connection the gateway may have accepted; `nil` if it has none.
    static func destination(in evidence: Evidence) -> PathDestination? {
        guard let page = PageLeadingHere(in: evidence), let winner = evidence.tcp?.winner,
            winner.address.bytes == page.far.bytes
        else { return nil }
        return PathDestination(winner.address, port: winner.port, .tcp)
    }

    /// What shows a portal, and with which confidence; `nil` if the host sent the redirect itself.
    static func sign(in evidence: Evidence) -> (words: String, confidence: Double)? {
        guard let page = PageLeadingHere(in: evidence) else { return nil }
        let words = FactPhrase.leadsHere.text(["url": shown(page.redirect.url), "place": "\(page.near)"])
        switch page.sender(evidence) {
        case .device: return (words, 0.9)
        case .unknown: return (words, 0.6)
        case .host: return nil
        }
    }

    /// Whether nothing shows who sent the redirect, so that the page may be a portal's as well as that which is meant.
    static func isSenderUnknown(_ evidence: Evidence) -> Bool {
        PageLeadingHere(in: evidence).map { $0.sender(evidence) == .unknown } ?? false
    }
}

extension Evidence {
    /// Whether a page of a host beyond this network leads into it with a temporary redirect.
    package var isPageLeadingHere: Bool { PageLeadingHere(in: self) != nil }
}

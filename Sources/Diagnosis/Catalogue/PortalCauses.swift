import NetworkModel

/// The causes of captive portals, which respond in place of all targets.
enum PortalCauses {
    static let captivePortal = CauseEntry(
        "http.captive-portal", .error, "A captive portal answers instead of the target.",
        summary: "a captive portal answers instead of {destination}: {portal} ({sign})",
        advice: [
            "Open {notice} in a browser on this machine, and see what the device asks for; or use HTTPS, which it does not touch",
            "Open {login} in a browser on this machine, and log in or accept the terms",
            "If the browser does not find {named}, since this machine's DNS servers resolve nothing, look it up with that of this network, and use its DNS servers: netdiag resolve {named} --server {network_server}",
            "If the browser does not find {unresolved}, since the DNS server of this network resolves nothing, ask those who run the network for the page's IP address, or for a DNS server that knows it",
            "Then check again: netdiag check {target}",
            "If nobody can log in at {login}, have the network exempt this machine from the portal",
        ],
        evidence: """
            the target redirects elsewhere, presents a certificate that is not its own, violates a rule or \
            cannot be connected to; and the known URL (captive_portal_url) answers anything but 204, or the \
            network's API (RFC 8910) reports a portal, or there is an answer with the status 511, or the \
            redirect of a remote host leads into this network; or port 80 of every address answers 403, and \
            nothing else beyond the gateway answers this machine's connections. It is a warning if a device next to this \
            machine takes port 80 alone: a router behind it reports a SYN to port 443 whose hop limit expires there
            """,
        side: .network, incident: .init(scope: .target(by: "portal"), basis: .answer, breaks: .everybody))

    static let all = [captivePortal]
}

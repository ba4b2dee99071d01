import NetworkModel

/// The causes at the proxy in front of the target.
enum ProxyCauses {
    static let misconfigured = CauseEntry(
        "proxy.misconfigured", .error, "The proxy setting cannot be parsed, or its name does not resolve.",
        summary: "the proxy setting ({origin}) is wrong: {detail}",
        advice: [
            "{server} need not know the names of a company's own network; if the proxy is there, use the DNS servers of that network: cat /etc/resolv.conf; resolvectl status",
            "Correct {origin}, as in http://proxy.example:3128",
            "Check once without it: netdiag check --no-proxy {target}",
            "Programs that are started from this shell use it; to disable it: unset {variable}",
        ],
        evidence: "the setting is not a URL of a proxy, or its name has no address although DNS answers",
        side: .machine, incident: .init(scope: .target(by: "origin"), basis: .answer, breaks: .nothing))
    static let unreachable = CauseEntry(
        "proxy.unreachable", .error, "The proxy does not accept a connection.",
        summary: "cannot connect to the proxy {proxy} ({origin}): {detail}",
        advice: [
            "See whether the proxy runs: netdiag check {place}",
            "See whether the target works without it: netdiag check --no-proxy {target}",
            "Programs that are started from this shell use it; to disable it: unset {variable}",
        ],
        evidence: "none of the proxy's addresses accepts a connection",
        incident: .init(scope: .target(by: "proxy"), basis: .silence, breaks: .nothing))
    static let tls = CauseEntry(
        "proxy.tls", .error, "The proxy is an HTTPS proxy, and its TLS handshake fails.",
        summary: "the TLS handshake with the proxy {proxy} ({origin}) fails: {detail}",
        advice: [
            "See the details: netdiag check tls://{place}", "If it speaks unencrypted HTTP, write http:// in {origin}",
            "Programs that are started from this shell use it; to disable it: unset {variable}",
        ],
        evidence: "the connection to an https:// proxy is established, but the handshake with the proxy itself fails",
        incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let authRequired = CauseEntry(
        "proxy.auth-required", .error, "The proxy asks for a login (407), and no credentials are configured.",
        summary: "the proxy {proxy} ({origin}) asks for a login ({schemes}), but no credentials are configured",
        advice: ["Configure a file with credentials: credentials: of the proxy in /etc/netdiag/netdiag.yaml"],
        evidence: "the proxy answers 407, or requires a login over SOCKS5, and no credentials are configured",
        side: .machine, incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let authRejected = CauseEntry(
        "proxy.auth-rejected", .error, "The proxy rejects the credentials (407).",
        summary: "the proxy {proxy} ({origin}) rejects the credentials{scheme}",
        advice: [
            "Correct the credentials of {origin}; they are not tried again until they change",
            "See whether the account is locked, in the proxy's log",
        ],
        evidence: "the proxy answers 407 again after credentials were sent, or rejects them over SOCKS5",
        side: .machine, incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let authScheme = CauseEntry(
        "proxy.auth-scheme", .error, "The proxy offers no authentication scheme that the credentials allow.",
        summary:
            "the proxy {proxy} ({origin}) offers only {schemes}, and the configured credentials are for other schemes",
        advice: ["Allow one of these schemes in credentials:, or have the proxy offer another one"],
        evidence: "the proxy answers 407, and the credentials allow none of the schemes in Proxy-Authenticate",
        incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let authUnavailable = CauseEntry(
        "proxy.auth-unavailable", .error,
        "The proxy asks for a login, but the configured credentials cannot be obtained.",
        summary: "the proxy {proxy} ({origin}) asks for a login, but the credentials cannot be read: {detail}",
        advice: ["Check the credentials of {origin}; for Kerberos, klist shows the tickets"],
        evidence: "the proxy answers 407, and the file, the ticket or the secret is not available",
        side: .machine, incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "proxy.refused", .error, "The proxy refuses the tunnel or the URL.",
        summary: "the proxy {proxy} ({origin}) does not let {destination} through: {detail}",
        advice: [
            "Check the proxy's rules, and its log, for {ruled}",
            "HTTP {server_error} means that the proxy failed, or did not reach {destination} itself: check its log, and whether the target answers from there",
            "See whether the target works without it: netdiag check --no-proxy {target}",
        ],
        evidence:
            "the proxy answers CONNECT with a status other than 2xx, with an error page of its own, or with a "
            + "refusal over SOCKS5",
        incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let required = CauseEntry(
        "proxy.required", .error,
        "The direct path is blocked; a proxy that is configured, but not used for this target, gets through.",
        summary:
            "{destination} cannot be reached directly ({detail}), only through the proxy {proxy} ({origin}): {reason}",
        advice: [
            "Use it: netdiag check --proxy {proxy} {target}",
            "Permanently: proxy: {proxy} of the target in /etc/netdiag/netdiag.yaml, or remove the host from no_proxy",
        ],
        evidence:
            "no connection to the target can be made, but the same target answers through the proxy of the "
            + "environment or the configuration, from which it is excluded",
        incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let failed = CauseEntry(
        "proxy.failed", .error, "The proxy accepts the connection, but does not answer like a proxy.",
        summary: "{proxy} ({origin}) is not a working proxy ({detail})",
        advice: ["Check the scheme and port of {origin}", "Check the proxy's log"],
        evidence: "the proxy accepts the connection, but answers with neither HTTP nor SOCKS5, or not at all",
        incident: .init(scope: .target(by: "proxy"), basis: .answer, breaks: .nothing))
    static let transparent = CauseEntry(
        "proxy.transparent", .error,
        "A transparent proxy, which takes connections to port 80 in place of other hosts, fails or refuses.",
        summary:
            "a transparent proxy answers in place of {destination}, and fails: {failure}",
        advice: [
            "See that it answers for any address: curl -I http://{nobody}/",
            "Have whoever runs it repair it: look for a rule on the router {gateway} that redirects port 80 (nft list ruleset), or ask the provider",
            "Use HTTPS until then, which it does not touch",
        ],
        evidence:
            "the target answers on port 80 with 403 or a 5xx status, without TLS, and a request to an address for"
            + " documentation, which is unassigned, immediately gets the same status; or both connections are accepted, and ended "
            + "without a response; or the page has the mark of a proxy (X-Squid-Error, Proxy-Status, Server), and the connection is accepted "
            + "at a hop limit with which echo requests end at a router; or the connectivity URL of this machine gets an error, as does that address"
            + "; or that address gets a 5xx status for a request that no proxy passes on as well (RFC 9110 section 7.6.2)",
        side: .network, incident: .init(scope: .machine(by: "gateway"), basis: .answer, breaks: .nothing))

    static let all = [
        misconfigured, unreachable, tls, authRequired, authRejected, authScheme, authUnavailable, refused, required,
        failed, transparent,
    ]
}

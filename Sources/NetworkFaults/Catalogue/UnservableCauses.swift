public import NetworkModel

/// The causes of the layers above the network that no server of this project brings about, each with its reason.
public enum UnservableCauses {
    /// A cause without a server, and why.
    public struct Entry: Sendable, Hashable {
        public let cause: CauseID
        public let reason: String
    }

    /// All of them; no cause stands twice.
    public static let all: [Entry] = outside + toCome.map { Entry(cause: $0, reason: "to come") }

    /// Causes that lie elsewhere than in a server.
    static let outside: [Entry] = [
        Entry(
            cause: "dns.no-server",
            reason: "it is about this machine: its configuration names no resolver"),
        Entry(cause: "dns.misconfigured", reason: "it is about this machine: its configuration cannot be read"),
        Entry(cause: "dns.hosts-override", reason: "it is about this machine's hosts file"),
        Entry(cause: "dns.mdns-unavailable", reason: "it is about this machine: no mDNS resolver runs on it"),
        Entry(cause: "dns.mdns-not-in-nsswitch", reason: "it is about this machine's nsswitch.conf"),
        Entry(cause: "dns.system-differs", reason: "it is about what this machine's programs get for a name"),
        Entry(
            cause: "tcp.some-addresses-dead",
            reason: "the name has to have several addresses of one family, which a resolver decides"),
        Entry(
            cause: "tcp.ipv6-broken",
            reason: "the name has to have an address of each family, which a resolver decides"),
        Entry(
            cause: "tcp.ipv4-broken",
            reason: "the name has to have an address of each family, which a resolver decides"),
        Entry(
            cause: "http.failed",
            reason: "it is named where no rule knows the reason: no fault is known that ends there"),
        Entry(
            cause: "tcp.slow", reason: "a connection is accepted by the kernel, before a server can delay it"),
        Entry(cause: "tcp.host-down", reason: "no host may answer ARP, and a server is one that does"),
    ]

    /// Causes whose servers are not written yet.
    static let toCome: [CauseID] = [
        "dns.blocked-answer", "dns.cname-broken", "dns.dnssec-bogus", "dns.family-dropped", "dns.hijacked",
        "dns.malformed", "dns.no-address", "dns.no-dns64", "dns.nxdomain", "dns.refused",
        "dns.server-closed", "dns.server-unreachable", "dns.servers-disagree", "dns.servfail", "dns.slow",
        "dns.some-servers-dead", "dns.split-server-dead", "dns.tcp-blocked", "dns.tls-blocked",
        "dns.tls-certificate", "dns.unexpected-answer",
        "ftp.data-blocked", "ftp.failed", "ftp.login-rejected", "ftp.malformed", "ftp.no-answer",
        "ftp.no-tls", "ftp.not-found", "ftp.write-denied",
        "proxy.auth-rejected", "proxy.auth-required", "proxy.auth-scheme", "proxy.auth-unavailable",
        "proxy.failed", "proxy.misconfigured", "proxy.refused", "proxy.required", "proxy.tls",
        "proxy.unreachable",
        "ws.closed", "ws.handshake-invalid", "ws.no-pong", "ws.protocol-error", "ws.unexpected-message",
        "ws.upgrade-refused",
    ]
}

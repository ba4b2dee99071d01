public import NetworkModel

/// The causes in layers above the network that no server of this project can produce, each with its reason.
public enum UnservableCauses {
    /// A cause without a server, and the reason.
    public struct Entry: Sendable, Hashable {
        /// The cause.
        public let cause: CauseID
        /// The reason, which says where the cause lies instead.
        public let reason: String
    }

    /// A server that is queried directly, on a port of its own, gets one question of one type.
    private static let asResolver =
        "it occurs only at the resolvers that this machine is configured with, which are queried on port 53"

    /// All entries. Each cause occurs once.
    public static let all: [Entry] = [
        Entry(
            cause: "dns.no-server",
            reason: "it is about this machine: its configuration names no resolver"),
        Entry(cause: "dns.misconfigured", reason: "it is about this machine: its configuration cannot be read"),
        Entry(
            cause: "proxy.transparent", reason: "it is about a host on the path that takes over connections to others"),
        Entry(cause: "dns.hosts-override", reason: "it is about this machine's hosts file"),
        Entry(cause: "dns.mdns-unavailable", reason: "it is about this machine: no mDNS resolver runs on it"),
        Entry(cause: "dns.mdns-not-in-nsswitch", reason: "it is about this machine's nsswitch.conf"),
        Entry(cause: "dns.system-differs", reason: "it is about what this machine's programs get for a name"),
        Entry(
            cause: "dns.one-answer", reason: "it is about a firewall between this machine's programs and their server"),
        Entry(cause: "dns.loss", reason: "it is about packets that are lost on the path"),
        Entry(cause: "dns.some-servers-dead", reason: asResolver),
        Entry(cause: "dns.split-server-dead", reason: asResolver),
        Entry(cause: "dns.servers-disagree", reason: asResolver),
        Entry(cause: "dns.family-dropped", reason: asResolver),
        Entry(cause: "dns.hijacked", reason: asResolver),
        Entry(cause: "dns.blocked-answer", reason: asResolver),
        Entry(
            cause: "dns.no-dns64",
            reason: "it is about this machine, which has only IPv6, and whose resolvers do not translate"),
        Entry(
            cause: "dns.tls-blocked",
            reason: "it is about the path from systemd-resolved to port 853 of its configured servers"),
        Entry(
            cause: "dns.tls-certificate",
            reason: "it is about port 853 of the servers that systemd-resolved is configured with"),
        Entry(cause: "proxy.misconfigured", reason: "it is about this machine: its proxy setting is not valid"),
        Entry(
            cause: "proxy.auth-unavailable",
            reason: "it is about this machine: the ticket or the file with the credentials is not available"),
        Entry(
            cause: "tcp.some-addresses-dead",
            reason: "the name must have several addresses of one family, which a resolver decides"),
        Entry(
            cause: "tcp.some-connections-fail",
            reason: "a load balancer or several paths must stand between this machine and servers of one address"),
        Entry(
            cause: "tcp.ipv6-broken",
            reason: "the name must have an address of each family, which a resolver decides"),
        Entry(
            cause: "tcp.ipv4-broken",
            reason: "the name must have an address of each family, which a resolver decides"),
        Entry(
            cause: "http.failed",
            reason: "it is reported if no rule knows the reason, as for HTTP/2 streams that a server refuses"),
        Entry(
            cause: "tcp.slow", reason: "a connection is accepted by the kernel, before a server can delay it"),
        Entry(cause: "tcp.host-down", reason: "no host may answer ARP, and a server is one that does"),
    ]
}

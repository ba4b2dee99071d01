import struct NetworkModel.CauseID

/// The words by which another program counts as having named a cause: the strict rule of docs/compare-faults.md.
enum Culprit {
    /// The program's output has to contain one of these words, in lower case. A text that fits every cause of a layer,
    /// such as "could not resolve host", names none of them.
    static func words(for cause: CauseID) -> [String] {
        if let words = table[cause.rawValue] { return words }
        // For other causes, the last word of the id, such as "loop" of path.loop.
        let what = cause.rawValue.split(separator: ".").last ?? ""
        return [String(what.split(separator: "-").last ?? what)]
    }

    /// - Parameter question: The program's arguments, which it may repeat without having found out anything: its URL,
    ///   the path in it, and the proxy's name do not count.
    static func isNamed(_ cause: CauseID, in text: String, question: String) -> Bool {
        var text = text.lowercased()
        let place = question.firstRange(of: "://").map { question[$0.upperBound...] } ?? question[...]
        let path = place.firstIndex(of: "/").map { String(place[$0...]) } ?? ""
        for words in [question, path.count > 1 ? path : "", "proxy.lab.example"] where !words.isEmpty {
            text = text.replacing(words.lowercased(), with: "")
        }
        return words(for: cause).contains { text.contains($0) }
    }

    /// The words for all causes; a kind has those for its own (``LabKind/culprits``).
    static let table = LabKinds.all.reduce(into: shared) { $0.merge($1.culprits) { first, _ in first } }

    /// The words of the layers that all targets share.
    private static let shared: [String: [String]] = [
        "link.none": ["interface", "link", "network is unreachable"], "link.admin-down": ["interface", "link", "down"],
        "link.no-carrier": ["carrier", "link", "cable"], "link.dormant": ["dormant", "802.1x"],
        "address.none": ["no address", "source address"], "address.link-local-only": ["link-local", "dhcp"],
        "gateway.none": ["gateway", "no route", "network is unreachable"],
        "gateway.unreachable": ["gateway", "router"],
        "gateway.route-rejects": ["blackhole", "prohibit", "invalid argument"],
        "gateway.dead-preferred": ["gateway", "router"],
        "path.no-route": ["no route", "unreachable"], "path.filtered": ["prohibited", "filtered"],
        "path.upstream-down": ["upstream", "provider"], "path.loop": ["loop", "time exceeded"],
        "dns.no-server": ["no dns server", "no resolver", "nameserver"],
        "dns.server-closed": [":53: read: connection refused", "53: connection refused"],
        "dns.server-unreachable": [":53: i/o timeout", "server timed out"],
        "dns.nxdomain": ["no such host", "nxdomain", "not exist"],
        "dns.no-address": ["no address", "no suitable address", "nodata"], "dns.refused": ["refused"],
        "dns.servfail": ["servfail", "server misbehaving", "server failure"],
        "dns.some-servers-dead": ["server"], "dns.dnssec-bogus": ["dnssec", "bogus"],
        "dns.malformed": ["malformed", "invalid"],
        "mdns.not-found": ["no such host", "mdns", "multicast"],
        "local.resource": ["assign requested address", "too many open files"],
        "local.permission": ["permission", "permitted"], "local.firewall": ["permitted", "firewall", "filter"],
        "tcp.refused": ["refused"], "tcp.timeout": ["timed out", "timeout", "deadline exceeded"],
        "tcp.host-down": ["no route to host", "host is down", "host unreachable"], "tcp.reset": ["reset"],
        "tcp.closed": ["eof", "empty reply", "closed"], "tcp.unexpected-answer": ["expect", "match"],
        "tcp.some-connections-fail": ["refused", "timed out", "timeout", "deadline exceeded"],
        "tcp.ipv6-broken": ["ipv6"], "tcp.ipv4-broken": ["ipv4"], "tcp.some-addresses-dead": ["10.77.2.99"],
        "tls.not-tls": ["wrong version number", "not look like a tls", "http response to https"],
        "tls.handshake-timeout": ["handshake timeout", "ssl connection timeout"],
        "tls.version": ["protocol version", "unsupported protocol", "version not supported"],
        "tls.alert": ["unrecognized name", "handshake failure"], "tls.expired": ["expired"],
        "tls.not-yet-valid": ["not yet valid"],
        "tls.wrong-host": ["no alternative certificate subject name", "certificate is valid for", "does not match"],
        "tls.self-signed": ["self-signed", "self signed"],
        "tls.untrusted-issuer": ["self-signed certificate in certificate chain", "unknown authority"],
        "tls.incomplete-chain": ["incomplete", "intermediate"],
        "tls.client-certificate": ["certificate required", "client certificate", "bad certificate"],
        "tls.weak": ["too weak", "too small", "weak"], "tls.expires-soon": ["expires"],
        "tls.failed": [
            "purpose", "usage", "path length", "too many intermediates", "subtree", "not authorized to sign",
        ],
        "proxy.misconfigured": ["proxy"], "proxy.unreachable": ["proxy"], "proxy.tls": ["proxy"],
        "proxy.auth-required": ["407", "proxy auth"], "proxy.auth-rejected": ["407", "proxy auth"],
        "proxy.auth-scheme": ["407", "proxy auth"], "proxy.auth-unavailable": ["407", "proxy auth"],
        "proxy.refused": ["proxy", "connect tunnel"], "proxy.failed": ["proxy"], "proxy.transparent": ["proxy"],
    ]
}

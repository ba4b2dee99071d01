/// A record or zone of the lab's dnsmasq.
public enum DNSRecord: Sendable {
    /// A, AAAA and PTR records.
    case addresses(String, [String], ttl: Int = 60)
    /// A CNAME record of a name on the same server.
    case alias(String, of: String)
    /// A TXT record.
    case text(String, String)
    /// An SRV record.
    case service(String, target: String, port: Int)
    /// NXDOMAIN for a name and everything below it.
    case missing(String)
    /// A zone for which the server is authoritative: other names in it do not exist.
    case zone(String)

    var option: String {
        switch self {
        case .addresses(let name, let addresses, let ttl):
            "host-record=\(name),\(addresses.joined(separator: ",")),\(ttl)"
        case .alias(let name, let target): "cname=\(name),\(target)"
        case .text(let name, let text): "txt-record=\(name),\"\(text)\""
        case .service(let name, let target, let port): "srv-host=\(name),\(target),\(port)"
        case .missing(let name): "address=/\(name)/"
        case .zone(let name): "local=/\(name)/"
        }
    }
}

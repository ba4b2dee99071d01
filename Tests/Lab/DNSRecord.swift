/// What a lab's dnsmasq knows.
public enum DNSRecord: Sendable {
    /// A and AAAA records with their PTR records.
    case addresses(String, [String], ttl: Int = 60)
    /// A CNAME of a name that the same server knows.
    case alias(String, of: String)
    /// A TXT record.
    case text(String, String)
    /// An SRV record.
    case service(String, target: String, port: Int)
    /// This name and everything below it does not exist (NXDOMAIN).
    case missing(String)
    /// A zone that the server answers for by itself: names in it that it does not know do not exist.
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

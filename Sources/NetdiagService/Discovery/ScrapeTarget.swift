import NetworkModel

/// A service instance as a Prometheus target: a group of one target in the format of HTTP service discovery.
struct ScrapeTarget: Sendable, Hashable, Encodable {
    let targets: [String]
    let labels: [String: String]

    static let prefix = "__meta_netdiag_"

    init(_ instance: ServiceInstance, at address: IPAddress) {
        // Go's URLs take the zone of a literal unescaped, and escape it themselves (RFC 6874).
        targets = ["\(SocketAddress(address, port: instance.port ?? 0))"]
        var labels = [
            "name": instance.name, "type": instance.type, "domain": instance.domain, "host": instance.host ?? "",
            "interface": instance.interface ?? "", "stale": String(instance.stale),
        ]
        // Keys are case-insensitive (RFC 6763 section 6.4), and several may result in the same label: the first one
        // counts.
        for (key, value) in (instance.txt ?? [:]).sorted(by: { $0.key < $1.key }) {
            let name = Self.labelName(key.lowercased())
            guard labels.updateValue("true", forKey: "txtpresent_" + name) == nil else { continue }
            switch value {
            case .text(let text): labels["txt_" + name] = text
            // A label is text, and a key without a value has none.
            case .flag, .bytes: break
            }
        }
        self.labels = Dictionary(uniqueKeysWithValues: labels.map { (Self.prefix + $0.key, $0.value) })
    }

    /// Converts a key to a label name as Prometheus does: each character other than ASCII letters, digits and
    /// underscores becomes an underscore.
    static func labelName(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar {
                    case "a"..."z", "A"..."Z", "0"..."9", "_": scalar
                    default: "_"
                    }
                }))
    }
}

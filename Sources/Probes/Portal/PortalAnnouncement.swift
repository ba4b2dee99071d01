public import NetworkModel

/// The network's announcement of its captive portal: the URI from DHCP or a router advertisement (RFC 8910), as stored by
/// systemd-networkd for each link.
public enum PortalAnnouncement {
    /// The URI for a network without a portal (RFC 8910 section 2).
    private static let none = "urn:ietf:params:capport:unrestricted"

    /// Reads the announced URI; the result is `nil` if there is none.
    ///
    /// - Parameters:
    ///   - links: The interface indices of the links to the target.
    ///   - folder: The directory in which systemd-networkd stores the state of each link.
    public static func observe(links: [Int], folder: String = "/run/systemd/netif/links") -> String? {
        links.lazy.compactMap { uri(in: SmallFile.text("\(folder)/\($0)")) }.first
    }

    /// The value of `CAPTIVE_PORTAL=`.
    static func uri(in text: String) -> String? {
        let key = "CAPTIVE_PORTAL="
        guard let line = text.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix(key) }) else { return nil }
        var value = line.dropFirst(key.count)
        if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
        return isPortal(String(value)) ? String(value) : nil
    }

    /// Whether an announced URI is that of a portal.
    public static func isPortal(_ uri: String) -> Bool { !uri.isEmpty && uri.utf8.count <= 2_048 && uri != none }
}

extension PortalEvidence.API {
    /// Parses the response of the API (RFC 8908 section 5); the result is `nil` if it is not valid.
    public init?(url: String, body: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(reading: body),
            case .bool(let isCaptive)? = members["captive"]
        else { return nil }
        var portal: String?
        if case .string(let text)? = members["user-portal-url"], text.utf8.count <= 2_048 { portal = text }
        self.init(url: url, isCaptive: isCaptive, portal: portal)
    }
}

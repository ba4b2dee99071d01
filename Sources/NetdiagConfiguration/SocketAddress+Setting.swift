import NetworkModel

extension SocketAddress {
    /// Parses the addresses of a server: `ADDRESS:PORT`, `[IPv6]:PORT`, or `:PORT` and `PORT` for all addresses of both
    /// families. Port 0 selects a free port.
    static func listening(_ text: String) throws(SettingsError) -> [SocketAddress] {
        let separator = text.lastIndex(of: ":")
        let hostText = separator.map { text[..<$0] } ?? ""
        let portText = separator.map { text[text.index(after: $0)...] } ?? text[...]
        guard portText.utf8.count <= 5, portText.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let port = UInt16(portText)
        else {
            throw SettingsError(
                "\(SafeText.shown(text)) has no port from 0 to 65535; write ADDRESS:PORT, as in 0.0.0.0:8053 or \"[::1]:8053\""
            )
        }
        guard !hostText.isEmpty else {
            return Configuration.Listen.everywhere.map { SocketAddress($0.address, port: port) }
        }
        return [SocketAddress(try address(hostText, text), port: port)]
    }

    private static func address(_ host: Substring, _ text: String) throws(SettingsError) -> IPAddress {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard let address = IPAddress(String(isBracketed ? host.dropFirst().dropLast() : host)) else {
            throw SettingsError(
                "\(SafeText.shown(text)) begins with no IP address; write ADDRESS:PORT, as in 127.0.0.1:8053, or :PORT for all addresses"
            )
        }
        guard isBracketed == (address.family == .ipv6) else {
            throw SettingsError(
                address.family == .ipv6
                    ? "\(SafeText.shown(text)) has an IPv6 address without brackets; write it as in \"[::1]:8053\""
                    : "\(SafeText.shown(text)) has an IPv4 address in brackets; write it without")
        }
        guard !address.isMulticast else {
            throw SettingsError("\(SafeText.shown(text)) is a multicast address; a server listens on a unicast address")
        }
        guard address.family == .ipv4 || !address.isLinkLocal || address.zone != nil else {
            throw SettingsError(
                "\(SafeText.shown(text)) is link-local and needs its interface, as in \"[\(address)%eth0]:8053\"")
        }
        return address
    }
}

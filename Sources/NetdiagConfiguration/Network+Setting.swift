import NetworkModel

extension Configuration.Access.Network {
    /// Parses `192.0.2.0/24`, `2001:db8::/32`, or an address alone for one host.
    init(setting text: String) throws(SettingsError) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress(String($0)) }) else {
            throw SettingsError(
                "\(SafeText.shown(text)) is not a network; write ADDRESS/LENGTH, as in 192.0.2.0/24 or 2001:db8::/32")
        }
        guard address.zone == nil else {
            throw SettingsError("\(SafeText.shown(text)) has a zone; networks are written without, as in fe80::/10")
        }
        let bits = address.bytes.count * 8
        guard parts.count == 2 else {
            self.init(prefix: address, length: bits)
            return
        }
        guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let length = Int(parts[1]), length <= bits
        else {
            throw SettingsError(
                "\(SafeText.shown(text)) has a wrong length after the /; expected a number from 0 to \(bits)")
        }
        let masked = address.bytes.enumerated().map { index, byte in
            let kept = min(8, max(0, length - index * 8))
            return byte & UInt8(truncatingIfNeeded: 0xff00 >> kept)
        }
        guard masked == address.bytes else {
            let network = IPAddress(bytes: masked)?.description ?? ""
            throw SettingsError(
                "\(SafeText.shown(text)) has bits set beyond its length; write \(network)/\(length), "
                    + "or \(address) for that host only")
        }
        self.init(prefix: address, length: length)
    }
}

extension Configuration.Access.Network {
    /// Whether all of its addresses are in one of the networks.
    func isWithin(_ networks: [Self]) -> Bool {
        networks.contains { $0.length <= length && prefix.isIn(prefix: $0.prefix, length: $0.length) }
    }
}

extension Configuration.Access {
    /// Whether the hosts of a network, as in `192.0.2.0/24`, may connect while `access: networks:` has its default; `nil` if
    /// the text is not a network.
    package static func mayConnectByDefault(_ network: String) -> Bool? {
        (try? Network(setting: network))?.isWithin(local)
    }
}

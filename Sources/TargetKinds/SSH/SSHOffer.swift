/// The algorithms that one side of a key exchange offers (RFC 4253 section 7.1), in the order of preference.
public struct SSHOffer: Sendable, Hashable, Codable {
    /// The maximum number of names in each list; further ones are ignored.
    static let maxNames = 64

    /// The key exchange methods (`kex_algorithms`). JSON key: `key_exchange`.
    public var keyExchange: [String]
    /// The algorithms of the host key's signature (`server_host_key_algorithms`). JSON key: `host_key`.
    public var hostKey: [String]
    /// The ciphers for data from the server (`encryption_algorithms_server_to_client`), like the following lists.
    public var cipher: [String]
    /// The algorithms for message authentication (`mac_algorithms_server_to_client`).
    public var mac: [String]
    /// The compression methods (`compression_algorithms_server_to_client`).
    public var compression: [String]
    /// The ciphers for data from the client, if they differ from those for data from the server.
    var cipherToServer: [String]?
    var macToServer: [String]?

    enum CodingKeys: String, CodingKey {
        case keyExchange = "key_exchange"
        case hostKey = "host_key"
        case cipher, mac, compression
        case cipherToServer = "cipher_to_server"
        case macToServer = "mac_to_server"
    }

    /// Parses an offer.
    ///
    /// - Parameter payload: The payload of a packet with the message number 20.
    /// - Returns: `nil` if it is too short.
    init?(_ payload: [UInt8]) {
        var fields = SSHFields(payload)
        // This is the cookie.
        guard fields.bytes(16) != nil else { return nil }
        var lists: [[String]] = []
        for _ in 0..<10 {
            guard let names = fields.names() else { return nil }
            lists.append(names)
        }
        // These are the flag for a guessed packet, and a reserved number.
        guard fields.bytes(5) != nil else { return nil }
        (keyExchange, hostKey, cipher, mac, compression) = (lists[0], lists[1], lists[3], lists[5], lists[7])
        cipherToServer = lists[2] == cipher ? nil : lists[2]
        macToServer = lists[4] == mac ? nil : lists[4]
    }

    /// The purposes for which the two sides have no common algorithm (RFC 4253 section 7.1), as text, with what the
    /// server offers; `nil` if there is none.
    ///
    /// A MAC is not needed with a cipher that authenticates (RFC 5647 section 5.1), so that the lack of a common one
    /// proves nothing.
    func lacks(in client: SSHOffer) -> String? {
        let purposes: [(String, [String], [String])] = [
            ("key exchange", keyExchange, client.keyExchange), ("host key", hostKey, client.hostKey),
            ("cipher", cipherToServer ?? cipher, client.cipher), ("cipher", cipher, client.cipher),
            ("MAC", macToServer ?? mac, client.mac), ("MAC", mac, client.mac),
        ]
        guard let (purpose, offered, _) = purposes.first(where: { Set($0.1).isDisjoint(with: $0.2) }) else {
            return nil
        }
        return "for the \(purpose) it offers \(offered.isEmpty ? "nothing" : offered.joined(separator: ", "))"
    }

    mutating func map(_ change: (String) -> String) {
        keyExchange = keyExchange.map(change)
        hostKey = hostKey.map(change)
        cipher = cipher.map(change)
        mac = mac.map(change)
        compression = compression.map(change)
        cipherToServer = cipherToServer?.map(change)
        macToServer = macToServer?.map(change)
    }
}

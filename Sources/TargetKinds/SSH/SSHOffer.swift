/// What one side of a key exchange offers (RFC 4253 section 7.1): names of algorithms, the preferred ones first.
public struct SSHOffer: Sendable, Hashable, Codable {
    /// Of each list; those beyond are left out.
    static let maxNames = 64

    /// The key exchange methods (`kex_algorithms`). JSON key: `key_exchange`.
    public var keyExchange: [String]
    /// The algorithms of the host key's signature (`server_host_key_algorithms`). JSON key: `host_key`.
    public var hostKey: [String]
    /// From the server, as the next ones.
    public var cipher: [String]
    /// The algorithms for message authentication (`mac_algorithms_server_to_client`).
    public var mac: [String]
    /// The compression methods (`compression_algorithms_server_to_client`).
    public var compression: [String]
    /// What the server would take from the client, where it is something else than what it sends itself.
    var cipherToServer: [String]?
    var macToServer: [String]?

    enum CodingKeys: String, CodingKey {
        case keyExchange = "key_exchange"
        case hostKey = "host_key"
        case cipher, mac, compression
        case cipherToServer = "cipher_to_server"
        case macToServer = "mac_to_server"
    }

    /// - Parameter payload: Of a packet of the number 20.
    /// - Returns: `nil` if it ends too early.
    init?(_ payload: [UInt8]) {
        var fields = SSHFields(payload)
        // The cookie.
        guard fields.bytes(16) != nil else { return nil }
        var lists: [[String]] = []
        for _ in 0..<10 {
            guard let names = fields.names() else { return nil }
            lists.append(names)
        }
        // Whether a guessed packet follows, and a number that is 0 until somebody needs it.
        guard fields.bytes(5) != nil else { return nil }
        (keyExchange, hostKey, cipher, mac, compression) = (lists[0], lists[1], lists[3], lists[5], lists[7])
        cipherToServer = lists[2] == cipher ? nil : lists[2]
        macToServer = lists[4] == mac ? nil : lists[4]
    }

    /// What the two sides have nothing in common for (RFC 4253 section 7.1), in words, with what the server offers.
    ///
    /// A MAC is not needed beside a cipher that authenticates (RFC 5647 section 5.1), so that none in common is no proof.
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

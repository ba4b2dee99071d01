import NetworkModel

/// The two messages of RFC 2131 that are needed to discover DHCP servers: the request, and the offer.
enum DHCPMessage {
    /// The magic cookie (RFC 2132 section 2).
    private static let cookie: [UInt8] = [99, 130, 83, 99]
    /// The length of the fixed fields and the cookie, in bytes.
    private static let headerLength = 240

    /// A DHCPDISCOVER that requests a broadcast reply, since the offered address is not this machine's.
    ///
    /// - Parameter hardwareAddress: The Ethernet address, six bytes.
    static func discover(transaction: UInt32, hardwareAddress: [UInt8]) -> [UInt8] {
        var message = [UInt8](repeating: 0, count: headerLength - cookie.count)
        (message[0], message[1], message[2]) = (1, 1, 6)
        for index in 0..<4 { message[4 + index] = UInt8(truncatingIfNeeded: transaction >> (24 - 8 * index)) }
        message[10] = 0x80
        message.replaceSubrange(28..<28 + hardwareAddress.count, with: hardwareAddress)
        let wanted: [UInt8] = [1, 3, 6, 51, 54, 114]
        message += cookie + [53, 1, 1] + [55, UInt8(wanted.count)] + wanted + [255]
        // Old relays drop messages that are shorter than those of BOOTP (RFC 1542 section 2.1).
        return message + [UInt8](repeating: 0, count: max(0, 300 - message.count))
    }

    /// Parses the offer in a datagram; the result is `nil` if it is not an offer for this transaction.
    static func offer(in datagram: ArraySlice<UInt8>, transaction: UInt32, from sender: IPAddress) -> DHCPOffer? {
        let bytes = Array(datagram)
        guard bytes.count > headerLength, bytes[0] == 2, Array(bytes[236..<240]) == cookie,
            bytes[4..<8].reduce(UInt32(0), { $0 << 8 | UInt32($1) }) == transaction
        else { return nil }
        let options = options(bytes[headerLength...])
        guard options[53] == [2] else { return nil }
        return DHCPOffer(
            server: addresses(options[54]).first ?? sender, routers: addresses(options[3]),
            resolvers: addresses(options[6]), subnetMask: addresses(options[1]).first,
            leaseSeconds: options[51].flatMap { $0.count == 4 ? $0.reduce(0) { $0 << 8 | Int($1) } : nil },
            captivePortal: options[114].flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) })
    }

    /// The first option of each code. An option that exceeds the length ends the list.
    private static func options(_ bytes: ArraySlice<UInt8>) -> [UInt8: [UInt8]] {
        var found: [UInt8: [UInt8]] = [:]
        var rest = bytes
        while let code = rest.popFirst(), code != 255 {
            guard code != 0 else { continue }
            guard let length = rest.popFirst(), rest.count >= Int(length) else { break }
            if found[code] == nil { found[code] = Array(rest.prefix(Int(length))) }
            rest = rest.dropFirst(Int(length))
        }
        return found
    }

    /// The addresses in an option, at most four.
    private static func addresses(_ bytes: [UInt8]?) -> [IPAddress] {
        guard let bytes, bytes.count % 4 == 0 else { return [] }
        return stride(from: 0, to: min(bytes.count, 16), by: 4).compactMap { IPAddress(bytes: bytes[$0..<$0 + 4]) }
    }
}

/// Builds the packets that the cable itself sends.
package enum PacketWriter {
    /// The reason why a packet was not forwarded, which an ICMP message reports.
    package enum Failure: Sendable, Hashable {
        case timeExceeded, networkUnreachable, hostUnreachable, portUnreachable, prohibited
        case tooBig(mtu: Int)

        /// The ICMP type and code (RFC 792, RFC 4443).
        func code(isIPv6: Bool) -> (type: UInt8, code: UInt8) {
            switch self {
            case .timeExceeded: isIPv6 ? (3, 0) : (11, 0)
            case .networkUnreachable: isIPv6 ? (1, 0) : (3, 0)
            case .hostUnreachable: isIPv6 ? (1, 3) : (3, 1)
            case .portUnreachable: isIPv6 ? (1, 4) : (3, 3)
            case .prohibited: isIPv6 ? (1, 1) : (3, 13)
            case .tooBig: isIPv6 ? (2, 0) : (3, 4)
            }
        }
    }

    /// Builds an IP packet from a payload, and sets the checksum at `checksumOffset`, which must be 0 before.
    static func packet(
        from source: PacketAddress, to destination: PacketAddress, protocolNumber: UInt8, payload: [UInt8],
        checksumOffset: Int
    ) -> [UInt8] {
        var payload = payload
        var sum = InternetChecksum()
        if protocolNumber != PacketView.Transport.icmp.rawValue {
            sum.add(pseudoHeaderOf: source, destination, length: payload.count, protocolNumber: protocolNumber)
        }
        payload.withUnsafeBytes { sum.add($0) }
        // In UDP, 0 would mean that there is no checksum (RFC 768).
        let value = sum.value == 0 && protocolNumber == PacketView.Transport.udp.rawValue ? 0xffff : sum.value
        payload[checksumOffset] = UInt8(value >> 8)
        payload[checksumOffset + 1] = UInt8(value & 0xff)
        var header: [UInt8]
        if source.isIPv6 {
            header = [0x60, 0, 0, 0] + bytes(payload.count) + [protocolNumber, 64]
            header += source.bytes + destination.bytes
        } else {
            header = [0x45, 0] + bytes(20 + payload.count) + [0, 0, 0x40, 0, 64, protocolNumber, 0, 0]
            header += source.bytes + destination.bytes
            header.setHeaderChecksum()
        }
        return header + payload
    }

    /// Builds a UDP datagram in the reverse direction of a flow.
    package static func datagram(answering flow: FlowKey, _ data: some Collection<UInt8>) -> [UInt8] {
        let header = bytes(Int(flow.destinationPort)) + bytes(Int(flow.sourcePort)) + bytes(8 + data.count) + [0, 0]
        return packet(
            from: flow.destination, to: flow.source, protocolNumber: PacketView.Transport.udp.rawValue,
            payload: header + data, checksumOffset: 6)
    }

    /// Builds a packet from an ICMP message, and sets the checksum of the message.
    package static func icmp(from source: PacketAddress, to destination: PacketAddress, _ message: [UInt8]) -> [UInt8] {
        let number: PacketView.Transport = source.isIPv6 ? .icmpv6 : .icmp
        return packet(
            from: source, to: destination, protocolNumber: number.rawValue, payload: message, checksumOffset: 2)
    }

    /// Builds the error that a router sends about a packet; `nil` if none may be sent about it (RFC 1122 section
    /// 3.2.2).
    package static func error(_ failure: Failure, about packet: PacketView, from router: PacketAddress) -> [UInt8]? {
        let code = failure.code(isIPv6: packet.isIPv6)
        var mtu = 0
        if case .tooBig(let bytes) = failure { mtu = bytes }
        return error(type: code.type, code: code.code, mtu: mtu, about: packet, from: router)
    }

    /// Builds the error with the type and code of an error that was received.
    package static func error(
        type: UInt8, code: UInt8, mtu: Int = 0, about packet: PacketView, from router: PacketAddress
    ) -> [UInt8]? {
        let payload = packet.payload
        switch packet.transport {
        case .icmp where payload.first != 8: return nil
        case .icmpv6 where (payload.first ?? 0) < 128: return nil
        default: break
        }
        guard packet.destination.isUnicast, packet.source.isUnicast, router.isIPv6 == packet.isIPv6,
            packet.fragment?.offset ?? 0 == 0
        else { return nil }
        let size = UInt16(clamping: mtu)
        var message: [UInt8] = [type, code, 0, 0, 0, 0, UInt8(size >> 8), UInt8(size & 0xff)]
        // The quote is as long as the minimum MTU of the address family allows.
        message += packet.bytes.prefix(packet.isIPv6 ? 1_280 - 48 : 548)
        return icmp(from: router, to: packet.source, message)
    }

    /// Builds the reset that refuses a connection (RFC 9293 section 3.5.2).
    package static func reset(refusing packet: PacketView) -> [UInt8]? {
        let payload = packet.payload
        guard let flow = packet.flow, payload.count >= 20 else { return nil }
        let acknowledged = payload.number32(at: 4) &+ 1
        var header = bytes(Int(flow.destinationPort)) + bytes(Int(flow.sourcePort)) + [0, 0, 0, 0]
        header += bytes(Int(acknowledged >> 16)) + bytes(Int(acknowledged & 0xffff))
        header += [0x50, 0x14, 0, 0, 0, 0, 0, 0]
        return self.packet(
            from: flow.destination, to: flow.source, protocolNumber: PacketView.Transport.tcp.rawValue,
            payload: header, checksumOffset: 16)
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}

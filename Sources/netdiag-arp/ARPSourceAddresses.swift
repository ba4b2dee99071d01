import ARPWire
import Glibc

/// The addresses of this machine on the link of a question. The client cannot choose the source addresses of a request, nor a
/// link that is not Ethernet.
struct ARPSourceAddresses {
    let hardware: [UInt8]
    /// The source address; 0.0.0.0 if the question is for an address of this machine itself, so that no ARP cache changes.
    let source: [UInt8]

    /// - Returns: `nil` if the link is down, unknown or not Ethernet, or if the address is neither on it nor its gateway.
    init?(of arpRequest: ARPRequest) {
        guard let list = InterfaceList(), let link = list.link(arpRequest.interface) else { return nil }
        let own = list.addresses.filter { $0.interface == link.name && $0.bytes.count == 4 }
        guard Self.isHost(arpRequest.address) else { return nil }
        hardware = link.hardware
        // For an address of this machine, the question is whether another host uses it as well (RFC 5227 section 2.1.1).
        if own.contains(where: { $0.bytes == arpRequest.address }) {
            source = [0, 0, 0, 0]
            return
        }
        // The address is in a prefix of the link, or it is the link's gateway, as for a machine whose prefix contains only its
        // own address.
        let near = own.first { Self.covers($0.bytes, $0.mask, arpRequest.address) }
        guard let source = near?.bytes ?? (Self.isGateway(arpRequest.address, link.name) ? own.first?.bytes : nil)
        else { return nil }
        self.source = source
    }

    /// Whether it is not in 0.0.0.0/8, loopback, multicast or above.
    private static func isHost(_ address: [UInt8]) -> Bool {
        address[0] != 0 && address[0] != 127 && address[0] < 224
    }

    /// Whether an address is in the network of another, and is not its first or last address, which only belong to hosts in a
    /// network of two addresses (RFC 3021).
    private static func covers(_ own: [UInt8], _ mask: [UInt8], _ address: [UInt8]) -> Bool {
        guard (0..<4).allSatisfy({ own[$0] & mask[$0] == address[$0] & mask[$0] }) else { return false }
        guard mask != [255, 255, 255, 254] else { return true }
        let host = (0..<4).map { address[$0] & ~mask[$0] }
        return host != [0, 0, 0, 0] && host != mask.map { ~$0 }
    }

    /// Whether one of the first routes in the kernel's table uses the address as its gateway (proc(5), `/proc/net/route`). Each
    /// line has the name, the destination and the gateway, in hexadecimal digits in this machine's byte order.
    private static func isGateway(_ address: [UInt8], _ interface: String) -> Bool {
        let descriptor = open("/proc/self/net/route", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return false }
        let wanted = UInt32(littleEndian: address.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        return buffer[..<count].split(separator: UInt8(ascii: "\n")).contains { line in
            let fields = line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) }
            return fields.count > 2 && fields[0] == interface && UInt32(fields[2], radix: 16) == wanted
        }
    }
}

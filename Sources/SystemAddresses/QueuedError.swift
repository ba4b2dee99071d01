import CErrorQueue
import Glibc
package import NetworkModel

/// An error from the error queue of a socket (ip(7), `IP_RECVERR`): the error and its sender.
package struct QueuedError: Sendable {
    /// The errno of the error.
    package let code: CInt
    /// The ICMP error; `nil` if the kernel generated the error itself.
    package let icmp: ICMPError?
    /// The beginning of the packet that caused the error, after its IP header; at most 8 bytes.
    package let sent: [UInt8]
    /// The sender of the ICMP error. If a neighbour does not respond, the kernel reports this in its own name, and there is no
    /// reporter on the path.
    package var reporter: IPAddress? { icmp.flatMap { $0.isOwn ? nil : $0.reporter } }

    package init(code: CInt, icmp: ICMPError?, sent: [UInt8]) {
        self.code = code
        self.icmp = icmp
        self.sent = sent
    }

    /// Enables the error queue for the packets that a socket sends.
    package static func enable(on descriptor: CInt, family: AddressFamily) { setKept(true, on: descriptor, family) }

    /// Disables the error queue, and discards its errors.
    package static func drop(on descriptor: CInt, family: AddressFamily) { setKept(false, on: descriptor, family) }

    private static func setKept(_ isKept: Bool, on descriptor: CInt, _ family: AddressFamily) {
        var value: CInt = isKept ? 1 : 0
        let (level, name) = family == .ipv4 ? (IPPROTO_IP, IP_RECVERR) : (IPPROTO_IPV6, IPV6_RECVERR)
        setsockopt(descriptor, CInt(level), CInt(name), &value, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Removes an error from the queue without waiting; `nil` if the queue is empty.
    package init?(from descriptor: CInt, family: AddressFamily) {
        var error = netdiag_socket_error()
        guard netdiag_take_socket_error(descriptor, &error) == 1 else { return nil }
        let sent = withUnsafeBytes(of: error.sent) { Array($0.prefix(Int(error.sent_length))) }
        // SO_EE_ORIGIN_ICMP and SO_EE_ORIGIN_ICMP6.
        guard error.origin == 2 || error.origin == 3 else {
            self.init(code: error.code, icmp: nil, sent: sent)
            return
        }
        let reporter = withUnsafePointer(to: error.offender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { SocketAddress($0)?.address }
        }
        let isOwn =
            reporter.map { $0.bytes == SocketAddress.local(of: descriptor)?.address.bytes || $0.isLoopback } ?? false
        self.init(
            code: error.code,
            icmp: ICMPError(
                family: family, type: error.type, code: error.icmp_code, reporter: reporter, isOwn: isOwn,
                mtu: Int(error.info)), sent: sent)
    }

    /// Whether it was caused by an echo request with this identifier.
    package func isAbout(_ identifier: UInt16) -> Bool {
        sent.count == 8 && UInt16(sent[4]) << 8 | UInt16(sent[5]) == identifier
    }
}

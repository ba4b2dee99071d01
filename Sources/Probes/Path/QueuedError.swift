import CSockets
import Glibc
import NetworkModel

/// An error from the queue of a socket (ip(7), `IP_RECVERR`): what came back, and from whom.
struct QueuedError: Sendable {
    /// The errno that the kernel makes of it.
    let code: CInt
    /// `nil` where the kernel itself made it up.
    let icmp: ICMPError?
    /// How the packet that it is about began, behind its IP header; at most 8 bytes.
    let sent: [UInt8]
    /// Who sent the ICMP error. A neighbour that does not answer is reported by the kernel in its own name: nobody on
    /// the way said so.
    var reporter: IPAddress? { icmp.flatMap { $0.isOwn ? nil : $0.reporter } }
    var detail: String { SystemError.text(code) }

    /// Whether it is about an echo request with this identifier.
    func isAbout(_ identifier: UInt16) -> Bool {
        sent.count == 8 && UInt16(sent[4]) << 8 | UInt16(sent[5]) == identifier
    }

    /// Takes one error without waiting.
    static func take(from fd: CInt, _ family: AddressFamily) -> QueuedError? {
        var error = netdiag_socket_error()
        guard netdiag_take_socket_error(fd, &error) == 1 else { return nil }
        let sent = withUnsafeBytes(of: error.sent) { Array($0.prefix(Int(error.sent_length))) }
        // SO_EE_ORIGIN_ICMP and SO_EE_ORIGIN_ICMP6.
        guard error.origin == 2 || error.origin == 3 else {
            return QueuedError(code: error.code, icmp: nil, sent: sent)
        }
        let reporter = withUnsafePointer(to: error.offender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { SocketAddress($0)?.address }
        }
        let isOwn = reporter.map { $0.bytes == ownAddress(of: fd)?.bytes || $0.isLoopback } ?? false
        return QueuedError(
            code: error.code,
            icmp: ICMPError(
                family: family, type: error.type, code: error.icmp_code, reporter: reporter, isOwn: isOwn,
                mtu: Int(error.info)), sent: sent)
    }

    /// What a connected socket sends from.
    static func ownAddress(of fd: CInt) -> IPAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(fd, $0, &length) == 0 ? SocketAddress($0)?.address : nil
            }
        }
    }

    /// Has a socket keep such errors.
    static func keep(on fd: CInt, _ family: AddressFamily) {
        var on: CInt = 1
        let (level, option) = family == .ipv4 ? (IPPROTO_IP, IP_RECVERR) : (IPPROTO_IPV6, IPV6_RECVERR)
        setsockopt(fd, CInt(level), CInt(option), &on, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Sets the hop limit of what is sent (RFC 791, RFC 3542 section 6.3).
    static func limitHops(_ limit: Int, on fd: CInt, _ family: AddressFamily) {
        var limit = CInt(limit)
        let (level, option) = family == .ipv4 ? (IPPROTO_IP, IP_TTL) : (IPPROTO_IPV6, IPV6_UNICAST_HOPS)
        setsockopt(fd, CInt(level), CInt(option), &limit, socklen_t(MemoryLayout<CInt>.size))
    }
}

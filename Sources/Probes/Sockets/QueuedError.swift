import CSockets
import Glibc
import NetworkModel
import SystemAddresses

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

    init(code: CInt, icmp: ICMPError?, sent: [UInt8]) {
        self.code = code
        self.icmp = icmp
        self.sent = sent
    }

    /// Takes one error without waiting.
    init?(from socket: ProbeSocket) {
        var error = netdiag_socket_error()
        guard let family = socket.family, netdiag_take_socket_error(socket.fd, &error) == 1 else { return nil }
        let sent = withUnsafeBytes(of: error.sent) { Array($0.prefix(Int(error.sent_length))) }
        // SO_EE_ORIGIN_ICMP and SO_EE_ORIGIN_ICMP6.
        guard error.origin == 2 || error.origin == 3 else {
            self.init(code: error.code, icmp: nil, sent: sent)
            return
        }
        let reporter = withUnsafePointer(to: error.offender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { SocketAddress($0)?.address }
        }
        let isOwn = reporter.map { $0.bytes == socket.localAddress?.bytes || $0.isLoopback } ?? false
        self.init(
            code: error.code,
            icmp: ICMPError(
                family: family, type: error.type, code: error.icmp_code, reporter: reporter, isOwn: isOwn,
                mtu: Int(error.info)), sent: sent)
    }

    /// Whether it is about an echo request with this identifier.
    func isAbout(_ identifier: UInt16) -> Bool {
        sent.count == 8 && UInt16(sent[4]) << 8 | UInt16(sent[5]) == identifier
    }
}

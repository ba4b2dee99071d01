import CSockets
import Glibc

/// ARP frames on one interface (RFC 826), over a socket of the kind ``ProbeSocket/Kind/link``.
extension ProbeSocket {
    func bindARP(toInterface index: UInt32) throws(Failure) {
        let code = Self.withBroadcast(on: index) { Glibc.bind(fd, $0, $1) }
        guard code == 0 else { throw Failure(code: errno) }
    }

    /// Sends a frame to all hosts on the link.
    func broadcastARP(_ frame: [UInt8], onInterface index: UInt32) {
        _ = Self.withBroadcast(on: index) { sendto(fd, frame, frame.count, 0, $0, $1) }
    }

    private static func withBroadcast<Result>(
        on index: UInt32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: netdiag_arp_broadcast(index)) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_ll>.size))
            }
        }
    }
}

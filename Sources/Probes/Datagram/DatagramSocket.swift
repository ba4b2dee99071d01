import CSockets
import Glibc
import NetworkModel

/// A UDP socket that hears one peer alone, and the ICMP errors about what it has sent there. It is closed with its owner.
final class DatagramSocket: Sendable {
    enum Opening {
        case open(DatagramSocket)
        /// The kernel has no route to the peer, or another errno.
        case failed(CInt)
    }

    let fd: CInt
    private let family: AddressFamily

    /// - Throws: ``ProbeError`` where there is no socket to be had.
    static func connected(to peer: SocketAddress) throws(ProbeError) -> Opening {
        let flags = CInt(NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC)
        let fd = socket(peer.address.family.rawFamily, CInt(NETDIAG_DATAGRAM) | flags, 0)
        guard fd >= 0 else { throw ProbeError("socket", errno: errno) }
        let opened = DatagramSocket(fd: fd, family: peer.address.family)
        QueuedError.keep(on: fd, peer.address.family)
        guard peer.withSockaddr({ connect(fd, $0, $1) }) == 0 else { return .failed(errno) }
        return .open(opened)
    }

    private init(fd: CInt, family: AddressFamily) {
        self.fd = fd
        self.family = family
    }

    deinit { close(fd) }

    /// - Returns: 0, or an errno.
    func send(_ bytes: [UInt8]) -> CInt {
        let count = bytes.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, CInt(NETDIAG_NO_SIGNAL)) }
        return count == bytes.count ? 0 : errno
    }

    /// What has come, without waiting; `nil` where there is nothing.
    func receive(atMost maxBytes: Int) -> [UInt8]? {
        var result = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
            result = recv(fd, buffer.baseAddress, buffer.count, 0)
            count = max(result, 0)
        }
        return result < 0 ? nil : bytes
    }

    func takeError() -> QueuedError? { QueuedError.take(from: fd, family) }
}

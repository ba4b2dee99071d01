import CNetlink
import Glibc
import NetworkModel

/// A socket of netlink(7), which is closed with its last reference.
///
/// It belongs to the actor that created it: not `Sendable`.
final class NetlinkSocket {
    enum Received {
        case datagram(ArraySlice<UInt8>)
        /// There is no message.
        case empty
        /// The queue overflowed: messages were lost (`ENOBUFS`).
        case overflow
    }

    let fd: CInt
    private var buffer: [UInt8]
    var lastSequence: UInt32 = 0

    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - service: `NETLINK_ROUTE`, `NETLINK_GENERIC`.
    ///   - receiveBuffer: The requested size of the kernel's queue in bytes; `net.core.rmem_max` limits it.
    init(_ service: CInt = NETLINK_ROUTE, receiveBuffer: Int) throws(LinkFactsError) {
        fd = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), service)
        guard fd >= 0 else { throw .call("socket(AF_NETLINK)", code: errno) }
        // The kernel sends at most 32 KiB at once in a dump; a change is far smaller.
        buffer = [UInt8](repeating: 0, count: 65_536)
        set(SOL_SOCKET, SO_RCVBUF, CInt(clamping: receiveBuffer))
        // Older kernels lack some of these options, so that messages are filtered here as well.
        set(SOL_NETLINK, NETLINK_EXT_ACK, 1)
        set(SOL_NETLINK, NETLINK_CAP_ACK, 1)
        set(SOL_NETLINK, NETLINK_GET_STRICT_CHK, 1)
        var limit = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
            }
        }
        guard bound == 0 else { throw .call("bind(AF_NETLINK)", code: errno) }
    }

    deinit { close(fd) }

    @discardableResult
    private func set(_ level: CInt, _ option: CInt, _ value: CInt) -> Bool {
        var value = value
        return setsockopt(fd, level, option, &value, socklen_t(MemoryLayout<CInt>.size)) == 0
    }

    /// Joins a multicast group.
    func join(_ group: rtnetlink_groups) throws(LinkFactsError) {
        guard set(SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, CInt(group.rawValue)) else {
            throw .call("setsockopt(NETLINK_ADD_MEMBERSHIP)", code: errno)
        }
    }

    /// Reads a datagram of the kernel. Datagrams of other processes (`nl_pid` other than 0) are dropped.
    ///
    /// - Parameter flags: `MSG_DONTWAIT` to return ``Received/empty`` at once if there is no message.
    func receive(flags: CInt = 0) throws(LinkFactsError) -> Received {
        while true {
            var sender = sockaddr_nl()
            var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
            let count = buffer.withUnsafeMutableBytes { bytes in
                withUnsafeMutablePointer(to: &sender) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        // With MSG_TRUNC the actual length is returned, even if the buffer was too short.
                        recvfrom(fd, bytes.baseAddress, bytes.count, flags | CInt(MSG_TRUNC), $0, &length)
                    }
                }
            }
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN: return .empty
                case ENOBUFS: return .overflow
                default: throw .call("recvfrom(AF_NETLINK)", code: errno)
                }
            }
            guard length == socklen_t(MemoryLayout<sockaddr_nl>.size), sender.nl_pid == 0 else { continue }
            return count > buffer.count ? .overflow : .datagram(buffer[..<count])
        }
    }

    func send(_ bytes: [UInt8]) throws(LinkFactsError) {
        while Glibc.send(fd, bytes, bytes.count, 0) < 0 {
            guard errno == EINTR else { throw .call("send(AF_NETLINK)", code: errno) }
        }
    }
}

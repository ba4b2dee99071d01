import CNetlink
import Glibc

/// A socket of netlink(7); it is closed when the last reference goes.
///
/// Belongs to the actor that made it: not `Sendable`.
final class NetlinkSocket {
    enum Received {
        case datagram(ArraySlice<UInt8>)
        /// Nothing waits.
        case empty
        /// The queue overflowed: messages were lost (`ENOBUFS`).
        case overflow
    }

    let fd: CInt
    private var buffer: [UInt8]
    var lastSequence: UInt32 = 0

    /// - Parameters:
    ///   - service: `NETLINK_ROUTE`, `NETLINK_GENERIC`.
    ///   - receiveBuffer: Bytes of the kernel's queue to ask for; `net.core.rmem_max` limits it.
    init(_ service: CInt = NETLINK_ROUTE, receiveBuffer: Int) throws(LinkFactsError) {
        fd = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), service)
        guard fd >= 0 else { throw .call("socket(AF_NETLINK)", code: errno) }
        // The kernel fills no more than 32 KiB at once in a dump; a change is far smaller.
        buffer = [UInt8](repeating: 0, count: 65_536)
        set(SOL_SOCKET, SO_RCVBUF, CInt(clamping: receiveBuffer))
        // Older kernels lack some of these: what they would filter is filtered here as well.
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

    /// Reads one datagram of the kernel; what other processes send (`nl_pid` other than 0) is dropped.
    ///
    /// - Parameter flags: `MSG_DONTWAIT` to get ``Received/empty`` at once where nothing waits.
    func receive(flags: CInt = 0) throws(LinkFactsError) -> Received {
        while true {
            var sender = sockaddr_nl()
            var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
            let count = buffer.withUnsafeMutableBytes { bytes in
                withUnsafeMutablePointer(to: &sender) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        // With MSG_TRUNC the true length is returned, also where the buffer was too short.
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

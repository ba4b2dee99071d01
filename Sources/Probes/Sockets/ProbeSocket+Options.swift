import CSockets
import Glibc
import NetworkModel
import SystemAddresses

/// Socket options, named by their effect. Unless stated otherwise, they do not fail on sockets of the kinds that they are
/// meant for.
extension ProbeSocket {
    /// Queues the errors for packets that are sent (ip(7), `IP_RECVERR`).
    func queueErrors() { set(ip: IP_RECVERR, ipv6: IPV6_RECVERR, 1) }

    /// Sets the hop limit of packets that are sent (RFC 791, RFC 3542 section 6.3).
    func setHopLimit(_ limit: Int) { set(ip: IP_TTL, ipv6: IPV6_UNICAST_HOPS, CInt(limit)) }

    /// Sends packets in their full size, and never in fragments, whatever path MTU the kernel assumes (ip(7),
    /// `IP_PMTUDISC_PROBE`; ipv6(7)).
    func disableFragmentation() {
        set(ip: IP_MTU_DISCOVER, ipv6: IPV6_MTU_DISCOVER, CInt(IP_PMTUDISC_PROBE))
        if family == .ipv6 { set(CInt(IPPROTO_IPV6), 62 /* IPV6_DONTFRAG */, CInt(1)) }
    }

    /// Sends packets in the size of the link, and keeps the reports of routers about them out of the kernel's path MTU, which all
    /// programs use (ip(7), `IP_PMTUDISC_INTERFACE`). For IPv6, the kernel learns from these reports in any case.
    func ignorePathMTU() {
        guard family == .ipv4 else { return }
        set(CInt(IPPROTO_IP), CInt(IP_MTU_DISCOVER), Self.sizeOfLink)
    }

    /// `IP_PMTUDISC_INTERFACE` (ip(7)).
    static let sizeOfLink = CInt(4)

    /// Makes a raw IPv4 socket send the IP headers that it is given (raw(7), `IP_HDRINCL`).
    func includeHeaders() { set(CInt(IPPROTO_IP), CInt(IP_HDRINCL), CInt(1)) }

    /// Makes the kernel record when datagrams arrive (socket(7), `SO_TIMESTAMPNS`).
    func recordArrivals() { _ = netdiag_note_arrivals(fd) }

    /// Makes the kernel report the hop limit of received datagrams.
    func recordHopLimits() { _ = netdiag_note_hops(fd, family == .ipv6 ? 1 : 0) }

    /// Filters messages by type, since a raw socket gets a copy of every ICMP message of the host otherwise (raw(7)).
    func receiveOnly(icmpType type: UInt8) {
        if family == .ipv4 {
            // ICMP_FILTER: a set bit blocks a type.
            set(255 /* SOL_RAW */, 1 /* ICMP_FILTER */, ~(UInt32(1) << UInt32(type)))
        } else {
            // ICMP6_FILTER: 256 bits with the same meaning (RFC 3542 section 3.2).
            var out = [UInt32](repeating: .max, count: 8)
            out[Int(type) / 32] &= ~(UInt32(1) << UInt32(type % 32))
            setsockopt(fd, 58 /* SOL_ICMPV6 */, 1 /* ICMP6_FILTER */, &out, socklen_t(out.count * 4))
        }
    }

    /// Makes the kernel write the checksum of packets from a raw IPv6 socket at an offset (RFC 3542 section 3.1).
    ///
    /// - Parameter offset: The offset in bytes.
    func setChecksumOffset(_ offset: Int) { set(CInt(IPPROTO_IPV6), 7 /* IPV6_CHECKSUM */, CInt(offset)) }

    /// Resets a connection when it is closed, instead of leaving that to the server.
    func resetOnClose() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

    /// Shares the port with other sockets of this machine that have this option.
    func allowSharedAddress() { set(SOL_SOCKET, SO_REUSEADDR, CInt(1)) }

    /// Shares the port with other sockets of the same user (socket(7)).
    func allowSharedPort() { set(SOL_SOCKET, SO_REUSEPORT, CInt(1)) }

    func allowBroadcast() { set(SOL_SOCKET, SO_BROADCAST, CInt(1)) }

    /// Sends and receives on one interface only (socket(7), `SO_BINDTODEVICE`).
    func bind(toInterface name: String) throws(Failure) {
        let bytes = Array(name.utf8)
        guard setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, bytes, socklen_t(bytes.count)) == 0 else {
            throw Failure(code: errno)
        }
    }

    /// Sends multicast over one interface, with the hop limit of multicast DNS, 255 (RFC 6762 section 11).
    func sendMulticast(on link: Link) throws(Failure) {
        guard netdiag_multicast_by(fd, ipLevel, link.index) == 0 else { throw Failure(code: errno) }
    }

    /// Joins a group on one interface (RFC 3678 section 5.1), and receives from no other group.
    func join(_ group: SocketAddress, on link: Link) throws(Failure) {
        guard group.withSockaddr({ netdiag_join_group(fd, ipLevel, link.index, $0, $1) }) == 0 else {
            throw Failure(code: errno)
        }
    }

    private var ipLevel: CInt { CInt(family == .ipv6 ? IPPROTO_IPV6 : IPPROTO_IP) }

    private func set(ip option4: some BinaryInteger, ipv6 option6: some BinaryInteger, _ value: CInt) {
        set(ipLevel, family == .ipv6 ? CInt(option6) : CInt(option4), value)
    }

    private func set<Value: BitwiseCopyable>(_ level: CInt, _ option: CInt, _ value: Value) {
        _ = withUnsafeBytes(of: value) { setsockopt(fd, level, option, $0.baseAddress, socklen_t($0.count)) }
    }
}

extension ProbeSocket {
    /// A socket for datagrams that queues the ICMP errors about them.
    ///
    /// - Throws: ``ProbeError`` if no socket is available.
    static func datagrams(_ family: AddressFamily) throws(ProbeError) -> ProbeSocket {
        let socket: ProbeSocket
        do throws(Failure) {
            socket = try ProbeSocket(.datagram(family))
        } catch {
            throw ProbeError("socket", errno: error.code)
        }
        socket.queueErrors()
        return socket
    }
}

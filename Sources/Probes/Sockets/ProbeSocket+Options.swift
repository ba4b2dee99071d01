import CSockets
import Glibc
import NetworkModel
import SystemAddresses

/// Options, each by what it does. Unless they say so, they do not fail on sockets of the kinds that they are for.
extension ProbeSocket {
    /// Has the errors that come back for what is sent kept in the queue (ip(7), `IP_RECVERR`).
    func queueErrors() { set(ip: IP_RECVERR, ipv6: IPV6_RECVERR, 1) }

    /// Sets the hop limit of what is sent (RFC 791, RFC 3542 section 6.3).
    func setHopLimit(_ limit: Int) { set(ip: IP_TTL, ipv6: IPV6_UNICAST_HOPS, CInt(limit)) }

    /// Has packets sent as large as they are, and never in fragments, whatever the kernel believes of the path's MTU
    /// (ip(7), `IP_PMTUDISC_PROBE`; ipv6(7)).
    func disableFragmentation() {
        set(ip: IP_MTU_DISCOVER, ipv6: IPV6_MTU_DISCOVER, CInt(IP_PMTUDISC_PROBE))
        if family == .ipv6 { set(CInt(IPPROTO_IPV6), 62 /* IPV6_DONTFRAG */, CInt(1)) }
    }

    /// Has the kernel record when datagrams come (socket(7), `SO_TIMESTAMPNS`).
    func recordArrivals() { _ = netdiag_note_arrivals(fd) }

    /// Has the kernel say which hop limit datagrams come with.
    func recordHopLimits() { _ = netdiag_note_hops(fd, family == .ipv6 ? 1 : 0) }

    /// A raw socket is given a copy of every ICMP message of the host, unless the kernel filters them (raw(7)).
    func receiveOnly(icmpType type: UInt8) {
        if family == .ipv4 {
            // ICMP_FILTER: a bit set keeps a type out.
            set(255 /* SOL_RAW */, 1 /* ICMP_FILTER */, ~(UInt32(1) << UInt32(type)))
        } else {
            // ICMP6_FILTER: 256 bits, likewise (RFC 3542 section 3.2).
            var out = [UInt32](repeating: .max, count: 8)
            out[Int(type) / 32] &= ~(UInt32(1) << UInt32(type % 32))
            setsockopt(fd, 58 /* SOL_ICMPV6 */, 1 /* ICMP6_FILTER */, &out, socklen_t(out.count * 4))
        }
    }

    /// Has the kernel put the checksum of what a raw socket of IPv6 sends there (RFC 3542 section 3.1).
    ///
    /// - Parameter offset: In bytes.
    func setChecksumOffset(_ offset: Int) { set(CInt(IPPROTO_IPV6), 7 /* IPV6_CHECKSUM */, CInt(offset)) }

    /// Has a connection that comes about reset on closing rather than left to the server to close.
    func resetOnClose() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

    /// Shares the port with other sockets of this machine that do the same.
    func allowSharedAddress() { set(SOL_SOCKET, SO_REUSEADDR, CInt(1)) }

    /// Likewise, among sockets of one user (socket(7)).
    func allowSharedPort() { set(SOL_SOCKET, SO_REUSEPORT, CInt(1)) }

    func allowBroadcast() { set(SOL_SOCKET, SO_BROADCAST, CInt(1)) }

    /// Sends and receives on one interface alone (socket(7), `SO_BINDTODEVICE`).
    func bind(toInterface name: String) throws(Failure) {
        let bytes = Array(name.utf8)
        guard setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, bytes, socklen_t(bytes.count)) == 0 else {
            throw Failure(code: errno)
        }
    }

    /// Has multicast leave by one interface, with the hop limit of multicast DNS, 255 (RFC 6762 section 11).
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

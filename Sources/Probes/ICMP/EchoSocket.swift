import CSockets
import Glibc
import NetworkModel

/// A socket for ICMP echo: of the kind that needs no privilege where the system allows it (`net.ipv4.ping_group_range`,
/// icmp(7)), a raw one where the process has `CAP_NET_RAW` instead.
struct EchoSocket: ~Copyable {
    let fd: CInt
    let isRaw: Bool
    let address: IPAddress

    enum Opening: ~Copyable {
        case open(EchoSocket)
        /// Neither kind may be opened by this process.
        case notPermitted
        /// The kernel has no way to the address, or another errno.
        case failed(CInt)
    }

    static func open(to address: IPAddress) -> Opening {
        let family = address.family.rawFamily
        let wire = CInt(address.family == .ipv4 ? IPPROTO_ICMP : IPPROTO_ICMPV6)
        let flags = CInt(NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC)
        var fd = socket(family, CInt(NETDIAG_DATAGRAM) | flags, wire)
        var isRaw = false
        if fd < 0, errno == EACCES || errno == EPERM || errno == EPROTONOSUPPORT {
            fd = socket(family, CInt(NETDIAG_RAW) | flags, wire)
            isRaw = true
        }
        guard fd >= 0 else { return errno == EACCES || errno == EPERM ? .notPermitted : .failed(errno) }
        let opened = EchoSocket(fd: fd, isRaw: isRaw, address: address)
        QueuedError.keep(on: fd, address.family)
        _ = netdiag_note_arrivals(fd)
        if isRaw { opened.keepOnlyReplies() }
        let connected = SocketAddress(address, port: 0).withSockaddr { connect(fd, $0, $1) }
        guard connected == 0 else { return .failed(errno) }
        return .open(opened)
    }

    private init(fd: CInt, isRaw: Bool, address: IPAddress) {
        self.fd = fd
        self.isRaw = isRaw
        self.address = address
    }

    deinit { close(fd) }

    /// Of IP, without options, in bytes.
    private var headerLength: Int { address.family == .ipv4 ? 20 : 40 }
    private var requestType: UInt8 { address.family == .ipv4 ? 8 : 128 }
    private var replyType: UInt8 { Self.replyType(address.family) }
    private static func replyType(_ family: AddressFamily) -> UInt8 { family == .ipv4 ? 0 : 129 }

    /// Has packets sent as large as they are, and never in fragments, whatever the kernel believes of the path's MTU
    /// (ip(7), `IP_PMTUDISC_PROBE`; ipv6(7)).
    func keepWhole() {
        var probe = CInt(IP_PMTUDISC_PROBE)
        var on: CInt = 1
        let length = socklen_t(MemoryLayout<CInt>.size)
        if address.family == .ipv4 {
            setsockopt(fd, CInt(IPPROTO_IP), CInt(IP_MTU_DISCOVER), &probe, length)
        } else {
            setsockopt(fd, CInt(IPPROTO_IPV6), CInt(IPV6_MTU_DISCOVER), &probe, length)
            setsockopt(fd, CInt(IPPROTO_IPV6), 62 /* IPV6_DONTFRAG */, &on, length)
        }
    }

    /// A raw socket is given a copy of every ICMP message of the host, unless the kernel is told otherwise (raw(7)).
    private func keepOnlyReplies() {
        if address.family == .ipv4 {
            // ICMP_FILTER: a bit set keeps a type out.
            var out = ~(UInt32(1) << UInt32(replyType))
            setsockopt(fd, 255 /* SOL_RAW */, 1 /* ICMP_FILTER */, &out, socklen_t(MemoryLayout<UInt32>.size))
        } else {
            // ICMP6_FILTER: 256 bits, likewise (RFC 3542 section 3.2).
            var out = [UInt32](repeating: .max, count: 8)
            out[Int(replyType) / 32] &= ~(UInt32(1) << UInt32(replyType % 32))
            setsockopt(fd, 58 /* SOL_ICMPV6 */, 1 /* ICMP6_FILTER */, &out, socklen_t(out.count * 4))
        }
    }

    /// Sends one echo request; the kernel fills in the identifier of unprivileged sockets and the checksum of ICMPv6.
    ///
    /// - Parameter size: Of the IP packet, in bytes; 60 where none is given.
    /// - Returns: 0, or the errno.
    func send(identifier: UInt16, sequence: UInt16, size: Int? = nil) -> CInt {
        var packet: [UInt8] = [
            requestType, 0, 0, 0, UInt8(identifier >> 8), UInt8(identifier & 0xff), UInt8(sequence >> 8),
            UInt8(sequence & 0xff),
        ]
        packet += Array("netdiag echo request, RFC 792...".utf8)
        if let size { packet += [UInt8](repeating: 0, count: max(0, size - headerLength - packet.count)) }
        if isRaw, address.family == .ipv4 {
            let sum = Self.checksum(packet)
            packet[2] = UInt8(sum >> 8)
            packet[3] = UInt8(sum & 0xff)
        }
        return Glibc.send(fd, packet, packet.count, CInt(NETDIAG_NO_SIGNAL)) == packet.count ? 0 : errno
    }

    enum Reception {
        /// With the time that it lay before it was taken: a busy process comes late to what came in time.
        case reply(sequence: UInt16, after: Duration)
        /// Something else, for another process or of another kind.
        case unrelated
        case nothing
        case error(QueuedError)
    }

    /// Takes what has come, without waiting.
    func receive(identifier: UInt16) -> Reception {
        if let error = QueuedError.take(from: fd, address.family) {
            // A raw socket is told of the errors for every echo request to the address.
            return isRaw && !error.isAbout(identifier) ? .unrelated : .error(error)
        }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        var age: Int64 = 0
        let count = netdiag_receive(fd, &buffer, buffer.count, &age)
        guard count > 0 else { return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .unrelated }
        let own = isRaw ? identifier : nil
        guard let sequence = Self.sequence(in: buffer[..<count], address.family, isRaw: isRaw, identifier: own) else {
            return .unrelated
        }
        return .reply(sequence: sequence, after: .nanoseconds(max(age, 0)))
    }

    /// The sequence number of an echo reply (RFC 792, RFC 4443 section 4.2); `nil` for anything else.
    ///
    /// - Parameters:
    ///   - isRaw: Whether the header of IPv4 stands before it.
    ///   - identifier: What it must have; `nil` where the kernel has seen to that.
    static func sequence(
        in received: ArraySlice<UInt8>, _ family: AddressFamily, isRaw: Bool, identifier: UInt16?
    ) -> UInt16? {
        var packet = received
        if isRaw, family == .ipv4, let first = packet.first { packet = packet.dropFirst(Int(first & 0x0f) * 4) }
        guard packet.count >= 8 else { return nil }
        let bytes = Array(packet.prefix(8))
        guard bytes[0] == replyType(family) else { return nil }
        if let identifier, UInt16(bytes[4]) << 8 | UInt16(bytes[5]) != identifier { return nil }
        return UInt16(bytes[6]) << 8 | UInt16(bytes[7])
    }

    /// How long a reply took that is being taken now. A clock that was set meanwhile changes nothing below zero.
    static func roundTrip(since sent: ContinuousClock.Instant, taken late: Duration) -> Duration {
        let seen = sent.duration(to: .now)
        return late < seen ? seen - late : seen
    }

    /// RFC 1071.
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var sum: UInt32 = 0
        for index in stride(from: 0, to: bytes.count, by: 2) {
            sum += UInt32(bytes[index]) << 8 | (index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0)
        }
        while sum >> 16 != 0 { sum = sum & 0xffff + sum >> 16 }
        return ~UInt16(sum)
    }
}

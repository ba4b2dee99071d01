import CSockets
import EventLoopKit
import Glibc
import NetworkModel
import Synchronization
import SystemAddresses

/// A socket of a probe, which does not block and is not inherited by other programs. It is closed with its last owner.
///
/// Errors for what it sent, including ICMP errors, are read from its error queue by ``takeError()`` after a call of
/// ``queueErrors()`` (ip(7), `IP_RECVERR`).
final class ProbeSocket: Sendable {
    enum Kind: Sendable {
        case datagram(AddressFamily)
        case stream(AddressFamily)
        /// Unprivileged ICMP echo (icmp(7)), for groups in `net.ipv4.ping_group_range`.
        case echo(AddressFamily)
        /// IP without its header, which requires `CAP_NET_RAW` (raw(7)).
        case raw(AddressFamily, IPProtocol)
        /// Frames without their header, which requires `CAP_NET_RAW` (packet(7)). It receives nothing before it is bound.
        case link
    }

    enum IPProtocol: Sendable {
        case icmp, tcp
    }

    /// The failure of a system call.
    struct Failure: Error {
        /// The errno.
        let code: CInt
    }

    let fd: CInt
    /// The address family; `nil` for a socket for frames.
    let family: AddressFamily?
    /// How many waits began long after their deadline.
    private let lateWaits = Atomic(0)

    /// Held while a raw socket for ICMP over IPv4 is opened, and while requests are sent that may be too large for their path.
    private static let openingICMP = Mutex(())

    /// Opens a socket. One for raw ICMP over IPv4 ignores the path MTU from the beginning (``ignorePathMTU()``): it gets the reports of
    /// routers about the packets of all sockets, and would teach the kernel from them.
    ///
    /// - Throws: ``Failure``.
    init(_ kind: Kind) throws(Failure) {
        let (domain, type, number) = kind.arguments
        let flags = type | CInt(NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC)
        family = kind.family
        guard case .raw(.ipv4, .icmp) = kind else {
            fd = socket(domain, flags, number)
            guard fd >= 0 else { throw Failure(code: errno) }
            return
        }
        let (opened, code) = ProbeSocket.openingICMP.withLock { _ -> (CInt, CInt) in
            let opened = socket(domain, flags, number)
            guard opened >= 0 else { return (opened, errno) }
            var mode = ProbeSocket.sizeOfLink
            setsockopt(opened, CInt(IPPROTO_IP), CInt(IP_MTU_DISCOVER), &mode, socklen_t(MemoryLayout<CInt>.size))
            return (opened, 0)
        }
        fd = opened
        guard fd >= 0 else { throw Failure(code: code) }
    }

    /// Sends what may be too large for its path while no raw socket for ICMP is being opened. On a short path, the report of a router
    /// arrives before this ends.
    static func whileNoneIsOpened(_ send: () -> CInt) -> CInt { openingICMP.withLock { _ in send() } }

    deinit {
        if fd >= 0 { close(fd) }
    }

    /// Begins to connect a stream; for any other socket, sets its only peer.
    func connect(to peer: SocketAddress) throws(Failure) {
        guard peer.withSockaddr({ Glibc.connect(fd, $0, $1) }) == 0 || errno == EINPROGRESS else {
            throw Failure(code: errno)
        }
    }

    func bind(to address: SocketAddress) throws(Failure) {
        guard address.withSockaddr({ Glibc.bind(fd, $0, $1) }) == 0 else { throw Failure(code: errno) }
    }

    /// The source address of a connected socket.
    var localAddress: IPAddress? { SocketAddress.local(of: fd)?.address }

    /// The local port of a bound or connected socket; `nil` if not known.
    var localPort: UInt16? { SocketAddress.local(of: fd)?.port }

    /// Waits until there is data to receive, or another kind of readiness.
    ///
    /// - Returns: Whether it is ready before the deadline.
    /// - Throws: `CancellationError`.
    func wait(
        for interest: EventLoop.Interest = .readable, until deadline: ContinuousClock.Instant, on loop: EventLoop
    ) async throws -> Bool {
        // The descriptor stays open as long as the loop watches it.
        defer { withExtendedLifetime(self) {} }
        // What arrived in time is read by a busy process as well; a flood of other packets must not delay the end for ever.
        let now = ContinuousClock.now
        guard now < deadline + Self.lateness || mayBeVeryLate else { return false }
        // A process that got no processor until now has not waited yet.
        guard now < deadline else {
            // A caller that reads a flood would otherwise occupy its thread until the end, and could not be cancelled.
            try Task.checkCancellation()
            await Task.yield()
            return !EventLoop.readiness(of: fd, for: interest).isEmpty
        }
        return try await !loop.ready(fd, for: interest, until: deadline).isEmpty
    }

    /// The time after a deadline in which packets are still read.
    private static let lateness = Duration.milliseconds(500)
    /// The maximum number of waits after that, in which a process that got no processor for longer reads what had arrived.
    private static let maxLateWaits = 16

    private var mayBeVeryLate: Bool {
        lateWaits.wrappingAdd(1, ordering: .relaxed).newValue <= Self.maxLateWaits
    }

    // MARK: Sending and receiving, without waiting

    /// Sends bytes to the peer.
    ///
    /// - Returns: 0, or an errno.
    func send(_ bytes: [UInt8]) -> CInt {
        let count = Glibc.send(fd, bytes, bytes.count, CInt(NETDIAG_NO_SIGNAL))
        return count == bytes.count ? 0 : errno
    }

    /// Sends bytes to an address.
    ///
    /// - Returns: 0, or an errno.
    func send(_ bytes: [UInt8], to peer: SocketAddress) -> CInt {
        let count = peer.withSockaddr { sendto(fd, bytes, bytes.count, CInt(NETDIAG_NO_SIGNAL), $0, $1) }
        return count == bytes.count ? 0 : errno
    }

    /// Receives a datagram.
    ///
    /// - Parameter maxBytes: The maximum length; longer datagrams are truncated.
    /// - Returns: A datagram; `nil` if there is none.
    func receive(atMost maxBytes: Int) -> [UInt8]? {
        var result = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
            result = recv(fd, buffer.baseAddress, buffer.count, 0)
            count = max(result, 0)
        }
        return result < 0 ? nil : bytes
    }

    /// Receives a datagram with its sender.
    ///
    /// - Returns: `nil` if there is none.
    func receive(into buffer: inout [UInt8]) -> (bytes: ArraySlice<UInt8>, sender: IPAddress)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let (count, sender) = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                (recvfrom(fd, &buffer, buffer.count, 0, $0, &length), SocketAddress($0)?.address)
            }
        }
        guard count >= 0, let sender else { return nil }
        return (buffer[..<count], sender)
    }

    /// Receives a datagram, and the time since its arrival, which is zero if the kernel does not report it
    /// (``recordArrivals()``).
    func receiveWithAge(into buffer: inout [UInt8]) throws(Failure) -> (bytes: ArraySlice<UInt8>, age: Duration) {
        var age: Int64 = 0
        let count = netdiag_receive(fd, &buffer, buffer.count, &age)
        guard count >= 0 else { throw Failure(code: errno) }
        return (buffer[..<count], .nanoseconds(max(age, 0)))
    }

    /// Receives a datagram with its hop limit, which is `nil` if the kernel does not report it (``recordHopLimits()``).
    func receiveWithHopLimit(into buffer: inout [UInt8]) throws(Failure) -> (bytes: ArraySlice<UInt8>, hopLimit: Int?) {
        var hops: CInt = -1
        let count = netdiag_receive_hops(fd, &buffer, buffer.count, &hops)
        guard count >= 0 else { throw Failure(code: errno) }
        return (buffer[..<count], hops < 0 ? nil : Int(hops))
    }

    /// Removes an error from the queue.
    func takeError() -> QueuedError? { family.flatMap { QueuedError(from: fd, family: $0) } }

    /// Removes and returns the pending error (socket(7), `SO_ERROR`): 0 or an errno; `nil` if it cannot be read.
    func takePendingError() -> CInt? {
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : nil
    }
}

extension ProbeSocket.Kind {
    fileprivate var family: AddressFamily? {
        switch self {
        case .datagram(let family), .stream(let family), .echo(let family), .raw(let family, _): family
        case .link: nil
        }
    }

    /// The arguments of socket(2).
    fileprivate var arguments: (domain: CInt, type: CInt, protocol: CInt) {
        switch self {
        case .datagram(let family): (family.rawFamily, CInt(NETDIAG_DATAGRAM), 0)
        case .stream(let family): (family.rawFamily, CInt(NETDIAG_STREAM), 0)
        case .echo(let family): (family.rawFamily, CInt(NETDIAG_DATAGRAM), Self.icmp(family))
        case .raw(let family, .icmp): (family.rawFamily, CInt(NETDIAG_RAW), Self.icmp(family))
        case .raw(let family, .tcp): (family.rawFamily, CInt(NETDIAG_RAW), CInt(IPPROTO_TCP))
        case .link: (AF_PACKET, CInt(NETDIAG_DATAGRAM), 0)
        }
    }

    private static func icmp(_ family: AddressFamily) -> CInt {
        CInt(family == .ipv4 ? IPPROTO_ICMP : IPPROTO_ICMPV6)
    }
}

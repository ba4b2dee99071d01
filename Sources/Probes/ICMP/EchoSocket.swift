import Glibc
import NetworkModel
import SystemAddresses

/// A socket for ICMP echo. It is an unprivileged one if the system allows that (`net.ipv4.ping_group_range`, icmp(7)), or a
/// raw one if the process has `CAP_NET_RAW`.
struct EchoSocket: Sendable {
    let socket: ProbeSocket
    let isRaw: Bool
    let address: IPAddress
    /// Whether requests get their IP header here, with "don't fragment".
    var hasHeader = false
    /// The beginning of the payload, which replies repeat (RFC 1122 section 3.2.2.6). Identifiers and sequence numbers can be
    /// guessed: with 65,536 packets, a stranger could reply for a host that is down.
    let nonce = (0..<8).map { _ in UInt8.random(in: 0...UInt8.max) }

    enum Opening {
        case open(EchoSocket)
        /// This process may open neither kind.
        case notPermitted
        /// The kernel has no route to the address, or reports another errno.
        case failed(CInt)
    }

    /// Opens a socket.
    ///
    /// - Parameters:
    ///   - source: The source address.
    ///   - interface: The only interface for sending and receiving.
    static func open(to address: IPAddress, from source: IPAddress? = nil, on interface: String? = nil) -> Opening {
        let opened: EchoSocket
        do throws(ProbeSocket.Failure) {
            opened = try EchoSocket(unconnectedFor: address)
        } catch {
            return error.isRefusal ? .notPermitted : .failed(error.code)
        }
        let socket = opened.socket
        socket.queueErrors()
        socket.recordArrivals()
        if opened.isRaw { socket.receiveOnly(icmpType: opened.replyType) }
        do throws(ProbeSocket.Failure) {
            if let interface { try socket.bind(toInterface: interface) }
            if let source { try socket.bind(to: SocketAddress(source, port: 0)) }
            try socket.connect(to: SocketAddress(address, port: 0))
        } catch {
            return .failed(error.code)
        }
        return .open(opened)
    }

    /// Opens a socket for requests of full size that must not be fragmented.
    ///
    /// What the kernel learns from the routers' reports about them would mend the path for the connections of all programs for ten
    /// minutes. With `CAP_NET_RAW`, it learns nothing. Without it, the socket ignores reports once the request has been sent.
    static func openUnfragmented(to address: IPAddress) -> Opening {
        if let raw = withHeader(to: address) { return .open(raw) }
        let opening = open(to: address)
        if case .open(let opened) = opening { opened.socket.disableFragmentation() }
        return opening
    }

    private static func withHeader(to address: IPAddress) -> EchoSocket? {
        guard address.family == .ipv4, let socket = try? ProbeSocket(.raw(.ipv4, .icmp)) else { return nil }
        socket.queueErrors()
        socket.recordArrivals()
        socket.receiveOnly(icmpType: replyType(.ipv4))
        socket.includeHeaders()
        guard (try? socket.connect(to: SocketAddress(address, port: 0))) != nil else { return nil }
        var opened = EchoSocket(socket: socket, isRaw: true, address: address)
        opened.hasHeader = true
        return opened
    }

    private init(socket: ProbeSocket, isRaw: Bool, address: IPAddress) {
        (self.socket, self.isRaw, self.address) = (socket, isRaw, address)
    }

    /// Sends a request of a size without fragmentation, on a socket of ``openUnfragmented(to:)``.
    ///
    /// - Returns: 0, or the errno.
    func sendUnfragmented(identifier: UInt16, sequence: UInt16, size: Int) -> CInt {
        guard !hasHeader else {
            func sendAlone() -> CInt {
                ProbeSocket.whileNoneIsOpened { send(identifier: identifier, sequence: sequence, size: size) }
            }
            var code = sendAlone()
            // Every raw socket gets the errors about the requests of the others, and returns them instead of sending.
            while code == EMSGSIZE, socket.takeError() != nil { code = sendAlone() }
            return code
        }
        socket.disableFragmentation()
        defer {
            // A report of a router that is not on this machine arrives after this.
            socket.ignorePathMTU()
        }
        return send(identifier: identifier, sequence: sequence, size: size)
    }

    private init(unconnectedFor address: IPAddress) throws(ProbeSocket.Failure) {
        self.address = address
        do throws(ProbeSocket.Failure) {
            (socket, isRaw) = (try ProbeSocket(.echo(address.family)), false)
        } catch {
            guard error.isRefusal || error.code == EPROTONOSUPPORT else { throw error }
            (socket, isRaw) = (try ProbeSocket(.raw(address.family, .icmp)), true)
        }
    }

    /// The length of the IP header without options, in bytes.
    var headerLength: Int { address.family == .ipv4 ? 20 : 40 }
    private var requestType: UInt8 { address.family == .ipv4 ? 8 : 128 }
    private var replyType: UInt8 { Self.replyType(address.family) }
    private static func replyType(_ family: AddressFamily) -> UInt8 { family == .ipv4 ? 0 : 129 }

    /// Sends an echo request. The kernel sets the identifier of unprivileged sockets, and the checksum of ICMPv6.
    ///
    /// - Parameters:
    ///   - size: The length of the IP packet in bytes; 60 if none is given.
    ///   - payload: The bytes after the ICMP header.
    /// - Returns: 0, or the errno.
    func send(identifier: UInt16, sequence: UInt16, size: Int? = nil, payload: Int? = nil) -> CInt {
        var packet: [UInt8] = [
            requestType, 0, 0, 0, UInt8(identifier >> 8), UInt8(identifier & 0xff), UInt8(sequence >> 8),
            UInt8(sequence & 0xff),
        ]
        packet += nonce + Array("netdiag echo, RFC 792...".utf8)
        if let payload { packet = Array((packet + [UInt8](repeating: 0, count: payload)).prefix(8 + payload)) }
        if let size { packet += [UInt8](repeating: 0, count: max(0, size - headerLength - packet.count)) }
        if isRaw, address.family == .ipv4 {
            let sum = Self.checksum(packet)
            packet[2] = UInt8(sum >> 8)
            packet[3] = UInt8(sum & 0xff)
        }
        return socket.send(hasHeader ? header(of: packet.count, identifier) + packet : packet)
    }

    /// The IP header of a request (RFC 791 section 3.1). The kernel adds the source address and the checksum. The identification
    /// is what the first 8 bytes in an ICMP error show of it.
    private func header(of length: Int, _ identifier: UInt16) -> [UInt8] {
        let total = UInt16(truncatingIfNeeded: length + headerLength)
        return [
            0x45, 0, UInt8(total >> 8), UInt8(total & 0xff), UInt8(identifier >> 8), UInt8(identifier & 0xff), 0x40, 0,
            64,
            1, 0, 0, 0, 0, 0, 0,
        ] + address.bytes
    }

    enum Reception {
        /// A reply, with the time that it waited in the socket: a busy process may receive it late.
        case reply(sequence: UInt16, after: Duration)
        /// Something else, for another process or of another type.
        case unrelated
        case nothing
        case error(QueuedError)
    }

    /// Receives the next message or error, without waiting.
    func receive(identifier: UInt16) -> Reception {
        if let error = socket.takeError() {
            // A raw socket receives the errors for every echo request to the address.
            return isRaw && !error.isAbout(identifier) ? .unrelated : .error(error)
        }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let (bytes, age): (ArraySlice<UInt8>, Duration)
        do throws(ProbeSocket.Failure) {
            (bytes, age) = try socket.receiveWithAge(into: &buffer)
        } catch {
            return error.code == EAGAIN || error.code == EWOULDBLOCK ? .nothing : .unrelated
        }
        let own = isRaw ? identifier : nil
        guard let sequence = Self.sequence(in: bytes, address.family, isRaw: isRaw, identifier: own, nonce: nonce)
        else {
            return .unrelated
        }
        return .reply(sequence: sequence, after: age)
    }

    /// The sequence number of an echo reply (RFC 792, RFC 4443 section 4.2); `nil` for anything else.
    ///
    /// - Parameters:
    ///   - isRaw: Whether an IPv4 header precedes it.
    ///   - identifier: The required identifier; `nil` if the kernel has checked it.
    ///   - nonce: The required beginning of the payload.
    static func sequence(
        in received: ArraySlice<UInt8>, _ family: AddressFamily, isRaw: Bool, identifier: UInt16?, nonce: [UInt8] = []
    ) -> UInt16? {
        var packet = received
        if isRaw, family == .ipv4, let first = packet.first { packet = packet.dropFirst(Int(first & 0x0f) * 4) }
        guard packet.count >= 8 else { return nil }
        let bytes = Array(packet.prefix(8))
        guard bytes[0] == replyType(family) else { return nil }
        if let identifier, UInt16(bytes[4]) << 8 | UInt16(bytes[5]) != identifier { return nil }
        guard packet.dropFirst(8).prefix(nonce.count).elementsEqual(nonce) else { return nil }
        return UInt16(bytes[6]) << 8 | UInt16(bytes[7])
    }

    /// The round trip of a reply that is being received now. If the clock was set meanwhile, the result is not negative.
    static func roundTrip(since sent: ContinuousClock.Instant, taken late: Duration) -> Duration {
        let seen = sent.duration(to: .now)
        return late < seen ? seen - late : seen
    }

    /// The Internet checksum (RFC 1071).
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var sum: UInt32 = 0
        for index in stride(from: 0, to: bytes.count, by: 2) {
            sum += UInt32(bytes[index]) << 8 | (index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0)
        }
        while sum >> 16 != 0 { sum = sum & 0xffff + sum >> 16 }
        return ~UInt16(sum)
    }
}

extension EchoEvidence {
    /// The evidence if this process may send no request.
    static func notPermitted(to address: IPAddress) -> EchoEvidence {
        EchoEvidence(address: address, outcome: .notPermitted, sent: 0, received: 0)
    }

    /// The evidence if no request can be sent, with the errno.
    static func notSent(to address: IPAddress, _ code: CInt) -> EchoEvidence {
        EchoEvidence(
            address: address, outcome: .unreachable, sent: 0, received: 0, detail: SystemError.text(code),
            failure: SystemError.name(code))
    }
}

extension ProbeSocket.Failure {
    /// Whether this process lacks a privilege.
    fileprivate var isRefusal: Bool { code == EACCES || code == EPERM }
}

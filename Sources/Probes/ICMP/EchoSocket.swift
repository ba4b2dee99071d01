import Glibc
import NetworkModel
import SystemAddresses

/// A socket for ICMP echo: of the kind that needs no privilege where the system allows it (`net.ipv4.ping_group_range`,
/// icmp(7)), a raw one where the process has `CAP_NET_RAW` instead.
struct EchoSocket: Sendable {
    let socket: ProbeSocket
    let isRaw: Bool
    let address: IPAddress

    enum Opening {
        case open(EchoSocket)
        /// Neither kind may be opened by this process.
        case notPermitted
        /// The kernel has no route to the address, or another errno.
        case failed(CInt)
    }

    /// - Parameters:
    ///   - source: An address of this machine to send from.
    ///   - interface: The one interface to send and receive on.
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

    private init(unconnectedFor address: IPAddress) throws(ProbeSocket.Failure) {
        self.address = address
        do throws(ProbeSocket.Failure) {
            (socket, isRaw) = (try ProbeSocket(.echo(address.family)), false)
        } catch {
            guard error.isRefusal || error.code == EPROTONOSUPPORT else { throw error }
            (socket, isRaw) = (try ProbeSocket(.raw(address.family, .icmp)), true)
        }
    }

    /// Of IP, without options, in bytes.
    var headerLength: Int { address.family == .ipv4 ? 20 : 40 }
    private var requestType: UInt8 { address.family == .ipv4 ? 8 : 128 }
    private var replyType: UInt8 { Self.replyType(address.family) }
    private static func replyType(_ family: AddressFamily) -> UInt8 { family == .ipv4 ? 0 : 129 }

    /// Sends one echo request; the kernel fills in the identifier of unprivileged sockets and the checksum of ICMPv6.
    ///
    /// - Parameters:
    ///   - size: Of the IP packet, in bytes; 60 where none is given.
    ///   - payload: Behind the header of ICMP, in bytes.
    /// - Returns: 0, or the errno.
    func send(identifier: UInt16, sequence: UInt16, size: Int? = nil, payload: Int? = nil) -> CInt {
        var packet: [UInt8] = [
            requestType, 0, 0, 0, UInt8(identifier >> 8), UInt8(identifier & 0xff), UInt8(sequence >> 8),
            UInt8(sequence & 0xff),
        ]
        packet += Array("netdiag echo request, RFC 792...".utf8)
        if let payload { packet = Array((packet + [UInt8](repeating: 0, count: payload)).prefix(8 + payload)) }
        if let size { packet += [UInt8](repeating: 0, count: max(0, size - headerLength - packet.count)) }
        if isRaw, address.family == .ipv4 {
            let sum = Self.checksum(packet)
            packet[2] = UInt8(sum >> 8)
            packet[3] = UInt8(sum & 0xff)
        }
        return socket.send(packet)
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
        if let error = socket.takeError() {
            // A raw socket is told of the errors for every echo request to the address.
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
        guard let sequence = Self.sequence(in: bytes, address.family, isRaw: isRaw, identifier: own) else {
            return .unrelated
        }
        return .reply(sequence: sequence, after: age)
    }

    /// The sequence number of an echo reply (RFC 792, RFC 4443 section 4.2); `nil` for anything else.
    ///
    /// - Parameters:
    ///   - isRaw: Whether the header of IPv4 stands before it.
    ///   - identifier: What it must have; `nil` if the kernel has seen to that.
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

extension ProbeSocket.Failure {
    /// Whether this process lacks a privilege.
    fileprivate var isRefusal: Bool { code == EACCES || code == EPERM }
}

import CNetlink
import Glibc
public import NetworkModel

/// A TCP connection of this machine, of any process, as reported by sock_diag(7) and `struct tcp_info` (tcp(7)).
public struct OwnConnection: Sendable, Hashable {
    /// The remote address. An IPv4-mapped IPv6 address is given as IPv4.
    public var peer: IPAddress
    /// The remote port.
    public var port: UInt16
    /// The time since the last acknowledgement or data arrived; `nil` if nothing but the response to the SYN ever arrived.
    public var silence: Duration?
    /// Whether data is unacknowledged and has been retransmitted.
    public var isRetransmitting: Bool
    /// How often the SYN was sent again without a response; `nil` for a connection that was established.
    public var synRepetitions: Int?
    /// The least time since the first SYN, as its repetitions show; `nil` for a connection that was established.
    public var leastWait: Duration?
    /// The local address; `nil` if it is not known.
    public var source: IPAddress?
    /// The time since both ends closed it (`TIME-WAIT`); `nil` if they did not.
    public var closed: Duration?
    /// The number of the user to whom the socket belongs; `nil` if it is not known, or if nobody has the socket any more.
    public var user: UInt32?
    /// The counted packets, including SYNs; `nil` for a connection that is not established, and if the kernel does not report them.
    public var packets: TCPEvidence.Packets?

    /// Creates a connection with the given state, as tests need it; ``LinkMonitor/connections()`` reads those of the kernel.
    public init(
        peer: IPAddress, port: UInt16 = 443, silence: Duration?, isRetransmitting: Bool, source: IPAddress? = nil
    ) {
        self.peer = peer
        self.port = port
        self.silence = silence
        self.source = source
        self.isRetransmitting = isRetransmitting
    }
}

extension LinkMonitor {
    /// The TCP connections of this network namespace in the states `ESTABLISHED`, `SYN-SENT` and `TIME-WAIT`. No privilege is
    /// needed.
    ///
    /// The list ends after some thousands of connections, in the order of the kernel.
    ///
    /// - Throws: ``LinkFactsError`` if the kernel refuses the request, for example because it has no `inet_diag`.
    public func connections() throws(LinkFactsError) -> [OwnConnection] {
        var found: [OwnConnection] = []
        for family in [AF_INET, AF_INET6] { try ConnectionDump.read(family: family, into: &found) }
        return found
    }
}

/// A dump of connections, which ends early if there are very many. Each has its own socket, which is closed with the rest of
/// the response.
enum ConnectionDump {
    static let maxConnections = 4_096
    /// The maximum number of connections in `TIME-WAIT` for each address family. Busy machines have very many, which must not
    /// take the place of others.
    static let maxClosed = 512
    /// The maximum number of datagrams in a dump; the kernel puts some dozens of connections in one.
    static let maxDatagrams = 256

    /// TCP_ESTABLISHED, TCP_SYN_SENT and TCP_TIME_WAIT of tcp_states.h.
    private static let established: UInt8 = 1, synSent: UInt8 = 2, timeWait: UInt8 = 6
    /// The time in `TIME-WAIT` (TCP_TIMEWAIT_LEN of net/tcp.h).
    private static let timeInTimeWait = Duration.seconds(60)

    static func read(family: CInt, into found: inout [OwnConnection]) throws(LinkFactsError) {
        try read(family, [established, synSent], upTo: maxConnections, into: &found)
        try read(family, [timeWait], upTo: found.count + maxClosed, into: &found)
    }

    private static func read(
        _ family: CInt, _ states: [UInt8], upTo maxCount: Int, into found: inout [OwnConnection]
    ) throws(LinkFactsError) {
        let socket = try NetlinkSocket(NETLINK_SOCK_DIAG, receiveBuffer: 1 << 18)
        let request = request(family: family, states)
        try socket.send(request.bytes(sequence: 1))
        for _ in 0..<maxDatagrams {
            guard case .datagram(let datagram) = try socket.receive() else { return }
            for message in NetlinkMessages(datagram) where message.sequence == 1 {
                switch message.type {
                case Int(NLMSG_DONE): return
                case Int(NLMSG_ERROR):
                    if let error = NetlinkSocket.error(message, of: request) { throw error }
                    return
                default:
                    guard found.count < maxCount else { return }
                    if let connection = connection(message.payload) { found.append(connection) }
                }
            }
        }
    }

    /// `struct inet_diag_req_v2`, with a request for `tcp_info`.
    private static func request(family: CInt, _ states: [UInt8]) -> NetlinkRequest {
        var header: [UInt8] = [
            UInt8(truncatingIfNeeded: family), UInt8(IPPROTO_TCP), 1 << (UInt8(INET_DIAG_INFO) - 1), 0,
        ]
        header.append(integer: states.reduce(UInt32(0)) { $0 | 1 << UInt32($1) })
        header += [UInt8](repeating: 0, count: 48)
        return NetlinkRequest(
            .listConnections, type: Int(SOCK_DIAG_BY_FAMILY), flags: NLM_F_DUMP, header: header)
    }

    /// Parses `struct inet_diag_msg` and its attributes. Every access is checked.
    static func connection(_ payload: ArraySlice<UInt8>) -> OwnConnection? {
        guard payload.count >= 72, let family = payload.first else { return nil }
        let length = CInt(family) == AF_INET ? 4 : 16
        guard let peer = IPAddress(bytes: payload.from(24).prefix(length))?.unmapped else { return nil }
        var connection: OwnConnection?
        if payload.from(1).first == timeWait {
            guard let left: UInt32 = payload.integer(at: 52) else { return nil }
            connection = OwnConnection(peer: peer, silence: nil, isRetransmitting: false)
            connection?.closed = max(timeInTimeWait - .milliseconds(Int64(left)), .zero)
        } else {
            let info = NetlinkAttributes(payload.from(72)).first { $0.type == Int(INET_DIAG_INFO) }?.value
            guard let info else { return nil }
            connection = Self.connection(to: peer, info)
        }
        if connection?.closed == nil { connection?.user = payload.integer(at: 64) }
        connection?.source = IPAddress(bytes: payload.from(8).prefix(length))?.unmapped
        // Ports are big-endian on every machine.
        connection?.port = payload.from(6).prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
        return connection
    }

    /// Parses `struct tcp_info` of linux/tcp.h; times are in milliseconds.
    private static func connection(to peer: IPAddress, _ info: ArraySlice<UInt8>) -> OwnConnection? {
        guard let state: UInt8 = info.integer(at: 0), let retransmits: UInt8 = info.integer(at: 2),
            let backoff: UInt8 = info.integer(at: 4), let timeout: UInt32 = info.integer(at: 8),
            let unacknowledged: UInt32 = info.integer(at: 24),
            let sinceData: UInt32 = info.integer(at: 52), let sinceAnswer: UInt32 = info.integer(at: 56)
        else { return nil }
        // Kernels before 4.1 do not have these counters.
        let acknowledged: UInt64 = info.integer(at: 120) ?? 0, received: UInt64 = info.integer(at: 128) ?? 0
        // The SYN counts as one byte. A connection that was accepted without any data is that of a probe, or was accepted by
        // a device in place of others.
        let isHeard = state == established && (received > 0 || acknowledged > 1)
        let silence = isHeard ? Duration.milliseconds(Int64(min(sinceData, sinceAnswer))) : nil
        var connection = OwnConnection(
            peer: peer, silence: silence, isRetransmitting: unacknowledged > 0 && (retransmits > 0 || backoff > 0))
        if state == synSent {
            connection.synRepetitions = Int(retransmits)
            // A SYN is repeated after a second each time at first (tcp_syn_linear_timeouts), or after twice the time before, so
            // that all of these add up to the current one, in microseconds, less the first.
            let doubled = Duration.microseconds(Int64(timeout)) - .seconds(1)
            let linear = Duration.seconds(Int64(retransmits))
            connection.leastWait = retransmits == 0 ? Duration.zero : max(linear, doubled)
        } else {
            connection.packets = packets(info)
            if unacknowledged > 0, acknowledged <= 1 { connection.packets?.isUnacknowledged = true }
        }
        return connection
    }

    /// The counters of packets in `struct tcp_info`. Kernels before 5.4 do not have the last ones.
    private static func packets(_ info: ArraySlice<UInt8>) -> TCPEvidence.Packets? {
        guard let repeated: UInt32 = info.integer(at: 100), let sent: UInt32 = info.integer(at: 136) else { return nil }
        let duplicates: UInt32 = info.integer(at: 216) ?? 0, outOfOrder: UInt32 = info.integer(at: 224) ?? 0
        return TCPEvidence.Packets(
            sent: Int(sent), repeated: Int(repeated), duplicates: Int(duplicates), outOfOrder: Int(outOfOrder))
    }
}

import CSockets
import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// A SYN to an address, and its response.
struct ConnectionAttempt: Sendable {
    let address: SocketAddress
    let loop: EventLoop
    /// The maximum segment size in bytes of data (tcp(7), `TCP_MAXSEG`); `nil` for that of the interface.
    var largestSegment: Int?
    /// The source address; `nil` for that chosen by the kernel.
    var source: IPAddress?

    struct Result: Sendable {
        let outcome: TCPEvidence.Outcome
        let duration: Duration
        let error: String?
        /// The ICMP error instead of a response; `nil` if its sender is not known to the kernel.
        var refusal: ICMPError?
        /// Whether the SYN was retransmitted.
        var isRepeated = false
        let socket: ConnectedSocket?
    }

    /// Connects without blocking. A cancelled task closes its socket and reports ``TCPEvidence/Outcome/abandoned``.
    func run(until deadline: ContinuousClock.Instant) async -> Result {
        let start = ContinuousClock.now
        func ended(_ code: CInt) -> Result {
            let outcome: TCPEvidence.Outcome =
                code == EADDRNOTAVAIL && isWithoutSource ? .networkUnreachable : Self.outcome(code)
            return Result(
                outcome: outcome, duration: start.duration(to: .now), error: SystemError.name(code), socket: nil)
        }
        let fd = socket(
            address.address.family.rawFamily,
            CInt(NETDIAG_STREAM | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        guard fd >= 0 else { return ended(errno) }
        let owned = ConnectedSocket(fd, peer: address, queuesErrors: true)
        let family = address.address.family
        // An errno does not distinguish a routing loop from a router without a route to the host.
        QueuedError.enable(on: fd, family: family)
        if let largestSegment {
            var size = CInt(largestSegment)
            setsockopt(fd, CInt(IPPROTO_TCP), CInt(TCP_MAXSEG), &size, socklen_t(MemoryLayout<CInt>.size))
        }
        if let source, SocketAddress(source, port: 0).withSockaddr({ bind(fd, $0, $1) }) != 0 { return ended(errno) }
        if address.withSockaddr({ connect(fd, $0, $1) }) != 0 {
            guard errno == EINPROGRESS else { return ended(errno) }
            let progress = TCPCounters.progress(of: fd)
            if progress == .underWay {
                do {
                    switch try await HandshakeWatch(fd, from: start, on: loop).result(until: deadline) {
                    case .over: break
                    case .silent: return ended(ETIMEDOUT)
                    case .dropped: return ended(EPERM)
                    }
                } catch is CancellationError {
                    return Result(outcome: .abandoned, duration: start.duration(to: .now), error: nil, socket: nil)
                } catch {
                    return ended(EBADF)
                }
            }
            var code: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            if progress != .established {
                guard getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return ended(errno) }
            }
            guard code == 0 else {
                var refused = ended(code)
                refused.refusal = QueuedError(from: fd, family: family)?.icmp
                return refused
            }
        }
        let seen = start.duration(to: .now)
        let made = seen > Self.suspicious ? Self.roundTrip(of: fd).map { min($0, seen) } ?? seen : seen
        // A SYN is retransmitted after a second, so that there was no retransmission in a shorter handshake.
        let isRepeated = made > Self.suspicious && TCPCounters.retransmissions(of: fd) ?? 0 > 0
        return Result(outcome: .connected, duration: made, error: nil, isRepeated: isRepeated, socket: owned)
    }

    /// On most paths, a handshake is shorter than this. If it is longer, this process may have been late.
    private static let suspicious = Duration.milliseconds(500)

    /// The duration of the handshake according to the kernel (`TCP_INFO`, tcp(7)); `nil` if its SYN was retransmitted.
    private static func roundTrip(of fd: CInt) -> Duration? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        guard getsockopt(fd, CInt(IPPROTO_TCP), TCP_INFO, &info, &length) == 0, info.tcpi_total_retrans == 0,
            info.tcpi_rtt > 0
        else { return nil }
        return .microseconds(Int64(info.tcpi_rtt))
    }

    /// Whether this machine has no address for packets to the destination, as without IPv6, for which connect(2) reports the same
    /// error as for a lack of ports. A datagram socket needs an address as well, and reports a lack of ports as `EAGAIN`.
    private var isWithoutSource: Bool {
        let fd = socket(address.address.family.rawFamily, CInt(NETDIAG_DATAGRAM | NETDIAG_CLOSE_ON_EXEC), 0)
        guard fd >= 0 else { return false }
        defer { close(fd) }
        return address.withSockaddr { connect(fd, $0, $1) } != 0 && errno == EADDRNOTAVAIL
    }

    /// The meaning of an error of connect(2).
    static func outcome(_ code: CInt) -> TCPEvidence.Outcome {
        switch code {
        case ECONNREFUSED: .refused
        case ECONNRESET: .reset
        case ETIMEDOUT: .timeout
        case EHOSTUNREACH, EHOSTDOWN: .hostUnreachable
        case ENETUNREACH, ENETDOWN: .networkUnreachable
        case EACCES, EPERM: .notPermitted
        default: ResourceErrors.codesOfConnection.contains(code) ? .noResources : .failed
        }
    }
}

import CSockets
import EventLoopKit
import Glibc
import NetworkModel

/// One SYN to one address, and what came back.
struct ConnectionAttempt: Sendable {
    let address: SocketAddress
    let loop: EventLoop
    /// In bytes of data (tcp(7), `TCP_MAXSEG`); `nil`: what the interface takes.
    var largestSegment: Int?

    struct Result: Sendable {
        let outcome: TCPEvidence.Outcome
        let duration: Duration
        let error: String?
        let socket: ConnectedSocket?
    }

    /// Connects without blocking. A task that is cancelled closes its socket and reports ``TCPEvidence/Outcome/abandoned``.
    func run(until deadline: ContinuousClock.Instant) async -> Result {
        let start = ContinuousClock.now
        func ended(_ code: CInt) -> Result {
            Result(
                outcome: Self.outcome(code), duration: start.duration(to: .now), error: SystemError.name(code),
                socket: nil)
        }
        let fd = socket(
            address.address.family.rawFamily,
            CInt(NETDIAG_STREAM | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        guard fd >= 0 else { return ended(errno) }
        let owned = ConnectedSocket(fd, peer: address)
        if let largestSegment {
            var size = CInt(largestSegment)
            setsockopt(fd, CInt(IPPROTO_TCP), CInt(TCP_MAXSEG), &size, socklen_t(MemoryLayout<CInt>.size))
        }
        if address.withSockaddr({ connect(fd, $0, $1) }) != 0 {
            guard errno == EINPROGRESS else { return ended(errno) }
            do {
                guard try await !loop.ready(fd, for: .writable, until: deadline).isEmpty else {
                    return ended(ETIMEDOUT)
                }
            } catch is CancellationError {
                return Result(outcome: .abandoned, duration: start.duration(to: .now), error: nil, socket: nil)
            } catch {
                return ended(EBADF)
            }
            var code: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            guard getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return ended(errno) }
            guard code == 0 else { return ended(code) }
        }
        return Result(outcome: .connected, duration: start.duration(to: .now), error: nil, socket: owned)
    }

    /// What an error of `connect(2)` means.
    static func outcome(_ code: CInt) -> TCPEvidence.Outcome {
        switch code {
        case ECONNREFUSED: .refused
        case ECONNRESET: .reset
        case ETIMEDOUT: .timeout
        case EHOSTUNREACH, EHOSTDOWN: .hostUnreachable
        case ENETUNREACH, ENETDOWN: .networkUnreachable
        case EACCES, EPERM: .notPermitted
        case EMFILE, ENFILE, EADDRNOTAVAIL, ENOBUFS, ENOMEM: .noResources
        default: .failed
        }
    }
}

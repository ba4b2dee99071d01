import CAres
import Glibc
import NetworkModel
import SystemAddresses

/// The socket calls that c-ares makes for a ``DNSStreamExchange``.
///
/// Its own calls would lose the zone of a link-local server (this version stores none), raise SIGPIPE, and report a closed
/// port and a missing route with the same code.
enum ExchangeSockets {
    /// c-ares keeps the pointer.
    // Safe: it is allocated and filled once, by the initialiser that Swift runs once, and only read afterwards: c-ares uses
    // it as const (ares_set_socket_functions(3)). It is never freed.
    nonisolated(unsafe) static let table: UnsafePointer<ares_socket_functions> = {
        let table = UnsafeMutablePointer<ares_socket_functions>.allocate(capacity: 1)
        table.initialize(
            to: ares_socket_functions(
                asocket: { family, type, proto, context in
                    let fd = socket(family, type | CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), proto)
                    guard let exchange = DNSChannel.at(context).exchange else { return fd }
                    return CInt(exchange.recordingError(Int(fd)))
                },
                aclose: { fd, _ in close(fd) },
                aconnect: { fd, _, _, context in
                    guard let exchange = DNSChannel.at(context).exchange else { return withoutExchange() }
                    let result = exchange.server.withSockaddr { connect(fd, $0, $1) }
                    return exchange.recordingError(result)
                },
                arecvfrom: { fd, buffer, size, flags, from, length, context in
                    guard let exchange = DNSChannel.at(context).exchange, exchange.mayReceive() else {
                        errno = EAGAIN
                        return -1
                    }
                    let count = recvfrom(fd, buffer, size, flags, from, length)
                    return exchange.counting(exchange.recordingError(count), in: buffer)
                },
                asendv: { fd, parts, count, context in
                    guard let exchange = DNSChannel.at(context).exchange else { return Int(withoutExchange()) }
                    var message = msghdr()
                    message.msg_iov = UnsafeMutablePointer(mutating: parts)
                    message.msg_iovlen = Int(count)
                    return exchange.recordingError(sendmsg(fd, &message, CInt(MSG_NOSIGNAL)))
                }))
        return UnsafePointer(table)
    }()

    /// The result of a call that belongs to no query.
    private static func withoutExchange() -> CInt {
        errno = ECANCELED
        return -1
    }
}

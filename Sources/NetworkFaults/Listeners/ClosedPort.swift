import Glibc
import Synchronization

/// A port on which nothing listens, and that nobody else gets meanwhile: who connects is refused.
final class ClosedPort: Sendable {
    enum Kind: Sendable { case datagram, stream }

    let port: Int
    private let descriptor: Mutex<CInt>

    /// - Parameters:
    ///   - host: An address of this machine.
    ///   - port: 0 for one that the kernel picks.
    /// - Throws: ``FaultError/system(_:)`` where it is taken.
    init(_ kind: Kind, host: String, port: Int) throws(FaultError) {
        // A stream socket that is bound and does not listen is answered for with RST, and a datagram socket that is
        // connected to somebody else with an ICMP error (ip(7), udp(7)).
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = CInt(kind == .stream ? SOCK_STREAM.rawValue : SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let place = found else {
            throw .usage("\(host) is no address to listen on")
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(place.pointee.ai_family, hints.ai_socktype | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0, bind(descriptor, place.pointee.ai_addr, place.pointee.ai_addrlen) == 0,
            let bound = Self.port(of: descriptor)
        else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { Glibc.close(descriptor) }
            throw .system("port \(port) on \(host) cannot be kept closed: \(reason)")
        }
        if kind == .datagram {
            // To itself: nobody else's datagrams are for it.
            var address = [UInt8](repeating: 0, count: 128)
            var length = socklen_t(address.count)
            address.withUnsafeMutableBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { place in
                    getsockname(descriptor, place.baseAddress, &length)
                    connect(descriptor, place.baseAddress, length)
                }
            }
        }
        self.port = bound
        self.descriptor = Mutex(descriptor)
    }

    private static func port(of descriptor: CInt) -> Int? {
        var address = [UInt8](repeating: 0, count: 128)
        var length = socklen_t(address.count)
        let result = address.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &length) }
        }
        // Behind the family in all addresses of IP, in network byte order (ip(7), ipv6(7)).
        return result == 0 ? Int(address[2]) << 8 | Int(address[3]) : nil
    }

    /// Gives the port back.
    func close() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }
    }

    deinit { close() }
}

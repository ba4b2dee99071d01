import CSockets
import Glibc
import NIOCore
import NetworkModel
import Synchronization

/// A socket that occupies a port and accepts nothing.
final class ReservedPort: Sendable {
    /// The socket type, for TCP or UDP.
    enum Kind: Sendable { case stream, datagram }

    /// The occupied port.
    let port: Int
    private let host: String
    /// The socket, and the connections that fill its backlog.
    private let descriptors: Mutex<[CInt]>

    /// Binds a port without listening, so that the kernel responds to each SYN with an RST (RFC 9293 section 3.10.7.1).
    /// A datagram socket is connected to itself, so that the kernel responds to the datagrams of other sockets with an
    /// ICMP error (udp(7)).
    ///
    /// A TCP socket has `SO_REUSEADDR`. The connections of a server that was just closed stay in TIME-WAIT for a
    /// minute, and without the option, the kernel refuses their port until then (socket(7)). A port that the kernel
    /// chooses is unused even with the option.
    ///
    /// - Throws: ``FaultError`` if the host is not an address, or the port is not available.
    init(_ kind: Kind = .stream, host: String, port: Int) throws(FaultError) {
        let address = try Self.address(host, port)
        let type = kind == .stream ? NETDIAG_STREAM : NETDIAG_DATAGRAM
        let descriptor = socket(Self.family(address), CInt(type | NETDIAG_CLOSE_ON_EXEC), 0)
        guard descriptor >= 0 else { throw .system("cannot create a socket: \(String(cString: strerror(errno)))") }
        var isShared: CInt = 1
        if kind == .stream {
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout<CInt>.size))
        }
        guard Self.with(address, { bind(descriptor, $0, $1) }) == 0, let bound = Self.port(of: descriptor) else {
            let error = errno
            _ = Glibc.close(descriptor)
            throw .system(
                "\(host) port \(port) is not available: \(HTTPServer.reason(IOError(errnoCode: error, reason: "bind")))"
            )
        }
        if kind == .datagram {
            let own = try Self.address(host, bound)
            _ = Self.with(own) { connect(descriptor, $0, $1) }
        }
        self.host = host
        self.port = bound
        descriptors = Mutex([descriptor])
    }

    /// Fills the backlog of the listening socket, so that the kernel drops each further SYN (listen(2)).
    func fillBacklog() throws(FaultError) {
        let address = try Self.address(host, port)
        let first = descriptors.withLock { $0[0] }
        guard listen(first, 0) == 0 else {
            throw .system("port \(port) of \(host) cannot be listened on: \(String(cString: strerror(errno)))")
        }
        // A backlog of 0 has room for one connection; further ones stay in SYN-SENT.
        for _ in 0..<2 {
            let type = CInt(NETDIAG_STREAM | NETDIAG_CLOSE_ON_EXEC | NETDIAG_NONBLOCKING)
            let filler = socket(Self.family(address), type, 0)
            guard filler >= 0 else { throw .system("cannot create a socket: \(String(cString: strerror(errno)))") }
            descriptors.withLock { $0.append(filler) }
            guard Self.with(address, { connect(filler, $0, $1) }) == 0 || errno == EINPROGRESS else {
                throw .system("the backlog cannot be filled: \(String(cString: strerror(errno)))")
            }
        }
    }

    func close() {
        descriptors.withLock { descriptors in
            for descriptor in descriptors { _ = Glibc.close(descriptor) }
            descriptors = []
        }
    }

    deinit { close() }

    // MARK: - Addresses

    private static func address(_ host: String, _ port: Int) throws(FaultError) -> NIOCore.SocketAddress {
        guard let address = try? NIOCore.SocketAddress(ipAddress: host, port: port) else {
            throw .usage("\(SafeText.shown(host)) is not a valid IP address")
        }
        return address
    }

    private static func family(_ address: NIOCore.SocketAddress) -> CInt {
        switch address {
        case .v4, .unixDomainSocket: AF_INET
        case .v6: AF_INET6
        }
    }

    private static func with(
        _ address: NIOCore.SocketAddress, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        address.withSockAddr { body($0, socklen_t($1)) }
    }

    private static func port(of descriptor: CInt) -> Int? {
        var storage = [UInt8](repeating: 0, count: 128)
        var size = socklen_t(storage.count)
        let result = storage.withUnsafeMutableBytes {
            getsockname(descriptor, $0.bindMemory(to: sockaddr.self).baseAddress, &size)
        }
        // `sin_port` and `sin6_port` have the same offset, and network byte order.
        return result == 0 ? Int(storage[2]) << 8 | Int(storage[3]) : nil
    }
}

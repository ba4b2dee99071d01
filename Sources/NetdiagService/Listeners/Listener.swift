import Glibc
import NetworkModel
import NetdiagConfiguration
import SystemAddresses

/// An address or path at which the server accepts connections.
enum Listener: Sendable, Hashable, CustomStringConvertible {
    case tcp(SocketAddress)
    /// An address for HTTPS.
    case tls(SocketAddress)
    case unix(String)

    var description: String {
        switch self {
        case .tcp(let address): address.description
        case .tls(let address): "https://\(address)"
        case .unix(let path): SafeText.escaped(path)
        }
    }

    /// The listeners of a configuration.
    ///
    /// A socket of `::` also accepts IPv4 (`IPV6_V6ONLY` is off, ipv6(7)), so that it replaces the wildcards of both
    /// families on the same port; if the machine has no IPv6, `0.0.0.0` does.
    static func all(_ listen: Configuration.Listen) -> [Listener] {
        let hasIPv6 = Self.hasIPv6
        return [.unix(listen.socket)] + distinct(listen.http, hasIPv6).map { .tcp($0) }
            + distinct(listen.https, hasIPv6).map { .tls($0) }
    }

    /// Whether other hosts can connect.
    var isReachable: Bool {
        switch self {
        case .unix: false
        case .tcp(let address), .tls(let address): !address.address.isLoopback
        }
    }

    private static func distinct(_ addresses: [SocketAddress], _ hasIPv6: Bool) -> [SocketAddress] {
        let wildcards = Set(addresses.filter { $0.address.isUnspecified && $0.address.family == .ipv6 }.map(\.port))
        return addresses.filter { address in
            guard address.address.isUnspecified, wildcards.contains(address.port) else { return true }
            return (address.address.family == .ipv6) == hasIPv6
        }
    }

    /// Whether `::` can be used. NIO parses the address with getaddrinfo(3), without hints (`AI_ADDRCONFIG`): if the
    /// links only have IPv4, as in a container, that returns no IPv6 address, not even a wildcard, although it could be
    /// bound.
    private static var hasIPv6: Bool {
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo("::", "0", nil, &found) == 0 else { return false }
        freeaddrinfo(found)
        let descriptor = socket(AF_INET6, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0, let any = IPAddress("::") else { return false }
        defer { close(descriptor) }
        return SocketAddress(any, port: 0).withSockaddr { bind(descriptor, $0, $1) } == 0
    }
}

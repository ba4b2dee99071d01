import Glibc
import NetworkModel
import NetdiagConfiguration
import SystemAddresses

/// One place where the server is asked.
enum Listener: Sendable, Hashable, CustomStringConvertible {
    case tcp(SocketAddress)
    /// HTTPS.
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
    /// A socket of `::` takes IPv4 as well (ipv6(7): `IPV6_V6ONLY` is off), so it stands for the wildcards of both
    /// families where they share a port; where the machine has no IPv6, `0.0.0.0` does.
    static func all(_ listen: Configuration.Listen) -> [Listener] {
        let hasIPv6 = Self.hasIPv6
        return [.unix(listen.socket)] + distinct(listen.http, hasIPv6).map { .tcp($0) }
            + distinct(listen.https, hasIPv6).map { .tls($0) }
    }

    private static func distinct(_ addresses: [SocketAddress], _ hasIPv6: Bool) -> [SocketAddress] {
        let wildcards = Set(addresses.filter { $0.address.isUnspecified && $0.address.family == .ipv6 }.map(\.port))
        return addresses.filter { address in
            guard address.address.isUnspecified, wildcards.contains(address.port) else { return true }
            return (address.address.family == .ipv6) == hasIPv6
        }
    }

    /// NIO has getaddrinfo(3) read the address, without hints: where the links have IPv4 alone, as in a container, that finds no
    /// address of IPv6, not even a wildcard (`AI_ADDRCONFIG`), which could be bound all the same.
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

import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// The servers of systemd-resolved, with their links (org.freedesktop.resolve1(5)).
enum ResolvedServers {
    /// The maximum number of servers.
    static let maxServers = 64

    /// Reads the configured servers, or if there are none the compiled-in ones (`FallbackDNSEx`).
    ///
    /// - Throws: ``DBusError`` if the bus or systemd-resolved does not respond, `CancellationError`.
    static func query(bus: String, on loop: EventLoop, deadline: ContinuousClock.Instant) async throws -> [Resolver] {
        for property in ["DNSEx", "FallbackDNSEx"] {
            let reply = try await get(property, bus: bus, on: loop, deadline: deadline)
            let servers = try parse(reply)
            if !servers.isEmpty { return servers }
        }
        return []
    }

    /// Parses a variant of `a(iiayqs)`: interface, family, address, port, name for TLS.
    static func parse(_ reply: DBusReader) throws(DBusError) -> [Resolver] {
        var reader = reply
        guard try reader.signature() == "a(iiayqs)" else { throw .malformed }
        let servers = try reader.array(boundary: 8) { reader throws(DBusError) -> Resolver? in
            let index = UInt32(bitPattern: try reader.int32())
            _ = try reader.int32()
            let bytes = try reader.array(boundary: 1) { reader throws(DBusError) in try reader.byte() }
            let port = try reader.uint16()
            let name = try reader.string()
            let interface = index == 0 ? nil : InterfaceName.of(index: index)
            guard let plain = IPAddress(bytes: bytes) else { return nil }
            let zone = index == 0 ? nil : InterfaceName.zone(ofIndex: index)
            let address = plain.isLinkLocal ? IPAddress(bytes: bytes, zone: zone) ?? plain : plain
            var server = Resolver(
                address: address, port: port == 0 ? 53 : port, source: .systemdResolved, interface: interface)
            server.serverName = name.isEmpty || name.utf8.count > 253 ? nil : name
            return server
        }
        return Array(servers.compactMap { $0 }.prefix(maxServers))
    }
}

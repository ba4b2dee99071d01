import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// The routing of names to servers by systemd-resolved, and the use of TLS (org.freedesktop.resolve1(5)).
extension ResolvedServers {
    /// The maximum number of links whose properties are read.
    private static let maxLinks = 8

    /// Reads a property of the manager, or of a link.
    static func get(
        _ property: String, ofLink index: UInt32? = nil, bus: String, on loop: EventLoop,
        deadline: ContinuousClock.Instant
    ) async throws -> DBusReader {
        let connection = try SystemBus(path: bus, loop: loop, deadline: deadline)
        // The first digit is escaped: an element of a path does not begin with one (sd_bus_path_encode(3)).
        let path = "/org/freedesktop/resolve1" + (index.map { "/link/_3\($0)" } ?? "")
        return try await connection.call(
            destination: "org.freedesktop.resolve1", path: path, interface: "org.freedesktop.DBus.Properties",
            member: "Get",
            arguments: ["org.freedesktop.resolve1." + (index == nil ? "Manager" : "Link"), property])
    }

    /// Reads the domains that select servers (`Domains`).
    ///
    /// - Throws: ``DBusError`` if the bus or systemd-resolved does not respond, `CancellationError`.
    static func domains(
        bus: String, on loop: EventLoop, deadline: ContinuousClock.Instant
    ) async throws -> [RoutingDomain] {
        try parseDomains(try await get("Domains", bus: bus, on: loop, deadline: deadline))
    }

    /// Parses a variant of `a(isb)`: interface, domain, whether it only selects servers.
    static func parseDomains(_ reply: DBusReader) throws(DBusError) -> [RoutingDomain] {
        var reader = reply
        guard try reader.signature() == "a(isb)" else { throw .malformed }
        let domains = try reader.array(boundary: 8) { reader throws(DBusError) -> RoutingDomain? in
            let index = UInt32(bitPattern: try reader.int32())
            let domain = try reader.string()
            let isRouteOnly = try reader.uint32() != 0
            let name = domain.hasSuffix(".") ? String(domain.dropLast()) : domain
            // The root can only select servers: nothing is appended.
            guard name.utf8.count <= 253 else { return nil }
            return RoutingDomain(
                name, interface: index == 0 ? nil : InterfaceName.of(index: index), isRouteOnly: isRouteOnly)
        }
        return Array(domains.compactMap { $0 }.prefix(maxServers))
    }

    /// The servers with the properties of their links: whether they are queried for every name, and over TLS.
    ///
    /// - Throws: `CancellationError`. Missing properties stay unknown.
    static func detailed(
        _ servers: [Resolver], bus: String, on loop: EventLoop, deadline: ContinuousClock.Instant
    ) async throws -> [Resolver] {
        var servers = servers
        var interfaces: [String?] = []
        for server in servers where !interfaces.contains(server.interface) { interfaces.append(server.interface) }
        for interface in interfaces.prefix(maxLinks) {
            let index = interface.map { if_nametoindex($0) }
            guard index != 0 else { continue }
            var (isDefault, mode): (Bool?, Resolver.TLSMode?) = (nil, nil)
            do {
                if let index {
                    isDefault = try boolean(
                        try await get("DefaultRoute", ofLink: index, bus: bus, on: loop, deadline: deadline))
                }
                mode = try tlsMode(
                    try await get("DNSOverTLS", ofLink: index, bus: bus, on: loop, deadline: deadline))
            } catch is CancellationError {
                throw CancellationError()
            } catch {}
            for place in servers.indices where servers[place].interface == interface {
                (servers[place].isDefaultRoute, servers[place].tls) = (isDefault, mode)
            }
        }
        return servers
    }

    /// Parses a variant of `b`.
    static func boolean(_ reply: DBusReader) throws(DBusError) -> Bool {
        var reader = reply
        guard try reader.signature() == "b" else { throw .malformed }
        return try reader.uint32() != 0
    }

    /// Parses a variant of `s`: `no`, `opportunistic` or `yes`.
    static func tlsMode(_ reply: DBusReader) throws(DBusError) -> Resolver.TLSMode? {
        var reader = reply
        guard try reader.signature() == "s" else { throw .malformed }
        switch try reader.string() {
        case "opportunistic": return .opportunistic
        case "yes": return .strict
        default: return nil
        }
    }
}

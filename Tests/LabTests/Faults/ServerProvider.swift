import Lab

/// A second router, between the router of an office and its web server, which has another address behind it:
///
/// ```
/// router 10.77.4.1 ── 10.77.4.2 provider 10.77.5.1 ── 10.77.5.2 server
/// ```
struct ServerProvider: Sendable {
    let host: Host
    /// The cable from the office's router (`a`) to this one (`b`).
    let uplink: Cable
    /// The cable from this router (`a`) to the web server (`b`).
    let cable: Cable

    init(in lab: Lab, _ office: Office) async throws {
        host = try await lab.host("isp")
        uplink = try await lab.link(office.router, host)
        cable = try await lab.link(host, office.server)
        try await host.forward()
        try await host.route(via: uplink.a)
        try await office.server.route(via: cable.a)
        try await office.router.run(["ip", "route", "add", "10.77.5.0/24", "via", uplink.b.ipv4])
        try await office.router.run(["ip", "-6", "route", "add", "fd77:5::/64", "via", uplink.b.ipv6])
    }
}

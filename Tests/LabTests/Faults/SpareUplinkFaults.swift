import Lab

import enum NetworkModel.ConnectionStatus

/// Several uplinks: the uplink that carries the traffic determines the status, and a dead spare one is a warning.
enum SpareUplinkFaults {
    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, "", name: "two uplinks that work", way: once) {
            try await $0.addWorkingUplink()
        },
        Fault(
            "path.spare-down", .connectionUp, "", ["eth1", "10.77.4.2", "eth0"],
            name: "a spare router without a provider", way: once
        ) { _ = try await $0.addUplink() },
        Fault(
            "path.spare-down", .connectionUp, "", ["eth1", "10.77.4.2", "eth0", "SERVFAIL"],
            name: "a spare router whose provider swallows everything", way: once
        ) { try await $0.addMuteUplink([.init("*", .code(.serverFailure))]) },
        Fault(
            nil, .connectionUp, "", name: "a spare router that reports no packets, and resolves names", way: once
        ) {
            try await $0.addMuteUplink([
                .init("a.root-servers.net", .addresses(["198.41.0.4"])), .init("*", .code(.noSuchName)),
            ])
        },
        Fault(nil, .connectionUp, "", name: "a spare router that reports no packets, and serves no names", way: once) {
            try await $0.addMuteUplink([.init("*", .code(.refused))])
        },
        Fault(nil, .connectionUp, "", name: "a spare router that reports no packets, and nothing else", way: once) {
            try await $0.addMuteUplink(nil)
        },
        Fault(
            "gateway.unreachable", .connectionUp, "", ["10.77.4.2", "eth1"],
            name: "a spare router that is switched off",
            way: once
        ) {
            let cable = try await $0.addUplink()
            try await cable.b.host.run(["ip", "addr", "flush", "dev", cable.b.interface])
        },
        Fault(
            "gateway.unreachable", .connectionUp, "", ["10.77.4.2", "eth1"],
            name: "a spare router that is switched off, beside a gateway that answers no pings", way: once
        ) {
            let cable = try await $0.addUplink()
            try await cable.b.host.run(["ip", "addr", "flush", "dev", cable.b.interface])
            try await $0.office.router.drop("icmp type echo-request")
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "REFUSED"],
            name: "the uplink in use is dead, the spare one works", way: once
        ) { try await $0.loseProviderBesideSpare() },
        Fault(
            "path.upstream-down", .connectionDown, "http://10.77.2.1/", ["10.77.1.2", "REFUSED"],
            name: "the uplink in use is dead, the spare one works, check of a target"
        ) {
            try await $0.loseProviderBesideSpare()
            try await $0.office.router.run(["ip", "route", "del", "10.77.2.0/24"])
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "no router behind it"],
            name: "the uplink in use swallows everything, and the only DNS server is behind the spare one", way: once
        ) { try await $0.swallowBesideSpare() },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "no router behind it"],
            name: "the uplink in use swallows everything, monitored by a daemon",
            way: .watched("publish: off\ninterval: 5s\n")
        ) { try await $0.swallowBesideSpare() },
        Fault(
            "path.upstream-down", .connectionDown, "http://www.lab.example/", ["10.77.1.2", "no router behind it"],
            name: "the uplink in use leads to a cloud's DNS server alone, check of a target"
        ) { try await $0.leadToResolverBesideSpare() },
        Fault(
            "path.upstream-down", .connectionIndeterminate, "", ["10.77.1.2", "no router behind it"],
            name: "the uplink in use leads to a cloud's DNS server alone, beside a spare one that works", way: once
        ) { try await $0.leadToResolverBesideSpare() },
        Fault(
            "link.no-carrier", .connectionDown, "", ["eth0"],
            name: "the preferred uplink has no cable, the spare one works", way: once
        ) {
            try await $0.addWorkingUplink()
            try await $0.office.clientCable.unplug()
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["fd77:1::2", "SERVFAIL"],
            name: "IPv6 only, and a dead provider", way: once
        ) { try await $0.loseProviderOfIPv6() },
        Fault(
            "path.upstream-down", .connectionDown, "http://www.lab.example/", ["fd77:1::2", "SERVFAIL"],
            name: "IPv6 only, and a dead provider, check of a target"
        ) { try await $0.loseProviderOfIPv6() },
    ]
}

extension OfficeAtWork {
    /// Adds a second uplink with a router that is a DNS server which reaches the root.
    fileprivate func addWorkingUplink() async throws {
        let cable = try await addUplink()
        try await cable.b.host.startDNS([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])), .init("*", .code(.noSuchName)),
        ])
        try await client.useDNS([office.namesCable.a.ipv4, cable.b.ipv4])
    }

    /// Adds a second uplink with another router behind its router.
    func addUplinkWithProvider() async throws -> Cable {
        let cable = try await addUplink()
        let far = try await lab.host("far")
        let behind = try await lab.link(cable.b.host, far)
        try await far.forward()
        try await far.run(["ip", "route", "add", "10.77.4.0/24", "via", behind.a.ipv4])
        try await cable.b.host.run(["ip", "route", "add", "default", "via", behind.b.ipv4])
        return cable
    }

    /// Adds a second uplink whose router drops all packets that it forwards, with a DNS server, if there are rules for one.
    fileprivate func addMuteUplink(_ rules: [DNSScript.Rule]?) async throws {
        let cable = try await addUplinkWithProvider()
        try await cable.b.host.filter("table inet f { chain f { type filter hook forward priority 0; drop; }; }\n")
        if let rules { try await cable.b.host.startDNS(rules) }
    }

    /// Makes the preferred router drop all packets that it forwards, and adds a second uplink whose router is the DNS server, with
    /// another router behind it.
    fileprivate func swallowBesideSpare() async throws {
        let cable = try await addUplinkWithProvider()
        try await cable.b.host.startDNS([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])), .init("*", .code(.noSuchName)),
        ])
        try await client.useDNS([cable.b.ipv4])
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await office.router.filter(
            "table inet f { chain f { type filter hook forward priority 0; drop; }; }\n")
    }

    /// Makes the preferred router drop all packets that it forwards, while a DNS server with a link-local address answers there, as in
    /// clouds; and adds a second uplink with another router behind its router.
    fileprivate func leadToResolverBesideSpare() async throws {
        _ = try await addUplinkWithProvider()
        try await office.router.run(["ip", "addr", "add", "169.254.169.253/32", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "default", "via", office.serverCable.a.ipv4])
        try await office.router.startDNS([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])),
            .init("www.lab.example", .addresses(["203.0.113.80"])), .init("*", .code(.noSuchName)),
        ])
        try await client.useDNS(["169.254.169.253"])
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await office.router.filter(
            "table inet f { chain f { type filter hook forward priority 0; drop; }; }\n")
    }

    /// Disconnects the preferred router from its provider, but not the second one.
    fileprivate func loseProviderBesideSpare() async throws {
        let cable = try await addUplink()
        try await cable.b.host.startDNS([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])), .init("*", .code(.noSuchName)),
        ])
        try await office.router.startDNS([.init("*", .code(.refused))])
        try await client.useDNS([office.clientCable.b.ipv4, cable.b.ipv4])
        try await loseProvider()
    }

    /// Removes IPv4 from the client, and disconnects the provider.
    fileprivate func loseProviderOfIPv6() async throws {
        try await office.router.startDNS([.init("*", .code(.serverFailure))])
        try await client.useDNS([office.clientCable.b.ipv6])
        try await client.run(["ip", "-4", "addr", "flush", "dev", office.clientCable.a.interface])
        try await office.providerCable.unplug()
    }
}

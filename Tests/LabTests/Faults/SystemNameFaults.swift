import Glibc
import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Names for which programs get a different result from that of the DNS servers.
enum SystemNameFaults {
    private static let page = "http://www.lab.example/"
    private static let configuration = "publish: off\ninterval: 30s\n"

    static let rows = checks + machine + harmless

    private static let checks: [Fault] = [
        Fault("dns.loss", .connectionDown, page, ["of 10 queries", "10.77.3.1"], name: "lost replies") {
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\n")
            try await $0.office.names.filter(losses)
        },
        Fault(
            "dns.system-differs", .connectionDown, page, ["10.77.2.1", "hosts: files"],
            name: "only files in nsswitch.conf"
        ) {
            try await $0.client.useNameServices("files")
        },
        Fault(
            "dns.system-differs", .connectionDown, page, ["10.77.2.1", "hosts: files"],
            name: "only files in nsswitch.conf, while a daemon runs", way: .daemon(configuration)
        ) {
            try await $0.client.useNameServices("files")
        },
        Fault(
            "dns.misconfigured", .connectionDown, "http://intranet/", ["hosts: dns", "/etc/hosts", "intranet"],
            name: "a name of the hosts file, and only dns in nsswitch.conf"
        ) {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.1 intranet\n")
            try await $0.client.useNameServices("dns")
        },
        Fault(
            "dns.misconfigured", .connectionUp, "http://localhost/", ["hosts: dns", "localhost"],
            name: "localhost, which curl and browsers know, and only dns in nsswitch.conf"
        ) {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n")
            try await $0.client.useNameServices("dns")
            try await $0.client.startNginx([Site(port: 80)])
        },
        Fault(
            "dns.misconfigured", .connectionUp, "http://localhost/", ["/etc/hosts", "localhost"],
            name: "localhost, which curl and browsers know, and neither the hosts file nor DNS has"
        ) {
            try await $0.client.write("/etc/hosts", "# nothing\n")
            try await $0.client.useNameServices("dns")
            try await $0.client.startNginx([Site(port: 80)])
        },
        Fault(
            "dns.system-differs", .connectionDown, page, ["10.77.2.1", "libnss_nosuch.so.2 is not installed"],
            name: "a missing NSS module"
        ) {
            try await $0.client.useNameServices("files nosuch [UNAVAIL=return] dns")
        },
        Fault(
            "dns.system-differs", .connectionDown, page, ["within 2 s", "the service mdns does not answer"],
            name: "an NSS module that hangs"
        ) {
            try await $0.hangModule()
        },
        Fault(
            "dns.system-differs", .connectionDown, page, ["within 2 s", "the service mdns does not answer"],
            name: "an NSS module that hangs, while a daemon runs", way: .daemon(configuration)
        ) {
            try await $0.hangModule()
        },
        Fault(
            "dns.system-differs", .connectionUp, page, ["cannot read /etc/resolv.conf"],
            name: "a resolv.conf that only root can read"
        ) {
            try await $0.client.run(["chmod", "600", "/etc/resolv.conf"])
        },
        Fault(
            "dns.system-differs", .connectionUp, page, ["www.lab.example.corp.example (10.77.3.1)", "10.77.2.1"],
            name: "a search list that is tried first"
        ) {
            try await $0.searchFirst(leadingTo: "10.77.3.1")
            try await $0.office.names.startNginx([Site(port: 80)])
        },
        Fault(
            "dns.blocked-answer", .connectionDown, page, ["127.0.0.1", "lab.example is in the search list"],
            name: "a loopback address for a name of a search domain"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("www.lab.example", .addresses(["127.0.0.1", "::1"]))])
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\nsearch home.example lab.example\n")
        },
        Fault(
            "dns.blocked-answer", .connectionDown, page, ["10.77.3.1", "with 0.0.0.0"],
            name: "a filter of IPv4 alone, on a machine without IPv6"
        ) {
            try await $0.answer([.init("www.lab.example", .addresses(["0.0.0.0", "fd77:2::1"]))])
            try await $0.client.useDNS([$0.office.namesCable.a.ipv4])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Fault(
            "dns.blocked-answer", .connectionDown, "http://app/", ["127.0.0.1", "completed to app.dev.example"],
            name: "a search domain in which every name is this machine's"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("app.dev.example", .addresses(["127.0.0.1"]))])
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\nsearch dev.example\n")
        },
        Fault(
            "dns.system-differs", .connectionDown, page, ["of www.lab.example.corp.example", "10.77.2.1, which works"],
            name: "a search list that is tried first, with a dead address"
        ) {
            try await $0.searchFirst(leadingTo: "10.77.3.1")
        },
    ]

    /// Drops queries without EDNS, such as those of programs, and two of three queries for names of 20 letters.
    private static let losses = """
        table inet f {
            chain i {
                type filter hook input priority 0
                udp dport 53 @th,144,16 0 drop
                udp dport 53 @th,160,8 20 numgen inc mod 3 != 0 drop
            }
        }

        """

    private static let machine: [Fault] = [
        status("hosts: files", "only files in nsswitch.conf") { try await $0.client.useNameServices("files") },
        status("the service mdns does not answer", "an NSS module that hangs") { try await $0.hangModule() },
        status("nosuch", "a missing NSS module") {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("a.root-servers.net", .addresses(["198.41.0.4"]))])
            try await $0.client.useNameServices("files nosuch [UNAVAIL=return] dns")
        },
    ].flatMap(\.self)

    private static let harmless: [Fault] = [
        Fault(nil, .connectionUp, page, name: "gai.conf prefers IPv4") {
            try await $0.client.write("/etc/gai.conf", "precedence ::ffff:0:0/96 100\n")
        },
        Fault(nil, .connectionUp, page, name: "a missing NSS module that is skipped") {
            try await $0.client.useNameServices("files nosuch dns")
        },
        Fault(
            "dns.system-differs", .connectionDown, "http://intra.local/",
            ["intra.local", "10.77.2.1", "mdns4_minimal [NOTFOUND=return] dns"],
            name: "a name below .local in unicast DNS, which nsswitch.conf leaves to multicast DNS alone"
        ) {
            try await $0.client.startDiscovery()
            try await $0.client.useNameServices("files mdns4_minimal [NOTFOUND=return] dns")
            try await $0.answer([.init("intra.local", .addresses(["10.77.2.1"]))])
        },
        Fault(nil, .connectionUp, page, name: "ndots:5, and a search list without the name") {
            try await $0.client.write(
                "/etc/resolv.conf", "nameserver 10.77.3.1\nsearch corp.lab.example\noptions ndots:5\n")
        },
        Fault(
            "dns.nxdomain", .connectionDown, "http://nas/", ["nas", "no search domain"],
            name: "a name without a dot, and no search domain"
        ) { try await $0.answer([]) },
        Fault(
            "dns.nxdomain", .connectionDown, "http://nas/", ["nas", "nas.wrong.example"],
            name: "a name without a dot, and a wrong search domain"
        ) {
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\nsearch wrong.example\n")
            try await $0.answer([.init("*", .code(.noSuchName))])
        },
        Fault(
            "path.upstream-down", .connectionDown, "http://www/", ["127.0.0.53"],
            name: "a name without a dot, a resolver of the client's own, and a gateway that drops everything"
        ) {
            try await $0.startStub()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.office.router.filter(
                "table inet f { chain f { type filter hook forward priority 0; drop; }; }\n")
        },
        Fault(nil, .connectionUp, "http://www/", name: "a search list that completes the name") {
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\nsearch lab.example\n")
        },
    ]

    /// The machine's own status, by a command without a daemon and by a daemon that monitored the machine before the
    /// fault.
    private static func status(
        _ fact: String, _ name: String, _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void
    ) -> [Fault] {
        [
            ("without a daemon", Fault.Way.status(configuration)),
            ("with a daemon", .machine(configuration, state: "off")),
        ].map {
            Fault(
                "dns.system-differs", .connectionDown, "", [fact], name: "names in programs, \($0): \(name)", way: $1,
                bringAbout)
        }
    }
}

extension Host {
    /// Sets the line `hosts` of nsswitch.conf(5).
    fileprivate func useNameServices(_ services: String) async throws {
        try await write("/etc/nsswitch.conf", "hosts: \(services)\n")
    }
}

extension OfficeAtWork {
    /// Makes every lookup query a stopped avahi-daemon before DNS.
    fileprivate func hangModule() async throws {
        try await client.startBus()
        let avahi = try await client.startAvahi()
        try await avahi.suspend()
        try await client.write("/etc/mdns.allow", "*\n")
        try await client.useNameServices("files mdns dns")
    }

    /// Makes lookups of names with two dots try `corp.example` first, where every name exists.
    fileprivate func searchFirst(leadingTo address: String) async throws {
        _ = try await dns.stop()
        try await office.names.startDNS([
            .init("www.lab.example", .addresses(["10.77.2.1"])),
            .init("www.lab.example.corp.example", .addresses([address])),
        ])
        try await client.write(
            "/etc/resolv.conf", "nameserver 10.77.3.1\nsearch corp.example\noptions ndots:5\n")
    }
}

import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Another machine in the place of the gateway, the target or its DNS server.
enum ImpostorFaults {
    private static let page = "http://www.lab.example/"
    private static let connectivity = Fault.Way.status(
        "publish: off\ninterval: 30s\ncaptive_portal_url: http://198.51.100.1/\n")
    private static let status = Fault.Way.status("publish: off\ninterval: 30s\n")
    private static let reset = "meta l4proto tcp reject with tcp reset; iifname eth0 drop"
    private static let prohibit = "reject with icmpx type admin-prohibited"

    static let rows: [Fault] = [
        Fault(
            "address.duplicate", .connectionDown, page, ["10.77.1.2", "besides"],
            name: "another host has the gateway's address"
        ) { try await $0.addTwin() },
        Fault(
            "address.duplicate", .connectionDown, "", ["10.77.1.2", "eth0"],
            name: "another host has the gateway's address, machine status", way: status
        ) { try await $0.addTwin() },
        Fault(
            "address.duplicate", .connectionUp, "", ["fd77:1::2", "besides"],
            name: "another host has the address of the IPv6 gateway, and IPv4 works, machine status", way: status
        ) { try await $0.addSixthTwin() },
        Fault(
            "address.duplicate", .connectionDown, "http://10.77.2.1/", ["10.77.1.77", "eth0", "hardware address"],
            name: "another host has this machine's hardware address"
        ) { try await $0.addClone() },
        Fault(
            "address.duplicate", .connectionDown, "", ["10.77.1.77", "eth0", "hardware address"],
            name: "another host has this machine's hardware address, machine status", way: status
        ) { try await $0.addClone() },
        Fault(
            "http.captive-portal", .connectionIndeterminate, "http://www.inet.example/", ["10.77.1.2"],
            name: "every name resolves to the router, which serves its own page"
        ) {
            try await $0.answerAsRouter(.addresses(["10.77.1.2"]))
            try await $0.office.router.startNginx([Site(port: 80)])
        },
        Fault(
            "dns.hijacked", .connectionIndeterminate, "http://www.inet.example/", ["198.51.100.1"],
            name: "every name resolves to a host that serves its own page"
        ) {
            try await $0.haveInternetHost()
            try await $0.answerAsRouter(.addresses(["198.51.100.1"]), known: .addresses(["198.41.0.4"]))
        },
        Fault(
            "dns.hijacked", .connectionIndeterminate, "tcp://www.inet.example:80", ["198.51.100.1"],
            name: "every name resolves to a host that accepts connections"
        ) {
            try await $0.haveInternetHost()
            try await $0.answerAsRouter(.addresses(["198.51.100.1"]), known: .addresses(["198.41.0.4"]))
        },
        Fault(
            "dns.hijacked", .connectionIndeterminate, "tcp://www.inet.example:80", ["198.51.100.1"],
            name: "every name resolves to a host that accepts connections, while a daemon runs",
            way: .lateDaemon("publish: off\ninterval: 30s\n")
        ) {
            try await $0.haveInternetHost()
            try await $0.answerAsRouter(.addresses(["198.51.100.1"]), known: .addresses(["198.41.0.4"]))
        },
        Fault(
            "dns.hijacked", .connectionIndeterminate, "icmp://www.inet.example", ["198.51.100.1"],
            name: "every name resolves to a host that answers pings"
        ) {
            try await $0.haveInternetHost()
            try await $0.answerAsRouter(.addresses(["198.51.100.1"]), known: .addresses(["198.41.0.4"]))
        },
        Fault(
            "http.captive-portal", .connectionIndeterminate, "tcp://www.inet.example:80", ["10.77.1.2"],
            name: "every name resolves to the router, which accepts connections"
        ) {
            try await $0.answerAsRouter(.addresses(["10.77.1.2"]))
            try await $0.office.router.startNginx([Site(port: 80)])
        },
        Fault(
            "http.captive-portal", .connectionDown, "", ["http://bill.example/", "names that do not exist"],
            name: "every name resolves to a host that redirects to the provider's page, machine status", way: status
        ) { try await $0.leadToBill() },
        Fault(
            "http.captive-portal", .connectionDown, "https://www.inet.example/", ["http://bill.example/"],
            name: "every name resolves to a host that redirects to the provider's page, and a target with TLS"
        ) { try await $0.leadToBill() },
        Fault(
            nil, .connectionUp, "http://box.inet.example/", name: "a public name for a host on the link"
        ) {
            try await $0.answer([.init("box.inet.example", .addresses(["10.77.1.2"]))])
            try await $0.office.router.startNginx([Site(port: 80)])
        },
        Fault(
            "proxy.transparent", .connectionDown, "http://198.51.100.1/", ["502", "198.51.100.1:80"],
            name: "a transparent proxy that fails"
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["return 502;"])
        },
        Fault(
            "proxy.transparent", .connectionDown, "http://198.51.100.1/", ["403", "198.51.100.1:80"],
            name: "a transparent proxy that forbids everything"
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["return 403;"])
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://198.51.100.1/", ["with status 403", "that nobody has"],
            name: "a quarantine that forbids every page, and drops everything else"
        ) { try await $0.quarantine() },
        Fault(
            "http.captive-portal", .connectionDown, "https://198.51.100.1/", ["with status 403", "that nobody has"],
            name: "a quarantine that forbids every page, and a target with TLS"
        ) { try await $0.quarantine() },
        Fault(
            "http.captive-portal", .connectionDown, "http://198.51.100.1/", ["with status 403", "that nobody has"],
            name: "a quarantine that forbids every page, and resets everything else"
        ) { try await $0.quarantine(by: reset) },
        Fault(
            "http.captive-portal", .connectionDown, "https://198.51.100.1/", ["with status 403", "that nobody has"],
            name: "a quarantine that resets everything else, and a target with TLS"
        ) { try await $0.quarantine(by: reset) },
        Fault(
            "http.captive-portal", .connectionDown, "https://198.51.100.1/", ["with status 403", "that nobody has"],
            name: "a quarantine that prohibits everything else, and a target with TLS"
        ) { try await $0.quarantine(by: prohibit) },
        Fault(
            "http.captive-portal", .connectionDown, "https://198.51.100.1/", ["with status 403", "that nobody has"],
            name: "a quarantine that prohibits everything else, and a target with TLS beside another one of a daemon",
            way: .lateDaemon(
                "publish: off\ninterval: 10s\ntargets:\n- target: http://198.51.100.1/\n"
                    + "- target: https://198.51.100.1/\n")
        ) { try await $0.quarantine(by: prohibit) },
        Fault(
            "http.captive-portal", .connectionDown, "", ["with status 403", "that nobody has"],
            name: "a quarantine that drops everything else, machine status", way: status
        ) { try await $0.quarantine() },
        Fault(
            "http.captive-portal", .connectionDown, "", ["with status 403", "that nobody has"],
            name: "a quarantine that resets everything else, machine status", way: status
        ) { try await $0.quarantine(by: reset) },
        Fault(
            "http.captive-portal", .connectionDown, "", ["with status 403", "that nobody has"],
            name: "a quarantine that prohibits everything else, machine status", way: status
        ) { try await $0.quarantine(by: prohibit) },
        Fault(
            "http.captive-portal", .connectionIndeterminate, "", ["with status 403", "that nobody has"],
            name: "a proxy that forbids hosts without a name, and routers that report nothing, machine status",
            way: status
        ) { try await $0.quarantine(pages: ["if ($host ~ ^192) { return 403; }", "return 204;"]) },
        Fault(
            "proxy.transparent", .connectionDown, "http://198.51.100.1/",
            ["198.51.100.1:80", "ends it without an answer"],
            name: "a transparent proxy on the gateway whose program resets every connection"
        ) {
            try await $0.haveInternetHost()
            try $0.office.router.startTCPServer(.resets, port: 8_080)
            try await $0.redirectToProxy()
        },
        Fault(
            "proxy.transparent", .connectionDown, "http://198.51.100.1/", ["403", "X-Squid-Error: ERR_ACCESS_DENIED"],
            name: "a transparent proxy that forbids one host"
        ) {
            try await $0.haveInternetHost()
            try await $0.office.router.startNginx([
                Site(
                    port: 8_080,
                    options: ["add_header X-Squid-Error 'ERR_ACCESS_DENIED 0' always;", "return 403;"])
            ])
            try await $0.redirectToProxy(for: "198.51.100.1")
        },
        Fault(
            "http.gateway-error", .connectionDown, "http://198.51.100.1/busy", ["503"],
            name: "a server that is busy, behind a transparent proxy that works"
        ) {
            try await $0.haveInternetHost()
            try await $0.office.server.startNginx([Site(port: 8_099, options: ["server_tokens off;", "return 503;"])])
            try await $0.redirectWeb(options: [
                "if ($host ~ ^192) { return 503; }",
                "location /busy { proxy_pass http://10.77.2.1:8099; proxy_pass_header Server; }",
            ])
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://198.51.100.1/", ["with status 200", "that nobody has"],
            name: "a portal that serves its page for every address, and drops TLS"
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["return 200 'Pay here';"])
            try await $0.office.router.filter(
                "table inet w { chain c { type filter hook forward priority 0; tcp dport 443 drop; }; }\n")
        },
        Fault(
            "http.captive-portal", .connectionIndeterminate, "tcp://198.51.100.1:80",
            ["with status 200", "that nobody has"], name: "a portal that accepts connections to port 80"
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["return 200 'Pay here';"])
        },
        Fault(
            "proxy.transparent", .connectionUp, "", ["502", "http://198.51.100.1/"],
            name: "a transparent proxy that fails, machine status", way: connectivity
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["return 502;"])
        },
        Fault(
            "proxy.transparent", .connectionUp, "", ["403", "http://198.51.100.1/"],
            name: "a transparent proxy that forbids everything, NetworkManager's connectivity URL", way: status
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["return 403;"])
            try await $0.client.write(
                "/etc/NetworkManager/NetworkManager.conf", "[connectivity]\nuri=http://198.51.100.1/\n")
        },
        Fault(
            "proxy.transparent", .connectionUp, "", ["503", "no proxy passes on"],
            name: "a web filter that answers every page with an error, machine status", way: status
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["return 503;"])
        },
        Fault(
            nil, .connectionUp, "", name: "a transparent proxy that reaches no unassigned address, machine status",
            way: status
        ) {
            try await $0.haveInternetHost()
            // As Squid answers such a request (RFC 9110 section 7.6.2).
            try await $0.redirectWeb(options: ["if ($request_method = OPTIONS) { return 501; }", "return 503;"])
        },
        Fault(
            nil, .connectionUp, "", name: "a transparent proxy that works, machine status", way: connectivity
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: [
                "if ($host ~ ^192) { return 502; }", "if ($host ~ ^198) { return 204; }",
            ])
        },
        Fault(
            nil, .connectionUp, "http://198.51.100.1/", name: "a transparent proxy that fails only for unused addresses"
        ) {
            try await $0.haveInternetHost()
            try await $0.redirectWeb(options: ["if ($host ~ ^192) { return 502; }", "location / { return 200 page; }"])
        },
        Fault(
            "dns.hosts-override", .connectionDown, "http://www.lab.example/", ["2a00:99::1", "10.77.2.1"],
            name: "an outdated IPv6 address in the hosts file"
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "addr", "flush", "dev", "eth0", "scope", "global"])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n2a00:99::1 www.lab.example\n")
        },
        Fault(
            "dns.tcp-blocked", .connectionDown, "", ["10.77.3.1", "too long for UDP"],
            name: "truncated answers, machine status", way: status
        ) { try await $0.answer([.init("*", .truncated)]) },
        Fault(
            "dns.server-unreachable", .connectionDown, "", ["10.77.3.1"],
            name: "a router that drops DNS over UDP only, machine status", way: status
        ) { try await $0.dropQuestionsOverUDP() },
        Fault(
            nil, .connectionUp, "", name: "a router that drops DNS over UDP, and programs that use TCP", way: status
        ) {
            try await $0.dropQuestionsOverUDP()
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\noptions use-vc\n")
        },
        Fault(
            "dns.server-unreachable", .connectionDown, page, ["10.77.3.9"],
            name: "a resolver that the last router cannot find by ARP"
        ) {
            try await $0.client.useDNS(["10.77.3.9"])
            // From here on the router reports it immediately.
            try await $0.office.router.run([
                "sh", "-c", "ping -c 1 -W 1 10.77.3.9; ip neigh replace 10.77.3.9 dev eth2 nud failed; true",
            ])
            _ = try? await $0.client.result(
                of: [Programs.command, "check", "--no-daemon", page], environment: ["HOME": "/run/home"])
        },
    ]
}

extension OfficeAtWork {
    /// Makes the web server a host of the Internet, 198.51.100.1.
    fileprivate func haveInternetHost() async throws {
        try await office.server.run(["ip", "addr", "add", "198.51.100.1/32", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "198.51.100.1/32", "via", office.serverCable.a.ipv4])
    }

    /// Makes every name resolve to a host of the Internet that redirects to another page.
    fileprivate func leadToBill() async throws {
        try await office.names.run(["ip", "addr", "add", "198.51.100.7/32", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "198.51.100.7/32", "via", office.namesCable.a.ipv4])
        try await office.names.startNginx([Site(port: 80, options: ["return 302 http://bill.example/;"])])
        try await answerAsRouter(.addresses(["198.51.100.7"]))
    }

    fileprivate func dropQuestionsOverUDP() async throws {
        try await office.router.filter(
            "table inet q {\n chain f {\n type filter hook forward priority 0\n udp dport 53 drop\n }\n}\n")
    }

    /// Makes the router forbid every page, and forward queries to DNS servers alone.
    ///
    /// - Parameters:
    ///   - verdict: What becomes of all other packets.
    ///   - pages: What the device answers.
    fileprivate func quarantine(by verdict: String = "drop", pages: [String] = ["return 403;"]) async throws {
        try await haveInternetHost()
        try await redirectWeb(options: pages)
        // Otherwise the router would have no route to the root servers, and report that itself.
        for (family, provider) in [("-4", "100.64.0.1"), ("-6", "2001:db8:ffff::1")] {
            try await office.router.run(["ip", family, "route", "add", "default", "via", provider])
        }
        try await office.router.filter(
            "table inet w { chain c { type filter hook forward priority 0; "
                + "iifname eth0 udp dport 53 accept; iifname eth0 \(verdict); }; }\n")
    }

    /// Makes the router accept connections to port 80 itself.
    fileprivate func redirectWeb(options: [String]) async throws {
        try await office.router.startNginx([Site(port: 8_080, options: options)])
        try await redirectToProxy()
    }

    /// Makes the router redirect connections to port 80 to its own port 8080.
    ///
    /// - Parameter host: The destination of the connections; `nil` for all.
    fileprivate func redirectToProxy(for host: String? = nil) async throws {
        let match = host.map { "ip daddr \($0) " } ?? ""
        try await office.router.filter(
            """
            table ip box {
              chain c { type nat hook prerouting priority -100
                iifname eth0 \(match)tcp dport 80 redirect to :8080
              }
            }

            """)
    }

    /// Adds a second machine with the gateway's address to the client's link. It forwards nothing, and the client's
    /// neighbour entry is that of this machine.
    fileprivate func addTwin() async throws {
        let twin = try await lab.host("twin")
        let cable = try await lab.link(twin, office.router)
        try await joinClientLink(cable.b.interface)
        try await twin.run(["ip", "addr", "add", "10.77.1.2/24", "dev", cable.a.interface])
        try await client.run(["ip", "-6", "route", "del", "default"])
        let hardware = try await twin.run(["cat", "/sys/class/net/\(cable.a.interface)/address"])
        try await client.run([
            "ip", "neigh", "replace", "10.77.1.2", "lladdr", String(hardware.prefix(17)), "dev", "eth0", "nud",
            "reachable",
        ])
    }

    /// The same for the gateway of IPv6 alone.
    fileprivate func addSixthTwin() async throws {
        let twin = try await lab.host("twin")
        let cable = try await lab.link(twin, office.router)
        try await joinClientLink(cable.b.interface)
        // The router's addresses were those of the interface that the bridge now has.
        try await office.router.run(["ip", "-6", "addr", "add", "fd77:1::2/64", "dev", "br0", "nodad"])
        try await twin.run(["ip", "-6", "addr", "add", "fd77:1::2/64", "dev", cable.a.interface, "nodad"])
        let hardware = try await twin.run(["cat", "/sys/class/net/\(cable.a.interface)/address"])
        try await client.run([
            "ip", "neigh", "replace", "fd77:1::2", "lladdr", String(hardware.prefix(17)), "dev", "eth0", "nud",
            "reachable",
        ])
    }

    /// Adds a host with the client's hardware address to its link. It sends frames all the time, so that the switch sends it
    /// everything that is meant for the client.
    fileprivate func addClone() async throws {
        let clone = try await lab.host("clone")
        let cable = try await lab.link(clone, office.router)
        try await joinClientLink(cable.b.interface)
        let hardware = String(try await client.run(["cat", "/sys/class/net/eth0/address"]).prefix(17))
        try await clone.run(["ip", "link", "set", cable.a.interface, "address", hardware])
        try await clone.run(["ip", "addr", "add", "10.77.1.77/24", "dev", cable.a.interface])
        _ = try clone.spawn(["ping", "-q", "-b", "-i", "0.05", "10.77.1.255"])
        // Learning alone would let some replies through.
        try await office.router.run([
            "bridge", "fdb", "replace", hardware, "dev", cable.b.interface, "master", "static", "sticky",
        ])
    }
}

import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Two faults at once: of two that both prevent the connection, the lower one is the cause; one that does not prevent
/// it is not blamed.
enum DoubleFaults {
    private static let page = "http://www.lab.example/"
    private static let secure = "https://www.lab.example:444/"
    private static let proxy = ["--proxy", "http://proxy.lab.example:3128"]

    static let rows = inTheWay + aside + DNSFaults.doubles

    /// Both prevent the connection: the lower one is the cause.
    private static let inTheWay: [Fault] = [
        double("link.no-carrier", page, ["eth0"], "a pulled cable, and no DNS server") {
            _ = try await $0.dns.stop()
            try await $0.office.clientCable.unplug()
        },
        double(
            "gateway.dead-preferred", "http://www.lab.example/", ["10.77.1.2", "10.77.4.2"],
            "a dead gateway beside one that is not used, and no DNS server"
        ) {
            _ = try await $0.addUplink()
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.useDNS([])
        },
        double(
            "gateway.wrong-neighbour", "http://www.lab.example/", ["10.77.1.2", "02:00:00:00:00:99"],
            "a wrong permanent neighbour entry of the gateway, and no DNS server"
        ) {
            try await $0.client.run([
                "ip", "neigh", "replace", "10.77.1.2", "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent",
            ])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.useDNS([])
        },
        double("gateway.unreachable", secure, ["10.77.1.2"], "a dead gateway, and an expired certificate") {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        double("dns.servfail", "http://www.lab.example:81/", ["10.77.3.1"], "SERVFAIL, and a closed port") {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("*", .code(.serverFailure))])
        },
        double(
            "dns.nxdomain", page, ["10.77.3.1"],
            "NXDOMAIN for every name, and a local filter of queries to the second DNS server"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("*", .code(.noSuchName))])
            try await $0.client.useDNS(["10.77.3.1", "10.77.2.1"])
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n"
                    + " ip daddr 10.77.2.1 udp dport 53 drop\n }\n}\n")
        },
        double(
            "dns.tcp-blocked", "https://www.lab.example/", ["10.77.3.1", "too long for UDP"],
            "truncated answers without TCP, and a local filter of port 443"
        ) {
            try await $0.answer([.init("*", .truncated)])
            try await $0.client.reject("tcp dport 443", at: "output")
        },
        double("dns.nxdomain", "http://wwww.lab.example/", ["wwww.lab.example"], "no such name, and a silent port") {
            try await $0.office.server.drop("tcp dport 80")
        },
        double("tcp.refused", "https://www.lab.example:445/", ["445"], "a closed port, and IPv6 that is dropped") {
            try await $0.office.server.drop("tcp dport 445", family: "ip6")
        },
        double("tls.expired", "\(secure)status/500", ["2020-02-01"], "an expired certificate, and status 500") {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
        },
        double("tls.self-signed", "\(secure)login", ["www.lab.example"], "a self-signed certificate, and a login") {
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
        double(
            "tls.wrong-host", "wss://www.lab.example:8080/silent", ["other.lab.example"],
            "a certificate for another name, and no pong"
        ) {
            try await $0.office.server.startWebSocket(
                port: 8080, certificate: try await $0.authority.issue(["other.lab.example"], on: $0.office.server))
        },
        double(
            "tls.expired", "ftps://www.lab.example/", ["2020-02-01"],
            "an expired certificate, and blocked FTP data connections"
        ) {
            let certificate = try await $0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server)
            try await $0.office.server.startFTP(certificate: certificate, implicitPort: 990, data: .dropped)
        },
        double(
            "local.firewall", "http://www/", ["10.77.3.1:53"],
            "a local filter that rejects DNS, and a name without a dot"
        ) {
            try await $0.client.reject("meta l4proto { tcp, udp } th dport 53", at: "output")
        },
        double("link.admin-down", page, ["eth0"], "an interface that is switched off, and a name that is blocked") {
            try await $0.client.startDNS([.init("*", .addresses(["0.0.0.0", "::"]))], address: "127.0.0.53")
            try await $0.client.useDNS(["127.0.0.53"])
            try await $0.client.set("eth0", isUp: false)
        },
        double(
            "gateway.route-rejects", page, ["the proxy 10.77.3.1:3128"],
            "a route that rejects the proxy, and a dead gateway",
            ["--proxy", "http://10.77.3.1:3128"]
        ) {
            try await $0.client.run(["ip", "route", "add", "unreachable", "10.77.3.0/24"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        double("proxy.unreachable", "http://www.lab.example:81/", ["3128"], "no proxy, and a closed port", proxy),
        double(
            "proxy.refused", "https://denied.lab.example/", ["403"], "a proxy that refuses, and a dead server", proxy
        ) {
            try await $0.startProxy()
            try await $0.office.serverCable.unplug()
        },
        double(
            "proxy.auth-required", "\(page)status/503", ["Basic"], "a proxy that requires a login, and status 503",
            proxy
        ) {
            try await $0.startProxy(authentication: .basic)
        },
        double(
            "http.auth-required", "\(page)login", ["401"], "a required login, and an unexpected body",
            ["--contains", "Welcome"]),
    ]

    /// The other fault does not prevent the connection.
    private static let aside: [Fault] = [
        Fault(
            "http.captive-portal", .connectionDown, "", [OfficeAtWork.portal],
            name: "a portal, and only files in nsswitch.conf", kind: .double,
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.startPortal()
            try await $0.client.write("/etc/nsswitch.conf", "hosts: files\n")
        },
        double("tcp.refused", "http://www.lab.example:81/", ["81"], "a closed port, and a dead second DNS server") {
            try await $0.client.useDNS(["10.77.3.1", "10.77.3.9"])
        },
        double(
            "tls.expired", secure, ["2020-02-01"], "an expired certificate, and a DNS server in the subnet of a bridge"
        ) {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
            try await $0.client.run(
                ["ip", "-batch", "-"],
                input: """
                    link add docker0 type bridge
                    link add eth7 type veth peer name eth8
                    link set eth7 master docker0
                    link set docker0 up
                    link set eth7 up
                    link set eth8 up
                    addr add 172.17.0.1/16 dev docker0

                    """)
            try await $0.client.useDNS(["172.17.0.53", "10.77.3.1"])
        },
        double(
            "http.redirect-loop", "http://www.lab.example:8000/round", ["8000/round"],
            "redirects in a loop, and a dead first DNS server"
        ) {
            try await $0.office.server.startNginx([
                Site(port: 8_000, options: ["location = /round { return 302 /round; }"])
            ])
            try await $0.client.useDNS(["10.77.3.9", "10.77.3.1"])
        },
        double("http.not-found", "\(page)status/404", ["404"], "status 404, and IPv6 that is dropped") {
            try await $0.office.server.drop("tcp dport 80", family: "ip6")
        },
        Fault(
            "tcp.ipv6-broken", .connectionUp, "http://www.lab.example:8000/1", ["fd77:2::1"],
            name: "four redirects, and IPv6 that is silent", kind: .double
        ) {
            let steps = (1...4).map { "location = /\($0) { return 302 /\($0 + 1); }" }
            try await $0.office.server.startNginx([
                Site(port: 8_000, options: steps + ["location = /5 { return 200 end; }"])
            ])
            try await $0.office.server.drop("tcp dport 8000", family: "ip6")
        },
        double(
            "http.redirect-loop", "http://www.lab.example:8000/round", ["8000/round"],
            "redirects in a loop, and IPv6 that is silent"
        ) {
            try await $0.office.server.startNginx([
                Site(port: 8_000, options: ["location = /round { return 302 /round; }"])
            ])
            try await $0.office.server.drop("tcp dport 8000", family: "ip6")
        },
        double(
            "http.gateway-error", "http://half.lab.example/status/503", ["503"], "status 503, and a dead address"),
        double("http.not-found", "\(page)status/404", ["404"], "status 404, and a second uplink that is down") {
            try await $0.addUplink().unplug()
        },
        double("tcp.refused", "http://www.lab.example:81/", ["81"], "a closed port, and a second gateway that is dead")
        {
            let cable = try await $0.addUplink()
            try await cable.b.host.run(["ip", "addr", "flush", "dev", cable.b.interface])
        },
        double(
            "http.auth-rejected", "http://www.lab.example:8080/basic", ["(basic)"],
            "a wrong password, and a gateway that drops pings", ["--credentials", "/run/login"]
        ) {
            try await $0.office.router.drop("icmp type echo-request", family: "ip")
            try await $0.office.server.startApache(port: 8080)
            try await $0.client.keep("alice:mistaken")
        },
        double(
            "ftp.not-found", "ftp://four.lab.example/nosuch.txt", ["nosuch.txt"], "no such file, and a dead web server"
        ) {
            try await $0.office.server.startFTP()
            try await $0.office.server.drop("tcp dport { 80, 443 }")
        },
        // The target can be reached only through the proxy.
        double(nil, page, [], "a direct route that is blocked, and a proxy", proxy) {
            try await $0.startProxy()
            try await $0.office.router.run([
                "nft",
                "add table ip f; add chain ip f c { type filter hook forward priority 0; }; "
                    + "add rule ip f c ip saddr 10.77.1.1 tcp dport 80 drop",
            ])
        },
        double(nil, page, [], "a second interface without a cable") {
            try await $0.client.run(["ip", "link", "add", "eth7", "type", "veth", "peer", "name", "eth8"])
            try await $0.client.run(["ip", "link", "set", "eth7", "up"])
        },
    ]

    private static func double(
        _ cause: CauseID?, _ target: String, _ facts: [String], _ name: String, _ options: [String] = [],
        _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void = { _ in }
    ) -> Fault {
        Fault(
            cause, cause == nil ? .connectionUp : .connectionDown, target, facts, name: name, kind: .double,
            options: options, bringAbout)
    }
}

import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of proxies; the office's proxy is a Squid on the host of the DNS server.
enum ProxyFaults {
    private static let url = "http://www.lab.example/"
    private static let proxy = "http://proxy.lab.example:3128"
    private static let through = ["--proxy", proxy]

    static let rows: [Fault] = [
        Fault(
            "proxy.misconfigured", .connectionDown, url, ["http_proxy", "99999"],
            environment: ["http_proxy": "http://proxy.lab.example:99999"]),
        Fault(
            "proxy.misconfigured", .connectionDown, url, ["nobody.lab.example"], name: "a name that does not exist",
            options: ["--proxy", "http://nobody.lab.example:3128"]),
        Fault("proxy.unreachable", .connectionDown, url, ["refused", "proxy.lab.example:3128"], options: through),
        Fault(
            "proxy.unreachable", .connectionDown, url, ["proxy.lab.example:3128", "http_proxy"],
            name: "a variable that the daemon does not have", way: .daemon("publish: off\ninterval: 1h\n"),
            environment: ["http_proxy": proxy]),
        Fault(
            "proxy.unreachable", .connectionDown, url, ["timeout"], name: "a silent host", options: through
        ) {
            try await $0.office.names.drop("tcp dport 3128")
        },
        Fault(
            "gateway.route-rejects", .connectionDown, url, ["10.77.2.1"], name: "a route that rejects the proxy",
            options: ["--proxy", "http://10.77.2.1:3128"]
        ) {
            try await $0.client.run(["ip", "route", "add", "unreachable", "10.77.2.1/32"])
        },
        Fault(
            "gateway.route-rejects", .connectionUp, "", ["10.77.2.1"],
            name: "a route that rejects the proxy from the environment",
            way: .status("publish: off\ninterval: 30s\n"), environment: ["http_proxy": "http://10.77.2.1:3128"]
        ) {
            try await $0.client.run(["ip", "route", "add", "unreachable", "10.77.2.1/32"])
        },
        Fault(
            "path.no-route", .connectionUp, "", ["10.77.2.1:3128", "10.77.1.2"],
            name: "a router without a route to the proxy from the environment, checked repeatedly",
            way: .status("publish: off\ninterval: 30s\n"), environment: ["http_proxy": "http://10.77.2.1:3128"]
        ) {
            try await $0.office.router.run(["ip", "route", "add", "unreachable", "10.77.2.1/32"])
            _ = try await $0.client.result(
                of: [Programs.command, "status"],
                environment: ["HOME": "/run/home", "http_proxy": "http://10.77.2.1:3128"])
            // One more error is reported.
            try await $0.client.run(["sleep", "2.5"])
        },
        Fault(
            "proxy.unreachable", .connectionDown, url, ["172.20.0.8:3128", "http_proxy"],
            name: "a proxy of another network", environment: ["http_proxy": "http://172.20.0.8:3128"]
        ) { try await $0.loseOtherNetwork() },
        Fault(
            "proxy.unreachable", .connectionUp, "", ["172.20.0.8:3128", "http_proxy"],
            name: "a proxy of another network from the environment, checked repeatedly",
            way: .status("publish: off\ninterval: 30s\n"), environment: ["http_proxy": "http://172.20.0.8:3128"]
        ) {
            try await $0.loseOtherNetwork()
            for _ in 0..<2 {
                _ = try await $0.client.result(
                    of: [Programs.command, "status"],
                    environment: ["HOME": "/run/home", "http_proxy": "http://172.20.0.8:3128"])
            }
            // One more error is reported.
            try await $0.client.run(["sleep", "2.5"])
        },
        Fault(
            "proxy.misconfigured", .connectionIndeterminate, "", ["http://proxy.nowhere.example:3128", "http_proxy"],
            name: "a proxy without an address in the environment, and a router that drops pages",
            way: .status("publish: off\ninterval: 30s\n"),
            environment: ["http_proxy": "http://proxy.nowhere.example:3128"]
        ) {
            try await $0.beHome()
            try await $0.office.router.filter(
                "table inet f { chain f { type filter hook forward priority 0; tcp dport { 80, 443 } drop; }; }\n")
        },
        Fault(
            "proxy.misconfigured", .connectionDown, "", ["nobody.lab.example"],
            name: "a target whose proxy has no address, and a router that rejects pages, monitored by a daemon",
            way: .machine(
                "publish: off\ninterval: 5s\ntargets:\n- target: \(url)\n  proxy: http://nobody.lab.example:3128\n",
                state: "off")
        ) { try await $0.rejectPages() },
        Fault(
            "proxy.misconfigured", .connectionIndeterminate, "", ["http://nobody.lab.example:3128", "http_proxy"],
            name: "a proxy without an address in the environment, and a router that rejects pages",
            way: .status("publish: off\ninterval: 30s\n"),
            environment: ["http_proxy": "http://nobody.lab.example:3128"]
        ) { try await $0.rejectPages() },
        Fault(
            nil, .connectionIndeterminate, "", name: "a proxy as the only way out, status",
            way: .status("publish: off\ninterval: 30s\n"), environment: ["https_proxy": "http://10.77.3.1:3128"]
        ) { try await $0.beBehindProxy() },
        Fault(
            nil, .connectionIndeterminate, "", name: "a proxy on the link, and no default route, status",
            way: .status("publish: off\ninterval: 30s\n"), environment: ["http_proxy": "http://10.77.1.2:3128"]
        ) {
            try await $0.beHome()
            try await $0.office.router.startSquid()
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Fault(
            "path.upstream-down", .connectionDown, "", ["10.77.1.2", "REFUSED"],
            name: "a proxy as the only way out that is not configured, status",
            way: .status("publish: off\ninterval: 30s\n")
        ) { try await $0.beBehindProxy() },
        Fault(
            "proxy.tls", .connectionDown, url, ["inner.lab.example:3129"],
            options: ["--proxy", "https://inner.lab.example:3129"]
        ) {
            try await $0.office.server.startSquid(port: 3129, certificate: try await $0.certificate())
        },
        Fault(
            "proxy.tls", .connectionUp, "", ["https_proxy", "10.77.3.1:3129", "expired"],
            name: "status: a proxy in the environment with an expired certificate",
            way: .status("publish: off\ninterval: 30s\n"), environment: ["https_proxy": "https://10.77.3.1:3129"]
        ) {
            let names = $0.office.names
            let certificate = try await $0.authority.issue(["10.77.3.1"], valid: .expired, on: names)
            try await names.startSquid(port: 3129, certificate: certificate)
        },
        Fault("proxy.auth-required", .connectionDown, url, ["Basic"], options: through) {
            try await $0.startProxy(authentication: .basic)
        },
        Fault(
            "proxy.auth-rejected", .connectionDown, url, ["(digest)", "http_proxy"],
            environment: ["http_proxy": "http://alice:mistaken@proxy.lab.example:3128"]
        ) {
            try await $0.startProxy(authentication: .digest)
        },
        Fault(
            "proxy.auth-scheme", .connectionDown, url, ["Negotiate"],
            environment: ["http_proxy": "http://alice:secret@proxy.lab.example:3128"]
        ) {
            try await $0.office.names.startFaultyServer("proxy.auth-scheme=scheme=Negotiate", port: 3128)
        },
        Fault(
            "proxy.auth-unavailable", .connectionDown, url, ["No credentials were supplied"],
            way: .configured(url, "proxy: {url: '\(proxy)', credentials: {kerberos: on}}")
        ) {
            try await $0.office.names.startFaultyServer("proxy.auth-scheme=scheme=Negotiate", port: 3128)
        },
        Fault(
            "proxy.refused", .connectionDown, "http://denied.lab.example/", ["403", "denied.lab.example"],
            options: through
        ) { try await $0.startProxy() },
        Fault(
            "proxy.refused", .connectionDown, "https://www.lab.example:81/", ["503", "www.lab.example:81"],
            name: "a tunnel to a closed port", options: through
        ) { try await $0.startProxy() },
        Fault("proxy.failed", .connectionDown, "https://www.lab.example/", ["proxy.lab.example:3128"], options: through)
        {
            try await $0.office.names.startFaultyServer("proxy.failed", port: 3128)
        },
    ]
}

extension OfficeAtWork {
    /// Makes the router the resolver, and lets it prohibit connections to the ports of the web.
    fileprivate func rejectPages() async throws {
        try await beHome()
        try await addCore()
        try await office.router.filter(
            "table inet f { chain f { type filter hook forward priority 0; "
                + "tcp dport { 80, 443 } reject with icmpx type admin-prohibited; }; }\n")
    }

    /// Makes the router behind the gateway reject packets for private addresses of another network.
    fileprivate func loseOtherNetwork() async throws {
        try await office.router.run(["ip", "route", "add", "172.16.0.0/12", "via", "100.64.0.1"])
        try await office.provider.run(["ip", "route", "add", "unreachable", "172.16.0.0/12"])
    }
}

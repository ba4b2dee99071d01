import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Other servers in the target's place, middleboxes, and wrong clocks.
enum WebFaults {
    static let rows = clocks + portals + proxies + slowness + interception + doubles + harmless

    private static let secure = "https://www.lab.example/"
    private static let other = "https://www.lab.example:444/"
    private static let plain = "http://four.lab.example/"
    private static let known = ["--portal-url", "http://four.lab.example/status/204"]
    private static let year = 31_556_952

    private static let clocks: [Fault] = [
        Fault("local.clock", .connectionDown, secure, ["20 years behind", secure], name: "a clock that is behind") {
            try await $0.client.setClock(wrongBy: -20 * year)
        },
        Fault(
            "local.clock", .connectionDown, "", ["20 years behind", "newer"],
            name: "a clock that is behind, machine status",
            way: .status("publish: off\ninterval: 30s\n")
        ) { try await $0.client.setClock(wrongBy: -20 * year) },
        Fault(
            "local.clock", .connectionDown, "tls://www.lab.example:443", ["3 years ahead of"],
            name: "a clock that is ahead"
        ) {
            try await $0.client.setClock(wrongBy: 3 * year)
        },
        Fault(
            "local.clock", .connectionDown, other, ["http://www.lab.example/"],
            name: "a TLS server without a Date field"
        ) {
            try await $0.office.server.startSServer(port: 444, certificate: try await $0.certificate())
            try await $0.client.setClock(wrongBy: 3 * year)
        },
        Fault(
            "local.clock", .connectionDown, other, ["ahead of the Date of http://"],
            name: "compared with the gateway's clock"
        ) {
            try await $0.office.server.startSServer(port: 444, certificate: try await $0.certificate())
            try await $0.office.server.drop("tcp dport 80")
            try await $0.office.router.startNginx()
            try await $0.client.setClock(wrongBy: 3 * year)
        },
        Fault("local.clock", .connectionDown, other, ["this program was built"], name: "a clock before the build date")
        {
            try await $0.office.server.startSServer(port: 444, certificate: try await $0.certificate())
            try await $0.office.server.drop("tcp dport 80")
            try await $0.client.setClock(wrongBy: -20 * year)
        },
    ]

    private static let portals: [Fault] = [
        Fault(
            "http.captive-portal", .connectionDown, plain, [OfficeAtWork.portal], name: "a redirect to this network"
        ) {
            try await $0.startPortal()
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://www.lab.example/",
            [OfficeAtWork.portal, "answers 302"], name: "a connectivity URL that is redirected", options: known
        ) {
            try await $0.startPortal()
        },
        Fault(
            "http.captive-portal", .connectionDown, plain, ["http://four.lab.example/status/204", "answers 200"],
            name: "a connectivity URL that returns the portal's page", options: known + ["--contains", "Welcome"]
        ) {
            try await $0.startPortal(answer: "return 200 'Pay here';")
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://198.51.100.80/",
            ["with status 200", "that nobody has"], name: "a portal that serves its page for every address"
        ) {
            try await $0.startPortal(answer: "return 200 'Pay here';")
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://198.51.100.80/",
            ["with status 200", "that nobody has"],
            name: "a portal that serves its page for every address, and drops other connections"
        ) {
            try await $0.startPortal(answer: "return 200 'Pay here';", secure: .dropped)
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://198.51.100.80/", ["http://login.hotel.example/"],
            name: "a redirect to a name that does not resolve"
        ) {
            try await $0.startPortal(answer: "return 302 http://login.hotel.example/;")
        },
        Fault(
            "http.captive-portal", .connectionDown, "https://198.51.100.80/", ["http://198.51.100.99/pay"],
            name: "the portal's certificate, and a page on the Internet"
        ) {
            try await $0.startPortal(answer: "return 302 http://198.51.100.99/pay;")
        },
        Fault(
            "http.captive-portal", .connectionDown, plain, [OfficeAtWork.portal],
            name: "a web filter of the gateway that redirects one host to its own page"
        ) {
            try await $0.startWebFilter(of: "10.77.2.1")
        },
        Fault("http.captive-portal", .connectionDown, secure, [OfficeAtWork.portal], name: "the portal's certificate") {
            try await $0.startPortal()
        },
        Fault("http.captive-portal", .connectionDown, secure, [OfficeAtWork.portal], name: "TLS is refused") {
            try await $0.startPortal(secure: .refused)
        },
        Fault("http.captive-portal", .connectionDown, plain, ["511"], name: "status 511") {
            try await $0.startPortal(answer: "return 511;")
        },
        Fault(
            "http.captive-portal", .connectionDown, secure, ["https://portal.lab.example/login"],
            name: "announced by the network (RFC 8910)"
        ) {
            try await $0.startPortal(answer: "return 200 'Pay here';")
            try await $0.announcePortal()
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://www.lab.example/",
            [OfficeAtWork.portal, "answers 302"], name: "every name resolves to the portal", options: known
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNSMasq([], options: ["address=/#/10.77.1.2"])
            try await $0.office.router.startNginx([
                Site(port: 80, options: ["return 302 \(OfficeAtWork.portal);"]), Site(port: 8090),
            ])
        },
    ]

    private static let outside = ["http_proxy": "http://proxy.lab.example:3128", "no_proxy": "lab.example"]

    private static let proxies: [Fault] = [
        Fault(
            "proxy.required", .connectionDown, plain, ["http://proxy.lab.example:3128", "no_proxy", "timeout"],
            name: "no_proxy", environment: outside
        ) {
            try await $0.startProxy()
            try await $0.blockDirectWay()
        },
        Fault(
            "proxy.required", .connectionDown, secure, ["http://proxy.lab.example:3128", "https_proxy"],
            name: "--no-proxy", options: ["--no-proxy"],
            environment: ["https_proxy": "http://proxy.lab.example:3128"]
        ) {
            try await $0.startProxy()
            try await $0.blockDirectWay("reject with tcp reset")
        },
        Fault(
            "proxy.required", .connectionDown, plain, ["proxy: off", "the configuration"], name: "proxy: off",
            way: .lateDaemon(
                "publish: off\ninterval: 1h\ntimeout: 5s\nproxy: http://proxy.lab.example:3128\n"
                    + "targets:\n- target: \(plain)\n  proxy: off\n")
        ) {
            try await $0.startProxy()
            try await $0.blockDirectWay("reject with icmp type admin-prohibited")
        },
    ]

    private static let slowness: [Fault] = [
        Fault("tcp.slow", .connectionUp, plain, ["10.77.2.1:80", "900 ms"]) { try await $0.loseFirstSYN() },
        Fault("http.slow", .connectionUp, "http://10.77.2.1:448/", ["waiting for the first byte", "3 s"]) {
            try await $0.office.server.startFaultyServer("http.slow=delay=4s", port: 448)
        },
        Fault("http.slow", .connectionUp, "http://four.lab.example:448/slow", ["the body", "3 s"], name: "a slow body")
        {
            // nginx counts whole seconds. The page takes four, which leaves a margin of one second.
            try await $0.office.server.write("/run/slow", String(repeating: "lab ", count: 1_150))
            try await $0.office.server.startNginx([
                Site(port: 448, options: ["location = /slow { limit_rate 1k; alias /run/slow; }"])
            ])
        },
    ]

    private static let pin = "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="

    private static let interception: [Fault] = [
        Fault(
            "tls.intercepted", .connectionUp, secure, ["Lab CA", "Example Trust"], name: "an unexpected issuer",
            options: ["--issuer", "Example Trust"]),
        Fault(
            "tls.intercepted", .connectionUp, secure, ["Lab CA", "pin"], name: "an unexpected key",
            options: ["--pin", pin]),
        Fault(
            "tls.intercepted", .connectionUp, secure, ["Lab CA"], name: "issuer and pin in the configuration",
            way: .configured(secure, "tls: {issuer: Example Trust, pin: ['\(pin)']}")),
        // A proxy that intercepts TLS, with an authority that this machine trusts, as in company networks.
        Fault(
            "tls.intercepted", .connectionUp, secure, ["Company", "Lab CA"], name: "a middlebox that intercepts TLS",
            options: ["--issuer", "Lab CA"]
        ) {
            let company = try await $0.authority.issueIntermediate("Company Box", on: $0.office.server)
            try await $0.client.trust(company)
            let forged = try await company.issue(["www.lab.example"], on: $0.office.server)
            try await $0.office.router.startNginx([Site(port: 8443, certificate: forged)])
            try await $0.office.router.filter(
                "table inet box {\n chain c { type nat hook prerouting priority -100\n tcp dport 443 redirect to :8443\n }\n}\n"
            )
        },
        Fault(nil, .connectionUp, secure, name: "the expected issuer", options: ["--issuer", "lab ca"]),
    ]

    /// Two faults at once.
    private static let doubles: [Fault] = [
        double("local.clock", other, ["years ahead"], "a wrong clock, and a certificate for another name") {
            try await $0.serve($0.authority.issue(["other.lab.example"], on: $0.office.server))
            try await $0.client.setClock(wrongBy: 3 * year)
        },
        double("tls.expired", other, ["2020-02-01"], "a wrong clock, and a certificate that expired long ago") {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
            try await $0.client.setClock(wrongBy: year)
        },
        double("http.captive-portal", plain, [OfficeAtWork.portal], "a portal, and a dead second DNS server") {
            try await $0.client.useDNS(["10.77.3.1", "10.77.3.9"])
            try await $0.startPortal()
        },
        double("http.captive-portal", other, ["answers 302"], "a portal, and a closed port", known) {
            try await $0.startPortal()
        },
        double(
            "http.captive-portal", secure, [OfficeAtWork.portal], "a portal, and this machine's filter of IPv6"
        ) {
            try await $0.startPortal(secure: .dropped)
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n"
                    + " meta nfproto ipv6 meta l4proto { tcp, udp } drop\n }\n}\n")
        },
        double(
            "http.captive-portal", secure, [OfficeAtWork.portal], "a portal, and an old line of the hosts file"
        ) {
            try await $0.startPortal(secure: .dropped)
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.2.9 www.lab.example\n")
        },
        double("http.server-error", "\(plain)status/500", ["500"], "a slow connection, and status 500") {
            try await $0.loseFirstSYN()
        },
        double(
            "proxy.required", plain, ["proxy.lab.example"], "a blocked direct route, and a dead second DNS server", [],
            outside
        ) {
            try await $0.client.useDNS(["10.77.3.1", "10.77.3.9"])
            try await $0.startProxy()
            try await $0.blockDirectWay()
        },
        double(
            "tcp.timeout", plain, ["10.77.2.1:80"], "a server that drops every connection, and an unused proxy", [],
            outside
        ) {
            try await $0.startProxy()
            try await $0.office.server.drop("tcp dport 80")
        },
        double(
            "tls.self-signed", other, ["www.lab.example"], "a self-signed certificate, and an expected issuer",
            ["--issuer", "Example Trust"]
        ) {
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
        double(
            "tls.self-signed", other, ["www.lab.example"], "a self-signed certificate, and a network without a portal",
            known
        ) {
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
    ]

    /// Similar symptoms without a fault.
    private static let harmless: [Fault] = [
        Fault(
            nil, .connectionUp, "http://10.77.2.1:449/", name: "a redirect to another host, with a connectivity URL",
            options: known
        ) {
            try await $0.office.server.startNginx([Site(port: 449, options: ["return 302 http://www.lab.example/;"])])
        },
        Fault(
            nil, .connectionUp, "http://10.77.2.1:449/", name: "a redirect to another host, without a connectivity URL"
        ) {
            try await $0.office.server.startNginx([Site(port: 449, options: ["return 302 http://www.lab.example/;"])])
        },
        Fault(
            nil, .connectionUp, "http://10.77.2.1:449/",
            name: "a redirect to the router, which announces that there is no portal"
        ) {
            try await $0.office.server.startNginx([Site(port: 449, options: ["return 302 http://10.77.1.2:8090/;"])])
            try await $0.office.router.startNginx([Site(port: 8090)])
            try await $0.announcePortal(isCaptive: false)
        },
        Fault(
            nil, .connectionUp, "http://10.77.2.1:449/",
            name: "a redirect to the router, where nothing responds for other hosts"
        ) {
            try await $0.office.server.startNginx([Site(port: 449, options: ["return 302 http://10.77.1.2:8090/;"])])
            try await $0.office.router.startNginx([Site(port: 8090)])
        },
        Fault(nil, .connectionUp, plain, name: "an unused proxy that is not required", environment: outside),
    ]

    private static func double(
        _ cause: CauseID, _ target: String, _ facts: [String], _ name: String, _ options: [String] = [],
        _ environment: [String: String] = [:],
        _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void
    ) -> Fault {
        Fault(
            cause, .connectionDown, target, facts, name: name, kind: .double, options: options,
            environment: environment, bringAbout)
    }
}

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
        Fault("local.clock", .connectionDown, secure, ["20 years behind", secure], name: "behind") {
            try await $0.client.setClock(wrongBy: -20 * year)
        },
        Fault("local.clock", .connectionDown, "tls://www.lab.example:443", ["3 years ahead of"], name: "ahead") {
            try await $0.client.setClock(wrongBy: 3 * year)
        },
        Fault("local.clock", .connectionDown, other, ["http://www.lab.example/"], name: "TLS without a Date") {
            try await $0.office.server.startSServer(port: 444, certificate: try await $0.certificate())
            try await $0.client.setClock(wrongBy: 3 * year)
        },
        Fault("local.clock", .connectionDown, other, ["ahead of the Date of http://"], name: "the gateway's clock") {
            try await $0.office.server.startSServer(port: 444, certificate: try await $0.certificate())
            try await $0.office.server.drop("tcp dport 80")
            try await $0.office.router.startNginx()
            try await $0.client.setClock(wrongBy: 3 * year)
        },
        Fault("local.clock", .connectionDown, other, ["this program was built"], name: "before the program was built") {
            try await $0.office.server.startSServer(port: 444, certificate: try await $0.certificate())
            try await $0.office.server.drop("tcp dport 80")
            try await $0.client.setClock(wrongBy: -20 * year)
        },
    ]

    private static let portals: [Fault] = [
        Fault(
            "http.captive-portal", .connectionDown, plain, [OfficeAtWork.portal], name: "a redirect into this network"
        ) {
            try await $0.startPortal()
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://www.lab.example/",
            [OfficeAtWork.portal, "answers 302"], name: "a known URL", options: known
        ) {
            try await $0.startPortal()
        },
        Fault(
            "http.captive-portal", .connectionDown, plain, ["http://four.lab.example/status/204", "answers 200"],
            name: "a page of its own", options: known + ["--contains", "Welcome"]
        ) {
            try await $0.startPortal(answer: "return 200 'Pay here';")
        },
        Fault(
            "http.captive-portal", .connectionIndeterminate, "http://198.51.100.80/",
            ["answers 200", "an address that nobody has"], name: "a page of its own for everybody"
        ) {
            try await $0.startPortal(answer: "return 200 'Pay here';")
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://198.51.100.80/", ["http://login.hotel.example/"],
            name: "a page whose name this machine's resolver does not know"
        ) {
            try await $0.startPortal(answer: "return 302 http://login.hotel.example/;")
        },
        Fault(
            "http.captive-portal", .connectionDown, "https://198.51.100.80/", ["http://198.51.100.99/pay"],
            name: "its certificate, and a page in the Internet"
        ) {
            try await $0.startPortal(answer: "return 302 http://198.51.100.99/pay;")
        },
        Fault("http.captive-portal", .connectionDown, secure, [OfficeAtWork.portal], name: "its certificate") {
            try await $0.startPortal()
        },
        Fault("http.captive-portal", .connectionDown, secure, [OfficeAtWork.portal], name: "TLS is refused") {
            try await $0.startPortal(secure: .refused)
        },
        Fault("http.captive-portal", .connectionDown, plain, ["511"], name: "status 511") {
            try await $0.startPortal(answer: "return 511;")
        },
        Fault(
            "http.captive-portal", .connectionDown, secure, ["https://portal.lab.example/login"], name: "RFC 8910"
        ) {
            try await $0.startPortal(answer: "return 200 'Pay here';")
            try await $0.announcePortal()
        },
        Fault(
            "http.captive-portal", .connectionDown, "http://www.lab.example/",
            [OfficeAtWork.portal, "answers 302"], name: "every name is the portal's", options: known
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
            "tls.intercepted", .connectionUp, secure, ["Lab CA", "Example Trust"], name: "another issuer",
            options: ["--issuer", "Example Trust"]),
        Fault(
            "tls.intercepted", .connectionUp, secure, ["Lab CA", "pin"], name: "another key", options: ["--pin", pin]),
        Fault(
            "tls.intercepted", .connectionUp, secure, ["Lab CA"], name: "by the configuration",
            way: .configured(secure, "tls: {issuer: Example Trust, pin: ['\(pin)']}")),
        // A proxy that intercepts TLS, with an authority that this machine trusts, as in company networks.
        Fault(
            "tls.intercepted", .connectionUp, secure, ["Company", "Lab CA"], name: "a box that opens TLS",
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
        Fault(nil, .connectionUp, secure, name: "the issuer that is expected", options: ["--issuer", "lab ca"]),
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
        double("http.captive-portal", other, ["answers 302"], "a portal, and a closed port behind it", known) {
            try await $0.startPortal()
        },
        double("http.server-error", "\(plain)status/500", ["500"], "a slow connection, and 500") {
            try await $0.loseFirstSYN()
        },
        double(
            "proxy.required", plain, ["proxy.lab.example"], "a blocked way, and a dead second DNS server", [], outside
        ) {
            try await $0.client.useDNS(["10.77.3.1", "10.77.3.9"])
            try await $0.startProxy()
            try await $0.blockDirectWay()
        },
        double(
            "tcp.timeout", plain, ["10.77.2.1:80"], "a server that is silent to everybody, and an unused proxy", [],
            outside
        ) {
            try await $0.startProxy()
            try await $0.office.server.drop("tcp dport 80")
        },
        double(
            "tls.self-signed", other, ["www.lab.example"], "a certificate of its own, and an issuer that is expected",
            ["--issuer", "Example Trust"]
        ) {
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
        double(
            "tls.self-signed", other, ["www.lab.example"], "a certificate of its own, and a network without a portal",
            known
        ) {
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
    ]

    /// Similar symptoms without a fault.
    private static let harmless: [Fault] = [
        Fault(nil, .connectionUp, "http://10.77.2.1:449/", name: "a redirect to another host", options: known) {
            try await $0.office.server.startNginx([Site(port: 449, options: ["return 302 http://www.lab.example/;"])])
        },
        Fault(nil, .connectionUp, "http://10.77.2.1:449/", name: "another host, and no known URL") {
            try await $0.office.server.startNginx([Site(port: 449, options: ["return 302 http://www.lab.example/;"])])
        },
        Fault(nil, .connectionUp, "http://10.77.2.1:449/", name: "a redirect to the router, which says: no portal") {
            try await $0.office.server.startNginx([Site(port: 449, options: ["return 302 http://10.77.1.2:8090/;"])])
            try await $0.office.router.startNginx([Site(port: 8090)])
            try await $0.announcePortal(isCaptive: false)
        },
        Fault(nil, .connectionUp, plain, name: "a proxy that is not used, and not needed", environment: outside),
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

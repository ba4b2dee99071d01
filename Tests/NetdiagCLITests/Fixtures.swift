import NetworkModel
import Translations

@testable import NetdiagCLI

/// Documents from a daemon.
enum Fixtures {
    static func moment(_ seconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: 1_795_000_000_000 + seconds * 1_000)
    }

    static func address(_ text: String) throws -> IPAddress {
        guard let address = IPAddress(text) else { throw Missing() }
        return address
    }

    struct Missing: Error {}

    static let servfail = Finding(
        id: "dns.servfail", layer: .dns, severity: .error, confidence: 0.98,
        summary: "the DNS server 10.0.0.53 answered SERVFAIL for example.org",
        advice: ["ask another server: netdiag resolve --server 9.9.9.9 example.org"])

    static let slow = Finding(
        id: "gateway.slow", layer: .gateway, severity: .warning, confidence: 0.5,
        summary: "round trips to 10.0.0.1 take 120 ms", advice: ["look at: ip -s link show eth0"])

    static func eth0() throws -> Link {
        Link(
            index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1500, speed: 2500,
            hardwareAddress: "52:54:00:12:34:02",
            addresses: [
                LinkAddress(address: try address("10.0.0.10"), prefixLength: 24, scope: .global, flags: [.permanent]),
                LinkAddress(address: try address("fe80::1"), prefixLength: 64, scope: .link, flags: [.tentative]),
            ])
    }

    static let radio = Link(
        index: 3, name: "wlan0", isAdminUp: true, hasCarrier: false, operationalState: .down, mtu: 1500)

    static func defaultRoute() throws -> Route {
        Route(family: .ipv4, gateway: try address("10.0.0.1"), interface: "eth0", metric: 100, origin: "dhcp")
    }

    static func resolution() -> Resolution {
        Resolution(
            name: "example.org", answers: [],
            failures: [
                .init(source: .dns, server: "10.0.0.53", type: "A", reason: .servfail, duration: .microseconds(12_100)),
                .init(source: .dns, server: "10.0.0.53", type: "AAAA", reason: .servfail, duration: .milliseconds(9)),
            ])
    }

    /// A name whose alias leads to no record.
    static func brokenResolution() -> Resolution {
        var failure = Resolution.Failure(
            source: .dns, server: "10.0.0.53", type: "AAAA", reason: .nxdomain, duration: .milliseconds(9))
        (failure.aliases, failure.aliasEnd) = (["www.example.org", "gone.example.org"], .nxdomain)
        return Resolution(name: "shop.example.org", answers: [], failures: [failure], aliases: [])
    }

    /// An examination with a finding of each severity, in the language of the reader.
    static func doctor() -> DoctorDocument {
        let file = "/etc/netdiag/netdiag.yaml"
        return DoctorDocument([
            DoctorFinding(
                "configuration", .error, .configurationRefused,
                ["file": file, "error": "\(file):2: \"nonsense://\" is not a target"],
                fix: LocalSentence(.correctErrors, ["command": "netdiagd --check-config"])),
            DoctorFinding(
                "mdns.names", .warning, .namesWithoutModule, ["place": "/etc/nsswitch.conf:9"],
                fix: LocalSentence(command: "sudo apt-get install libnss-mdns")),
            DoctorFinding("unit", .note, .unitUnmanaged),
            DoctorFinding("clock", .ok, .clockInStep),
        ])
    }

    static func brokenReport() throws -> Report {
        Report(
            target: "https://example.org/", started: moment(0), duration: .microseconds(12_900),
            status: .connectionDown, findings: [servfail, slow],
            layers: [
                LayerReport(
                    layer: .link, status: .connectionUp, duration: .microseconds(210),
                    evidence: .init(LinkEvidence(carriers: [try eth0()], others: []))),
                LayerReport(
                    layer: .gateway, status: .connectionUp, duration: .milliseconds(120),
                    evidence: .init(
                        GatewayEvidence(
                            hops: [
                                .init(
                                    route: try defaultRoute(),
                                    echo: EchoEvidence(
                                        address: try address("10.0.0.1"), outcome: .reply, sent: 1, received: 1,
                                        roundTrip: .milliseconds(120)))
                            ], isOnLink: false))),
                LayerReport(
                    layer: .dns, status: .connectionDown, duration: .microseconds(12_100),
                    evidence: .init(DNSEvidence(resolution: resolution(), servers: ["10.0.0.53"]))),
                LayerReport(layer: .tcp, status: .noErr),
            ])
    }

    static func healthyReport() throws -> Report {
        Report(
            target: "tcp://10.0.0.1:22", started: moment(0), duration: .microseconds(800), status: .connectionUp,
            findings: [],
            layers: [
                LayerReport(
                    layer: .tcp, status: .connectionUp, duration: .microseconds(400),
                    evidence: .init(
                        TCPEvidence(attempts: [
                            .init(
                                address: try address("10.0.0.1"), port: 22, outcome: .connected,
                                duration: .microseconds(400))
                        ])))
            ])
    }

    static func status() throws -> StatusDocument {
        StatusDocument(
            status: .connectionDown, findings: [servfail, slow], host: "lab-a", since: moment(-3_900),
            links: [try eth0(), radio],
            resolvers: [
                .init(
                    resolver: Resolver(address: try address("10.0.0.53"), source: .resolvConf), status: .connectionDown,
                    duration: Milliseconds(.microseconds(12_100)), failure: .servfail),
                .init(
                    resolver: Resolver(address: try address("2001:db8::53"), port: 5353, source: .resolvConf),
                    status: .noErr),
            ],
            gateways: [
                .init(
                    address: try address("10.0.0.1"), interface: "eth0", status: .connectionUp, metric: 100,
                    neighbour: .reachable, roundTrip: Milliseconds(.milliseconds(120)))
            ],
            incidents: [
                .init(id: 1, cause: servfail, targets: ["https://example.org/"], opened: moment(-60), closed: nil)
            ],
            targets: [
                .init(
                    target: "https://example.org/", status: .connectionDown, degraded: false, cause: servfail,
                    last: moment(-12)),
                .init(target: "icmp://10.0.0.1", status: .noErr, degraded: false, cause: nil, last: nil),
            ],
            publication: Publication(
                state: .renamed, name: "lab-a #2", types: ["_netdiag._tcp", "_http._tcp"], port: 8080,
                reason: "lab-a was taken"))
    }
}

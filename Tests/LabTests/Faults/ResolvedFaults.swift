import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults between systemd-resolved and its servers: DNS over TLS (RFC 7858), and a server of some domains alone, such as a
/// VPN's.
enum ResolvedFaults {
    private struct Case: Sendable {
        var cause: CauseID?
        var status = ConnectionStatus.connectionDown
        var facts: [String] = []
        var name: String
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    private static let configuration = "publish: off\ninterval: 30s\n"
    private static let page = "http://www.lab.example/"
    private static let server = "10.77.3.1"

    static let rows = encrypted + split

    private static let encrypted: [Fault] = cases.flatMap { item in
        var ways: [(String, String, Fault.Way)] = [("check", page, .command), ("status", "", .status(configuration))]
        if item.status == .connectionDown { ways.append(("check by a daemon", page, .lateDaemon(configuration))) }
        return ways.map { how, target, way in
            Fault(
                item.cause, item.status, target, item.facts, name: "DNS over TLS, \(how): \(item.name)", way: way,
                item.bringAbout)
        }
    }

    private static let cases: [Case] = [
        Case(cause: "dns.tls-blocked", facts: [server, "853", "refused"], name: "required, and the port is closed") {
            try await $0.startResolved(overTLS: "yes")
        },
        Case(cause: "dns.tls-blocked", facts: [server, "853", "no answer"], name: "required, and the port is dropped") {
            try await $0.office.names.drop("tcp dport 853")
            try await $0.startResolved(overTLS: "yes")
        },
        Case(
            cause: "dns.tls-certificate", facts: [server, "dns.lab.example", "another name"],
            name: "required, and the certificate is for another name"
        ) {
            try await $0.answerOverTLS(as: "other.lab.example")
            try await $0.startResolved(overTLS: "yes")
        },
        Case(cause: nil, status: .connectionUp, name: "required, and the certificate is valid") {
            try await $0.answerOverTLS(as: "dns.lab.example")
            try await $0.startResolved(overTLS: "yes")
        },
        Case(cause: nil, status: .connectionUp, name: "opportunistic, and the port is closed") {
            try await $0.startResolved(overTLS: "opportunistic")
        },
        // systemd-resolved tries three times before it does without TLS. Programs wait meanwhile.
        Case(
            cause: "dns.slow", status: .connectionUp, facts: ["127.0.0.53", "1000 ms"],
            name: "opportunistic, and the port is dropped"
        ) {
            try await $0.office.names.drop("tcp dport 853")
            try await $0.startResolved(overTLS: "opportunistic")
        },
        Case(cause: nil, status: .connectionUp, name: "opportunistic, and the port was found to be dropped") {
            try await $0.office.names.drop("tcp dport 853")
            try await $0.startResolved(overTLS: "opportunistic")
            try await $0.client.run(["getent", "ahosts", "four.lab.example"])
        },
        Case(cause: nil, status: .connectionUp, name: "opportunistic, and the certificate is for another name") {
            try await $0.answerOverTLS(as: "other.lab.example")
            try await $0.startResolved(overTLS: "opportunistic")
        },
    ]

    private static let intranet = "icmp://intra.corp.example"
    private static let vpn = "10.77.5.2"

    private static let split: [Fault] = [
        Fault(nil, .connectionUp, intranet, name: "split DNS: a name of the VPN") { try await $0.addVPN() },
        Fault(nil, .connectionUp, page, name: "split DNS: another name") { try await $0.addVPN() },
        Fault(nil, .connectionUp, "", name: "split DNS: the VPN's server answers", way: .status(configuration)) {
            try await $0.addVPN()
        },
        Fault(
            "dns.server-closed", .connectionDown, intranet, [vpn],
            name: "split DNS: a name of the VPN, whose server is gone"
        ) { try await $0.addVPN(isAnswering: false) },
        Fault(nil, .connectionUp, page, name: "split DNS: another name, while the VPN's server is gone") {
            try await $0.addVPN(isAnswering: false)
        },
        Fault(
            "dns.split-server-dead", .connectionUp, "", [vpn, "corp.example", "closed"],
            name: "split DNS: the VPN's server is gone", way: .status(configuration)
        ) { try await $0.addVPN(isAnswering: false) },
        Fault(
            "dns.server-unreachable", .connectionDown, intranet, [vpn],
            name: "split DNS: a name of the VPN, whose server is silent"
        ) { try await $0.addVPN().drop(queries) },
        Fault(
            "dns.split-server-dead", .connectionUp, "", [vpn, "corp.example", "timeout"],
            name: "split DNS: the VPN's server is silent", way: .status(configuration)
        ) { try await $0.addVPN().drop(queries) },
    ]

    private static let queries = "meta l4proto { tcp, udp } th dport 53"
}

extension OfficeAtWork {
    /// Adds a router of the Internet, and starts systemd-resolved on the client, which queries the office's DNS server.
    ///
    /// - Parameter mode: The value of `DNSOverTLS=` (resolved.conf(5)).
    fileprivate func startResolved(overTLS mode: String) async throws {
        try await addCore()
        var link = ResolvedLink(office.clientCable.a.interface, server: office.namesCable.a.ipv4)
        (link.serverName, link.tls) = ("dns.lab.example", mode)
        // systemd 252 checks certificates only if the setting applies to all links.
        try await client.startResolved([link], settings: ["DNSOverTLS=\(mode)"])
    }

    /// Starts a server for DNS over TLS on the host of the DNS server, with a certificate for a name.
    fileprivate func answerOverTLS(as name: String) async throws {
        try await office.names.startEncryptedDNS(
            CertificateAuthority.sharedCertificate([name], on: office.server),
            records: [
                "www.lab.example. 60 IN A \(serverIPv4)", "a.root-servers.net. 60 IN A 198.41.0.4",
            ])
    }

    /// Adds a router of the Internet, and a network such as a VPN with a DNS server for its own domain. It starts
    /// systemd-resolved on the client, which queries that server for these names, and the office's for others.
    ///
    /// - Returns: The host of the DNS server.
    @discardableResult
    fileprivate func addVPN(isAnswering: Bool = true) async throws -> Host {
        try await addCore()
        let far = try await lab.host("vpn")
        let cable = try await lab.link(client, far)
        if isAnswering {
            try await far.startDNSMasq(
                [.addresses("intra.corp.example", [cable.b.ipv4])], options: ["local=/corp.example/"])
        }
        var vpn = ResolvedLink(cable.a.interface, server: cable.b.ipv4)
        vpn.domains = [("corp.example", true)]
        try await client.startResolved([
            ResolvedLink(office.clientCable.a.interface, server: office.namesCable.a.ipv4), vpn,
        ])
        return far
    }
}

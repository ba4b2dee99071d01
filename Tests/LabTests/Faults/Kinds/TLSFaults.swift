import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of TLS handshakes and certificates.
enum TLSFaults: LabKind {
    private static let url = "https://www.lab.example:444/"

    static let healthyTargets: [HealthyTarget] = ["tls://www.lab.example:443"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {}

    static let rows: [Fault] = [
        Fault("tls.expired", .connectionDown, url, ["2020-02-01"]) {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .expired, on: $0.office.server))
        },
        Fault("tls.expired", .connectionDown, url, ["2020-02-01", "Intermediate"], name: "an intermediate certificate")
        {
            let server = $0.office.server
            let intermediate = try await $0.authority.issueIntermediate(valid: .expired, on: server)
            let leaf = try await intermediate.issue(["www.lab.example"], on: server)
            try await $0.serve(leaf.followed(by: intermediate))
        },
        Fault(
            "tls.expired", .connectionDown, url, ["this machine's trust store", "Old Lab CA"],
            name: "an authority of the trust store has expired"
        ) {
            let server = $0.office.server
            let authority = try await $0.authority.issueIntermediate("Old Lab CA", valid: .expired, on: server)
            try await $0.client.trust(authority)
            try await $0.serve(authority.issue(["www.lab.example"], on: server))
        },
        Fault("tls.not-yet-valid", .connectionDown, url, ["2090-01-01"]) {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .notYet, on: $0.office.server))
        },
        Fault("tls.wrong-host", .connectionDown, url, ["www.lab.example", "other.lab.example"]) {
            try await $0.serve($0.authority.issue(["other.lab.example"], on: $0.office.server))
        },
        Fault("tls.self-signed", .connectionDown, url, ["www.lab.example"]) {
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault(
            "tls.self-signed", .connectionDown, url, ["www.lab.example"], name: "through a proxy",
            options: ["--proxy", "http://proxy.lab.example:3128"]
        ) {
            try await $0.startProxy()
            try await $0.serve(.selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault(
            "tls.self-signed", .connectionDown, url, ["www.lab.example"], name: "at a private address elsewhere"
        ) {
            let server = $0.office.server
            try await server.run(["ip", "addr", "add", "172.20.0.9/32", "dev", "lo"])
            try await $0.office.router.run(["ip", "route", "add", "172.20.0.9", "via", $0.office.serverCable.a.ipv4])
            try await $0.answer([.init("www.lab.example", .addresses(["172.20.0.9"]))])
            try await $0.serve(.selfSigned(["www.lab.example"], on: server))
        },
        Fault("tls.untrusted-issuer", .connectionDown, url, ["Lab CA"]) {
            let stranger = try await CertificateAuthority(on: $0.office.server)
            let certificate = try await stranger.issue(["www.lab.example"], on: $0.office.server)
            try await $0.serve(certificate.followed(by: stranger))
        },
        Fault("tls.incomplete-chain", .connectionDown, url, ["Lab Intermediate CA"]) {
            let intermediate = try await $0.authority.issueIntermediate(on: $0.office.server)
            let leaf = try await intermediate.issue(
                ["www.lab.example"], issuerURL: "http://www.lab.example/ca.der", on: $0.office.server)
            try await $0.serve(leaf)
        },
        Fault(
            "tls.untrusted-issuer", .connectionDown, url, ["Lab CA"],
            name: "a private authority, without its root certificate"
        ) {
            let stranger = try await CertificateAuthority(on: $0.office.server)
            try await $0.serve(stranger.issue(["www.lab.example"], on: $0.office.server))
        },
        Fault("tls.not-tls", .connectionDown, "https://www.lab.example:80/", ["HTTP in the clear"]),
        Fault("tls.not-tls", .connectionDown, "tls://10.77.2.1:22", name: "SSH") {
            try await $0.office.server.startSSH()
        },
        Fault("tls.handshake-timeout", .connectionDown, "tls://10.77.2.1:445", ["10.77.2.1:445"]) {
            try await $0.office.server.startFaultyServer("tls.handshake-timeout", port: 445)
        },
        Fault("tls.version", .connectionDown, url, ["www.lab.example:444"]) {
            try await $0.office.server.startSServer(
                port: 444, certificate: try await $0.certificate(),
                options: ["-tls1", "-cipher", "DEFAULT@SECLEVEL=0"])
        },
        Fault("tls.alert", .connectionDown, url, ["unrecognized name"]) {
            try await $0.office.server.startNginx([
                Site(port: 444, certificate: try await $0.certificate(), options: ["ssl_reject_handshake on;"])
            ])
        },
        Fault("tls.alert", .connectionDown, url, ["handshake failure"], name: "no shared cipher") {
            try await $0.office.server.startSServer(
                port: 444, certificate: try await $0.certificate(),
                options: ["-tls1_2", "-cipher", "ECDHE-ECDSA-CAMELLIA256-SHA384"])
        },
        Fault("tls.client-certificate", .connectionDown, url, ["www.lab.example:444"]) {
            let trusted = try await $0.authority.file(on: $0.office.server)
            try await $0.office.server.startSServer(
                port: 444, certificate: try await $0.certificate(),
                options: ["-Verify", "1", "-verify_return_error", "-CAfile", trusted])
        },
        Fault("tls.revoked", .connectionDown, url, ["www.lab.example"]) {
            let certificate = try await $0.certificate()
            let response = try await $0.authority.ocspResponse(
                for: certificate, status: .revoked, on: $0.office.server)
            try await $0.office.server.startSServer(
                port: 444, certificate: certificate, options: ["-status_file", response])
        },
        Fault("tls.weak", .connectionDown, url, ["1024 bits"], name: "a short key") {
            try await $0.office.server.startSServer(
                port: 444,
                certificate: try await $0.authority.issue(
                    ["www.lab.example"], key: .rsa(1024), on: $0.office.server),
                options: ["-cipher", "DEFAULT@SECLEVEL=0"])
        },
        Fault(
            "tls.weak", .connectionUp, url, ["TLSv1"], name: "an old protocol version",
            way: .configured(url, "tls: {minimum: '1.0'}")
        ) {
            try await $0.office.server.startSServer(
                port: 444, certificate: try await $0.certificate(),
                options: ["-tls1", "-cipher", "DEFAULT@SECLEVEL=0"])
        },
        Fault("tls.expires-soon", .connectionUp, url, ["www.lab.example"]) {
            try await $0.serve($0.authority.issue(["www.lab.example"], valid: .soonOver, on: $0.office.server))
        },
        // A certificate that is valid for clients only.
        Fault("tls.failed", .connectionDown, url, ["extended key usage"]) {
            try await $0.serve($0.authority.issueClient("www.lab.example", on: $0.office.server))
        },
        Fault(
            "tls.failed", .connectionDown, url, ["path length constraint"],
            name: "more authorities than one of them allows"
        ) {
            let server = $0.office.server
            let upper = try await $0.authority.issueIntermediate("Lab Upper CA", on: server)
            let lower = try await upper.issueIntermediate(on: server)
            let leaf = try await lower.issue(["www.lab.example"], on: server)
            try await $0.serve(leaf.followed(by: lower, upper))
        },
        Fault(
            "tls.failed", .connectionDown, url, ["for www.lab.example (name constraints)"],
            name: "an authority for another domain"
        ) {
            let server = $0.office.server
            let other = try await $0.authority.issueIntermediate(for: "corp.example", on: server)
            let leaf = try await other.issue(["www.lab.example"], on: server)
            try await $0.serve(leaf.followed(by: other))
        },
    ]
}

extension TLSFaults {
    // curl has no TLS without a protocol above.
    static func curlArguments(for check: PeerCheck) -> [String]? { ["https://\(check.textBehindScheme)/"] }

    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        ("{prober: tcp, timeout: 5s, tcp: {tls: true}}", check.textBehindScheme)
    }
}

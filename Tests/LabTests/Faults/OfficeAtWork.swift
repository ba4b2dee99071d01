import Lab

/// An office with its services running: DNS, and a web server with and without TLS.
struct OfficeAtWork: Sendable {
    let lab: Lab
    let office: Office
    let dns: HostProcess
    let authority: CertificateAuthority

    var client: Host { office.client }

    init(in lab: Lab) async throws {
        let office = try await lab.office()
        let server = office.serverCable.a
        let nowhere = office.namesCable.a.ipv6
        async let names = office.names.startDNSMasq(
            [
                .addresses("www.lab.example", [server.ipv4, server.ipv6]),
                .addresses("four.lab.example", [server.ipv4]), .addresses("two.lab.example", [server.ipv4, nowhere]),
                .text("text.lab.example", "no address"), .zone("lab.example"),
            ], options: ["host-record=half.lab.example,\(server.ipv4)", "host-record=half.lab.example,10.77.2.99"])
        let authority = try await CertificateAuthority(on: office.server)
        try await office.client.trust(authority)
        let certificate = try await authority.issue(["www.lab.example"], on: office.server)
        try await office.server.startNginx([Site(port: 80), Site(port: 443, certificate: certificate)])
        self.lab = lab
        self.office = office
        self.authority = authority
        dns = try await names
    }
}

extension OfficeAtWork {
    /// A second site of the web server, on port 444.
    func serve(_ certificate: Certificate) async throws {
        try await office.server.startNginx([Site(port: 444, certificate: certificate)])
    }
}

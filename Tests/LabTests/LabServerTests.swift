import Lab
import Testing

/// What the servers of the lab do, as the field's own clients see it from another host.
@Suite("The lab's servers", .lab, .tags(.lab))
struct LabServerTests {
    @Test("Apache httpd asks for Basic, for Digest, or for either", arguments: [false, true])
    func apache(inTLS: Bool) async throws {
        try await Pair.run { pair in
            let certificate = inTLS ? try await pair.certificate() : nil
            try await pair.server.startApache(port: 8080, certificate: certificate)
            let site = "\(inTLS ? "https" : "http")://www.lab.example:8080"
            #expect(try await pair.client.curl("\(site)/") == "lab")
            for (path, schemes) in [("basic", ["basic"]), ("digest", ["digest"]), ("both", ["basic", "digest"])] {
                let challenges = try await pair.client.challenges(of: "\(site)/\(path)")
                #expect(Set(challenges) == Set(schemes))
                for scheme in ["basic", "digest"] {
                    let known = ["--\(scheme)", "-u", Account.pair, "\(site)/\(path)"]
                    #expect(try await pair.client.status(known) == (schemes.contains(scheme) ? "200" : "401"))
                    let unknown = ["--\(scheme)", "-u", "alice:wrong", "\(site)/\(path)"]
                    #expect(try await pair.client.status(unknown) == "401")
                }
            }
            #expect(try await pair.client.status(["\(site)/negotiate"]) == "404")
        }
    }

    @Test("Apache httpd lets in whoever has a ticket of the Kerberos realm")
    func kerberos() async throws {
        try await Pair.run { pair in
            let realm = try await pair.server.startKerberos(address: pair.address, services: ["www.lab.example"])
            try await pair.server.startApache(kerberos: realm)
            try await pair.client.useKerberos(realm)
            let request = ["--negotiate", "-u", ":", "http://www.lab.example/negotiate"]
            #expect(try await pair.client.challenges(of: "http://www.lab.example/negotiate") == ["negotiate"])
            #expect(try await pair.client.status(request) == "401")
            try await pair.client.logIn(to: realm)
            #expect(try await pair.client.status(request) == "200")
            try await pair.client.run(["kdestroy"])
            #expect(try await pair.client.status(request) == "401")
            try await pair.client.run(["kinit", Account.name], input: Account.password + "\n")
            #expect(try await pair.client.status(request) == "200")
            let wrong = try await pair.client.result(of: ["kinit", Account.name], input: "wrong\n")
            #expect(wrong.status == .exited(1))
        }
    }
}

import Lab
import Testing

/// The behaviour of the lab's servers, tested from another host with the usual clients.
@Suite("The lab's servers", .lab, .tags(.lab))
struct LabServerTests {
    @Test("Apache httpd requires Basic, Digest, or either of them", arguments: [false, true])
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

    @Test("Apache httpd admits clients with a ticket of the Kerberos realm")
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

    @Test(
        "Squid requires authentication, resolves names itself, and denies requests",
        arguments: [ProxyAuthentication.none, .basic, .digest])
    func squid(authentication: ProxyAuthentication) async throws {
        try await Pair.run { pair in
            try await pair.server.startNginx()
            try await pair.server.startDNSMasq([.addresses("inner.lab.example", [pair.address]), .zone("lab.example")])
            try await pair.server.useDNS(["127.0.0.1"])
            try await pair.server.startSquid(authentication: authentication)
            let proxy = ["-x", "http://www.lab.example:3128"]
            let anonymous = proxy + ["http://inner.lab.example/"]
            let option: String? =
                switch authentication {
                case .none: nil
                case .basic: "--proxy-basic"
                case .digest: "--proxy-digest"
                }
            #expect(try await pair.client.status(anonymous) == (option == nil ? "200" : "407"))
            let login = option.map { [$0, "-U", Account.pair] } ?? []
            #expect(try await pair.client.status(login + anonymous) == "200")
            #expect(try await pair.client.status(login + ["-p"] + anonymous) == "200")
            #expect(try await pair.client.status(login + proxy + ["http://denied.lab.example/"]) == "403")
            // Which of the two depends on the release.
            let nowhere = try await pair.client.status(login + proxy + ["http://nobody.lab.example/"])
            #expect(["502", "503"].contains(nowhere))
            if let option {
                #expect(try await pair.client.status([option, "-U", "alice:wrong"] + anonymous) == "407")
            }
        }
    }

    @Test("Squid accepts TLS connections from its clients")
    func squidInTLS() async throws {
        try await Pair.run { pair in
            try await pair.server.startNginx()
            try await pair.server.startSquid(authentication: .basic, certificate: try await pair.certificate())
            let request = ["-x", "https://www.lab.example:3128", "http://\(pair.address)/"]
            let login = ["--proxy-basic", "-U", Account.pair]
            #expect(try await pair.client.status(request) == "407")
            #expect(try await pair.client.status(login + request) == "200")
            #expect(try await pair.client.status(login + ["-p"] + request) == "200")
            #expect(try await pair.client.curlExit(["-x", "http://www.lab.example:3128", "http://x/"]) != 0)
        }
    }

    @Test("the FTP server serves files to anybody and stores those of its account")
    func ftp() async throws {
        try await Pair.run { pair in
            let server = try await pair.server.startFTP()
            let site = "ftp://www.lab.example", login = ["-u", Account.pair]
            #expect(try await pair.client.curl("\(site)/readme.txt") == "lab")
            #expect(try await pair.client.curl("--disable-epsv", "\(site)/readme.txt") == "lab")
            #expect(try await pair.client.curl("-P", "-", "\(site)/readme.txt") == "lab")
            #expect(try await pair.client.curl("ftp://[\(pair.cable.b.ipv6)]/readme.txt") == "lab")
            #expect(try await pair.client.curl("\(site)/with%20space.txt") == "lab")
            #expect(try await pair.client.curl("\(site)/gr%C3%BC%C3%9Fe.txt") == "lab")
            #expect(try await pair.client.curl("\(site)/100%25%23%3F.txt") == "lab")
            #expect(try await pair.client.curl("\(site)/folder/inner.txt") == "inner")
            let names = try await pair.client.curl("-l", "\(site)/").split(separator: "\n")
            #expect(names.count == 7)
            let size = try await pair.client.curl("-w", "%{size_download}", "-o", "/dev/null", "\(site)/big.bin")
            #expect(size == "8388608")
            let put = ["-T", "/etc/hostname", "\(site)/put.txt"]
            #expect(try await pair.client.curlExit(put) == 25)
            #expect(try await pair.client.curlExit(login + put) == 0)
            #expect(try await pair.server.read("\(server.folder)/put.txt") == "client")
            #expect(try await pair.client.curlExit(["-u", "alice:wrong", "\(site)/"]) == 67)
            #expect(try await pair.client.curlExit(["--ssl-reqd", "\(site)/"]) == 64)
        }
    }

    @Test("the FTP server supports explicit and implicit TLS")
    func ftpInTLS() async throws {
        try await Pair.run { pair in
            try await pair.server.startFTP(
                certificate: try await pair.certificate(), implicitPort: 990, requiresTLS: true)
            let login = ["-u", Account.pair], path = "www.lab.example/readme.txt"
            #expect(try await pair.client.curlExit(login + ["ftp://\(path)"]) == 67)
            for version in ["1.2", "1.3"] {
                let tls = login + ["--ssl-reqd", "--tls-max", version]
                #expect(try await pair.client.curl(tls + ["ftp://\(path)"]) == "lab")
                #expect(try await pair.client.curl(tls + ["ftps://\(path)"]) == "lab")
                #expect(try await pair.client.curlExit(tls + ["-T", "/etc/hostname", "ftp://www.lab.example/"]) == 0)
            }
        }
    }

    @Test("data connections of the FTP server can be unreachable", arguments: [FTPData.dropped, .elsewhere])
    func ftpData(data: FTPData) async throws {
        try await Pair.run { pair in
            try await pair.server.startFTP(data: data, extended: false)
            let request = ["-v", "--connect-timeout", "2", "--no-ftp-skip-pasv-ip", "ftp://www.lab.example/readme.txt"]
            let result = try await pair.client.result(of: ["curl", "-sS"] + request)
            #expect(result.status != .exited(0))
            #expect(result.diagnostics.contains("500 Command \"EPSV\" not understood"))
            let place = data == .elsewhere ? "192,0,2,1," : pair.address.split(separator: ".").joined(separator: ",")
            #expect(result.diagnostics.contains("227 Entering passive mode (\(place)"))
        }
    }
}

import Lab
import Testing

extension LabServerTests {
    @Test("the SOCKS server resolves names itself, and requires authentication", arguments: [false, true])
    func socks(requiresLogin: Bool) async throws {
        try await Pair.run { pair in
            try await pair.server.startNginx()
            try await pair.server.startDNSMasq([
                .addresses("inner.lab.example", [pair.address]), .addresses("six.lab.example", [pair.cable.b.ipv6]),
            ])
            try await pair.server.useDNS(["127.0.0.1"])
            try await pair.server.startSOCKS(requiresLogin: requiresLogin)
            let proxy = ["--socks5-hostname", "www.lab.example:1080"]
            let login = requiresLogin ? ["-U", Account.pair] : []
            #expect(try await pair.client.status(login + proxy + ["http://inner.lab.example/"]) == "200")
            #expect(try await pair.client.status(login + proxy + ["http://six.lab.example/"]) == "200")
            #expect(try await pair.client.curlExit(login + proxy + ["http://inner.lab.example:81/"]) == 97)
            #expect(try await pair.client.curlExit(login + proxy + ["http://nobody.lab.example/"]) == 97)
            if requiresLogin {
                #expect(try await pair.client.curlExit(proxy + ["http://inner.lab.example/"]) == 97)
                let wrong = ["-U", "alice:wrong"] + proxy + ["http://inner.lab.example/"]
                #expect(try await pair.client.curlExit(wrong) == 97)
            } else {
                let four = ["--socks4", "www.lab.example:1080", "http://www.lab.example/"]
                #expect(try await pair.client.status(four) == "200")
            }
        }
    }

    @Test("vsftpd requires the data connection to resume the TLS session of the control connection")
    func vsftpd() async throws {
        try await Pair.run { pair in
            let certificate = try await pair.certificate()
            let plain = try await pair.server.startVsftpd()
            try await pair.server.startVsftpd(port: 2121, certificate: certificate)
            let login = ["-u", Account.pair], tls = login + ["--ssl-reqd"]
            let client = pair.client
            #expect(try await client.curl("ftp://www.lab.example/readme.txt") == "lab")
            #expect(try await client.curl("ftp://[\(pair.cable.b.ipv6)]/folder/inner.txt") == "inner")
            #expect(try await client.curlExit(login + ["-T", "/etc/hostname", "ftp://www.lab.example/put.txt"]) == 0)
            #expect(try await pair.server.read("\(plain.folder)/put.txt") == "client")
            #expect(try await client.curlExit(["-u", "alice:wrong", "ftp://www.lab.example/"]) == 67)
            #expect(try await client.curlExit(login + ["ftp://www.lab.example:2121/readme.txt"]) == 67)
            #expect(try await client.curl(tls + ["ftp://www.lab.example:2121/readme.txt"]) == "lab")
            #expect(try await client.curlExit(tls + ["--no-sessionid", "ftp://www.lab.example:2121/readme.txt"]) != 0)
        }
    }

    @Test("Redis, SSH, SMTP and IMAP servers respond to their clients")
    func others() async throws {
        try await Pair.run { pair in
            let certificate = try await pair.certificate(), client = pair.client
            try await pair.server.startRedis()
            #expect(try await client.run(["redis-cli", "-h", "www.lab.example", "ping"]) == "PONG")
            try await pair.server.startRedis(port: 6380, password: "secret")
            let unknown = try await client.run(["redis-cli", "-h", pair.cable.b.ipv6, "-p", "6380", "ping"])
            #expect(unknown.hasPrefix("NOAUTH"))

            try await pair.server.startSSH()
            #expect(try await client.run(["ssh-keyscan", "-t", "ed25519", "www.lab.example"]).contains("ssh-ed25519"))
            try await client.write("/run/password", "#!/bin/sh\necho \(Account.password)\n", mode: 0o755)
            let login = ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
            let id = try await client.run(
                ["ssh"] + login + ["\(Account.name)@www.lab.example", "id -un"],
                environment: ["SSH_ASKPASS": "/run/password", "SSH_ASKPASS_REQUIRE": "force"])
            #expect(id == Account.name)

            let smtp = try await pair.server.startSMTP(certificate: certificate, requiresTLS: true)
            try await client.write("/run/mail", "Subject: lab\n\nlab\n")
            let mail = ["--mail-from", "alice@lab.example", "--mail-rcpt", "bob@lab.example", "-T", "/run/mail"]
            #expect(try await client.curlExit(mail + ["smtp://www.lab.example"]) == 55)
            let known = mail + ["--ssl-reqd", "-u", Account.pair, "smtp://www.lab.example"]
            #expect(try await client.curlExit(known) == 0)
            try await smtp.output.first("the mail") { $0 == "alice@lab.example > bob@lab.example" }
            let wrong = mail + ["--ssl-reqd", "-u", "alice:wrong", "smtp://www.lab.example"]
            #expect(try await client.curlExit(wrong) == 67)

            try await pair.server.startIMAP(certificate: certificate)
            for site in ["imap://www.lab.example", "imaps://www.lab.example"] {
                let boxes = try await client.curl("--ssl-reqd", "-u", Account.pair, "\(site)/")
                #expect(boxes.contains("INBOX"))
                #expect(try await client.curlExit(["-u", "alice:wrong", site]) == 67)
            }
        }
    }
}

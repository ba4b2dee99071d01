import Glibc
import Lab
import Testing

import struct NetworkModel.StatusDocument

extension RunningDaemon {
    /// Starts a client that holds a service as long as it lives and prints the service's states.
    func hold(_ name: String, _ body: String) throws -> HostProcess {
        try host.spawn(Self.curl + ["-N", "-X", "PUT", "-d", body, "http://netdiag/v1/services/\(name)"])
    }

    /// The response body followed by the status code.
    func put(_ name: String, _ body: String) async throws -> String {
        try await get("/v1/services/\(name)", "-m", "10", "-X", "PUT", "-w", "%{http_code}", "-d", body)
    }

    func delete(_ name: String) async throws -> String {
        try await get("/v1/services/\(name)", "-X", "DELETE", "-w", "%{http_code}")
    }
}

@Suite("Services that are registered at run time", .lab, .tags(.lab))
struct RegisteredServiceTests {
    private static let http = #"{"types":["_http._tcp"],"port":8080}"#

    @Test("a service lasts as long as its owner's connection, and can be taken over right after it")
    func connection() async throws {
        try await Lab.withLookout { server, lookout in
            let daemon = try await server.startDaemon("publish: off")
            for _ in 1...3 {
                let owner = try daemon.hold("My%20App", #"{"types":["_http._tcp"],"port":8080,"txt":{"v":"1"}}"#)
                // It gets its own name, although the previous service is still being withdrawn from the link.
                try await owner.output.first("publication") { $0.contains("\"state\":\"published\"") }
                owner.killGroup()
                try await owner.exit()
            }
            let owner = try daemon.hold("My%20App", #"{"types":["_http._tcp"],"port":8080,"txt":{"v":"1"}}"#)
            try await owner.output.first("publication") { $0.contains("\"state\":\"published\"") }
            #expect(owner.output.text.contains("\"name\":\"My App\""))
            let browser = try lookout.browse("_http._tcp")
            try await browser.saw(.resolved, "My\\032App", with: "\"v=1\"")
            owner.killGroup()
            try await browser.saw(.vanished, "My\\032App")
            try await daemon.status("none left") { $0.services.isEmpty }
            // A client that loses its service because the daemon ends is notified.
            let last = try daemon.hold("My%20App", Self.http)
            try await last.output.first("publication") { $0.contains("\"state\":\"published\"") }
            try await browser.saw(.appeared, "My\\032App", times: 2)
            #expect(try await daemon.stop() == .exited(0))
            try await last.output.first("the end") {
                $0.contains("\"state\":\"off\"") && $0.contains("netdiagd is ending")
            }
            #expect(try await last.exit() == .exited(0))
            try await browser.saw(.vanished, "My\\032App", times: 2)
        }
    }

    @Test("an instance name of a type has one owner, who is named to others")
    func conflicts() async throws {
        try await Lab.withLookout { server, _ in
            let daemon = try await server.startDaemon(
                "publish: {name: Own}\nservices: [{name: Declared, type: _http._tcp, port: 1, check: off}]")
            let owner = try daemon.hold("Held", Self.http)
            try await owner.output.first("publication") { $0.contains("published") }
            let leased = #"{"types":["_http._tcp"],"port":8080,"lease":600}"#
            #expect(try await daemon.put("Leased", leased).hasSuffix("201"))
            try await daemon.status("publication") { $0.publication.state == .published }
            for (name, text) in [
                ("Declared", "configuration"), ("Held", "connection"), ("hELD", "connection"),
                ("Own", "netdiagd itself"),
            ] {
                for body in [Self.http, leased] {
                    let answer = try await daemon.put(name, body)
                    #expect(answer.hasSuffix("409") && answer.contains(text), "\(name): \(answer)")
                }
            }
            #expect(try await daemon.put("Leased", Self.http).hasSuffix("409"))
            for (name, status) in [("Declared", "409"), ("Held", "409"), ("Nobody", "404"), ("Own", "404")] {
                #expect(try await daemon.delete(name).hasSuffix(status), "\(name)")
            }
            // The same name with another type is another service.
            let other = try daemon.hold("Held", #"{"types":["_ipp._tcp"],"port":631}"#)
            try await other.output.first("publication") { $0.contains("\"state\":\"published\"") }
            #expect(try await daemon.delete("leased") == "204")
            #expect(try await daemon.delete("Leased").hasSuffix("404"))
            #expect(owner.status == nil && owner.output.text.split(separator: "\n").count == 2)
        }
    }

    @Test("a lease expires by itself, and another PUT renews or changes it")
    func lease() async throws {
        try await Lab.withLookout { server, lookout in
            let browser = try lookout.browse("_http._tcp"), changes = try lookout.follow("_http._tcp")
            let daemon = try await server.startDaemon("publish: off")
            func put(_ port: Int, _ text: String, _ lease: Int) async throws -> String {
                try await daemon.put(
                    "L", #"{"types":["_http._tcp"],"port":\#(port),"txt":{"v":"\#(text)"},"lease":\#(lease)}"#)
            }
            let first = try await put(1, "one", 600)
            #expect(first.hasSuffix("201") && first.contains("\"origin\":\"registration\""))
            try await browser.saw(.resolved, "L", with: "\"v=one\"")
            try await daemon.status("publication") { $0.isPublished("L") }
            // Updated in place.
            #expect(try await put(1, "two", 600).hasSuffix("200"))
            try await changes.told("L", with: #""v":"two""#)
            #expect(browser.count(.vanished, "L") == 0)
            // A new announcement.
            #expect(try await put(2, "two", 600).hasSuffix("200"))
            try await changes.told("L", with: #""port":2"#)
            try await daemon.status("publication") { $0.isPublished("L") && $0.services[0].publication.port == 2 }
            let short = { (lease: Int) in #"{"types":["_http._tcp"],"port":1,"lease":\#(lease)}"# }
            #expect(try await daemon.put("Short", short(600)).hasSuffix("201"))
            try await browser.saw(.appeared, "Short")
            #expect(try await daemon.put("Short", short(1)).hasSuffix("200"))
            try await browser.saw(.vanished, "Short")
            #expect(try await put(2, "two", 1).hasSuffix("200"))
            try await daemon.status("none left") { $0.services.isEmpty }
            #expect(daemon.process.diagnostics.text.contains("its lease is over"))
            #expect(try await put(2, "two", 600).hasSuffix("201"))
        }
    }

    @Test("a service that is configured later takes over the name, and the owner is notified")
    func declaredLater() async throws {
        try await Lab.withLookout { server, lookout in
            let changes = try lookout.follow("_http._tcp")
            let daemon = try await server.startDaemon("publish: off")
            let owner = try daemon.hold("Web", Self.http)
            try await changes.told("Web", with: #""port":8080"#)
            try await server.write(
                "/etc/netdiag/netdiag.yaml",
                "publish: off\nservices: [{name: Web, type: _http._tcp, port: 81, check: off}]")
            daemon.process.send(SIGHUP)
            try await owner.output.first("the end") {
                $0.contains("\"off\"") && $0.contains("configuration declares it")
            }
            #expect(try await owner.exit() == .exited(0))
            try await changes.told("Web", with: #""port":81"#)
            try await daemon.status("publication") { $0.isPublished("Web") && $0.services.count == 1 }
        }
    }

    @Test("registration requires the socket or the token, and ends if the client's network is lost")
    func access() async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server"), client = try await lab.host("client")
            let cable = try await lab.link(server, client)
            try await server.startDiscovery()
            let authority = try await CertificateAuthority(on: server)
            let certificate = try await authority.issue(["server.local"], on: server)
            try await server.write("/etc/netdiag/tls/certificate.pem", certificate.certificate + "\n")
            try await server.write("/etc/netdiag/tls/key.pem", certificate.key + "\n", mode: 0o600)
            try await client.trust(authority)
            try await client.write("/etc/hosts", "127.0.0.1 localhost\n10.77.1.1 server.local\n")
            let daemon = try await server.startDaemon(
                """
                listen:
                  https: [":8443"]
                  certificate: /etc/netdiag/tls/certificate.pem
                  key: /etc/netdiag/tls/key.pem
                access: { token: 0123456789abcdef0123 }
                """)
            let request = [
                "curl", "-sSN", "-X", "PUT", "-H", "Content-Type: application/json", "-d", Self.http,
                "https://server.local:8443/v1/services/Far",
            ]
            #expect(try await client.run(request).contains("401"))
            let owner = try client.spawn(request + ["-H", "Authorization: Bearer 0123456789abcdef0123"])
            try await owner.output.first("publication") { $0.contains("published") }
            let watch = try server.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
            try await cable.unplug()
            // The loss of the client can only be inferred from its silence.
            try await watch.output.first("the end of the service") {
                $0.contains("its owner has gone")
            }
            let events = watch.output.text.split(separator: "\n")
            #expect(events.contains("event: service") && daemon.process.status == nil)
        }
    }

    @Test("errors are reported as problem details, and the number of services is limited")
    func bounds() async throws {
        try await Lab.withLookout { server, _ in
            let daemon = try await server.startDaemon("publish: off\naccess: { group: 4242 }")
            for (body, text) in [
                ("", "JSON"), ("{}", "types"), (#"{"types":["_http._tcp"],"port":70000}"#, "port"),
                (#"{"types":["http"],"port":1}"#, "types: "),
                (#"{"types":["_http._tcp"],"port":1,"lease":3601}"#, "lease"),
                (#"{"types":["_http._tcp"],"port":1,"txt":{"a":"\#(String(repeating: "x", count: 254))"}}"#, "txt: "),
            ] {
                let answer = try await daemon.put("x", body)
                #expect(answer.hasSuffix("400") && answer.contains(text), "\(answer)")
            }
            #expect(try await daemon.put("a%0Ab", Self.http).contains("name: "))
            let wrong = try await daemon.get("/v1/services/x", "-i", "-X", "POST", "-d", "{}")
            #expect(wrong.contains("405") && wrong.contains("Allow: DELETE, PUT"))
            #expect(try await daemon.get("/v1/services", "-i", "-X", "PUT", "-d", "{}").contains("Allow: GET, HEAD"))
            try await server.run(["sh", "-c", "head -c 100000 /dev/zero >/tmp/large"])
            let large = try await daemon.get(
                "/v1/services/x", "-w", "%{http_code}", "-X", "PUT", "--data-binary", "@/tmp/large")
            #expect(large.hasSuffix("413"))
            let many = try await daemon.get(
                "/v1/services/n[1-129]", "-X", "PUT", "-o", "/dev/null", "-w", "%{http_code} ", "-d",
                #"{"types":["_http._tcp"],"port":1,"lease":600}"#)
            let codes = many.split(separator: " ").map(String.init)
            #expect(codes.filter { $0 == "201" }.count == 128 && codes.last == "429", "\(many)")
            try await daemon.status("all of them") { status in
                status.services.count == 128 && status.services.allSatisfy { $0.publication.state == .published }
            }
            #expect(try await daemon.delete("n7") == "204")
            // Another user has a quota of their own.
            let others = try await server.run(
                ["setpriv", "--reuid=1234", "--regid=4242", "--clear-groups"] + RunningDaemon.curl + [
                    "-X", "PUT", "-o", "/dev/null", "-w", "%{http_code} ", "-d",
                    #"{"types":["_http._tcp"],"port":1,"lease":600}"#, "http://netdiag/v1/services/o[1-33]",
                ])
            let theirs = others.split(separator: " ").map(String.init)
            #expect(theirs.filter { $0 == "201" }.count == 32 && theirs.last == "429", "\(others)")
        }
    }

    @Test("without a daemon, the command announces a service itself until it ends, in whatever way")
    func once() async throws {
        try await Lab.withLookout { server, lookout in
            let browser = try lookout.browse("_http._tcp")
            func publish() throws -> HostProcess {
                try server.spawn([Programs.command, "publish", "Own", "_http._tcp", "8080", "--json"])
            }
            for (times, signal) in [(1, SIGTERM), (2, SIGINT), (3, SIGKILL)] {
                let process = try publish()
                try await process.output.first("publication") { $0.contains("\"state\":\"published\"") }
                try await browser.saw(.appeared, "Own", times: times)
                process.send(signal)
                #expect(try await process.exit() == (signal == SIGKILL ? .killed(SIGKILL) : .exited(0)))
                try await browser.saw(.vanished, "Own", times: times)
            }
            // It gets no signal when the reader of its pipe ends; only the pipe is closed.
            try await server.run(["mkfifo", "/run/end"])
            let publisher = "'\(Programs.command)' publish Own _http._tcp 8080 --json"
            let owner = try server.spawn([
                "sh", "-c", "exec 3>&1; \(publisher) | { read first; echo got >&3; read end </run/end; }",
            ])
            try await owner.output.first("the first state") { $0 == "got" }
            try await browser.saw(.appeared, "Own", times: 4)
            try await server.run(["sh", "-c", "echo >/run/end"])
            try await browser.saw(.vanished, "Own", times: 4)
        }
    }
}

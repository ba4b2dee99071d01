import Foundation
import NetdiagService
import NetworkModel
import TargetKinds
import Testing

import struct ServiceDiscovery.BrowsableType
@testable import NetdiagConfiguration

@Suite("Configuration")
struct ConfigurationTests {
    @Test(
        "an empty configuration has the defaults",
        arguments: [
            "", "\n\n", "# nothing\n", "---\n", "---\n...\n", "~", "targets:\n",
            "listen:\naccess:\npublish:\nservices:\nthresholds:\n",
            "targets: []", "{}", "\u{feff}", "\u{feff}# x\r\n",
        ])
    func defaults(text: String) throws {
        #expect(try parsedConfiguration(text) == Configuration())
    }

    @Test("every setting is accepted")
    func everything() throws {
        let folder = try ConfigurationFolder()
        let token = try folder.write("  0123456789abcdef\r\n\n", to: "token")
        let authority = try folder.write("-----BEGIN CERTIFICATE-----\n", to: "ca.pem", mode: 0o644)
        let configuration = try parsedConfiguration(
            """
            interval: 1m
            timeout: 2.5s
            targets:
              - https://example.org/
              - target: tls://example.org:853
                interval: 1d
                timeout: 500ms
                family: ipv6
                ca_file: \(authority)
              - "[::1]:22"
              - Web, no. one._http._tcp.local
            listen:
              http: ["127.0.0.1:0", "[fe80::1%eth0]:1", ":8053"]
              socket: /tmp/n.sock
            publish: {enabled: yes, name: "Gerät – 1"}
            access:
              networks: [192.0.2.0/24, "2001:db8::/32", "::1", 198.51.100.7, 0.0.0.0/0]
              read: [192.0.2.128/25, "::1", 203.0.113.0/24]
              owner: root
              group: 4242
              trust_proxy: on
              token_file: \(token)
              hosts: [Netdiag.Example.ORG., 192.0.2.9]
            thresholds: {certificate_days: 0}
            """)
        #expect(configuration.interval == .seconds(60))
        #expect(configuration.timeout == .milliseconds(2500))
        #expect(
            configuration.targets == [
                .init(target: try Target("https://example.org/"), interval: .seconds(60), timeout: .milliseconds(2500)),
                .init(
                    target: try Target("tls://example.org:853"), interval: .seconds(86_400),
                    timeout: .milliseconds(500),
                    families: [.ipv6], certificateAuthorityFile: authority),
                .init(target: try Target("[::1]:22"), interval: .seconds(60), timeout: .milliseconds(2500)),
                .init(
                    target: try Target("Web, no. one._http._tcp.local"), interval: .seconds(60),
                    timeout: .milliseconds(2500)),
            ])
        #expect(
            configuration.listen.http.map(\.description)
                == ["127.0.0.1:0", "[fe80::1%eth0]:1", "0.0.0.0:8053", "[::]:8053"])
        #expect(configuration.listen.socket == "/tmp/n.sock")
        #expect(configuration.publish.isEnabled && configuration.publish.name == "Gerät – 1")
        #expect(
            configuration.access.networks.map { "\($0.prefix)/\($0.length)" }
                == ["192.0.2.0/24", "2001:db8::/32", "::1/128", "198.51.100.7/32", "0.0.0.0/0"])
        #expect(configuration.access.token == "0123456789abcdef")
        #expect(configuration.access.tokenFile == token)
        #expect(
            configuration.access.read.map { "\($0.prefix)/\($0.length)" }
                == ["192.0.2.128/25", "::1/128", "203.0.113.0/24"])
        #expect(configuration.access.owner == 0 && configuration.access.group == 4242)
        #expect(configuration.access.trustsProxy)
        #expect(configuration.access.hosts == ["netdiag.example.org", "192.0.2.9"])
        #expect(configuration.thresholds.certificateDays == 0)
    }

    @Test(
        "durations",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("30", .seconds(30)), ("5m", .seconds(300)),
            ("1.5s", .milliseconds(1500)), ("0.25m", .seconds(15)), ("\"2s\"", .seconds(2)),
            ("0.1", .milliseconds(100)),
        ])
    func durations(text: String, duration: Duration) throws {
        #expect(try parsedConfiguration("interval: 1d\ntimeout: \(text)").timeout == duration)
    }

    @Test("a timeout that is not given is limited to the interval, globally and for a target")
    func timeoutFollowsInterval() throws {
        #expect(try parsedConfiguration("interval: 5s").timeout == .seconds(5))
        let targets = try parsedConfiguration("targets: [{target: example.org, interval: 2s}]").targets
        #expect(targets.first?.timeout == .seconds(2))
    }

    @Test(
        "listening",
        arguments: [
            ("8053", ["0.0.0.0:8053", "[::]:8053"]), (":1", ["0.0.0.0:1", "[::]:1"]), ("off", []), ("false", []),
            ("no", []), ("[]", []), ("127.0.0.1:80", ["127.0.0.1:80"]), ("\"[::1]:0\"", ["[::1]:0"]),
            ("[\"127.0.0.1:0\", \"127.0.0.1:0\"]", ["127.0.0.1:0", "127.0.0.1:0"]),
        ])
    func listening(text: String, addresses: [String]) throws {
        #expect(try parsedConfiguration("listen:\n  http: \(text)").listen.http.map(\.description) == addresses)
    }

    @Test(
        "publication is switched with one word",
        arguments: [("off", false), ("No", false), ("on", true), ("TRUE", true)])
    func publication(text: String, isEnabled: Bool) throws {
        #expect(try parsedConfiguration("publish: \(text)").publish.isEnabled == isEnabled)
        #expect(try parsedConfiguration("publish: {enabled: \(text)}").publish.isEnabled == isEnabled)
    }

    @Test("discovery on the link")
    func discovery() throws {
        let text = "discovery: {types: [_http._tcp, _Printer._sub._ipp._tcp], check: on, interval: 5m, peers: off}"
        let discovery = try parsedConfiguration(text).discovery
        #expect(discovery.types.map(\.description) == ["_http._tcp", "_Printer._sub._ipp._tcp"])
        #expect(discovery.isChecking && discovery.interval == .seconds(300) && !discovery.findsPeers)
        #expect(try parsedConfiguration("discovery: {types: _http._tcp}").discovery.types.count == 1)
    }

    @Test("line endings of other systems and a byte order mark change nothing")
    func lineEnds() throws {
        #expect(try parsedConfiguration("\u{feff}interval: 1m\r\ntimeout: 1s\r\n").interval == .seconds(60))
    }

    @Test("an internationalised name is kept as it is")
    func internationalName() throws {
        #expect(
            try parsedConfiguration("targets: [https://bücher.example/]").targets.first?.target.text
                == "https://bücher.example/")
    }

    @Test("an empty list of networks allows no host")
    func noNetworks() throws {
        #expect(try parsedConfiguration("access: {networks: []}").access.networks.isEmpty)
    }

    @Test("a thousand targets are accepted")
    func manyTargets() throws {
        let text = "targets:\n" + (1...1000).map { "- h\($0).example\n" }.joined()
        #expect(try parsedConfiguration(text).targets.count == 1000)
    }
}

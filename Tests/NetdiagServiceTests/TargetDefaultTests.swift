import NetdiagService
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

@testable import NetdiagConfiguration

@Suite("Settings from defaults, groups and targets")
struct TargetDefaultTests {
    private static let text = """
        defaults:
          http: {method: HEAD, headers: {X-From: all}, body: all}
          tls: {minimum: "1.3"}
          proxy: off
          ping: {count: 7}
        groups:
          web:
            http: {status: [204], contains: group}
          hosts:
            ping: {interval: 20ms}
        targets:
        - http://plain.example/
        - {target: "http://web.example/", group: web}
        - {target: "http://own.example/", group: web, http: {method: POST, contains: own}}
        - {target: 192.0.2.1, group: hosts}
        - dns://192.0.2.53/example.org
        """

    @Test(
        "a target's settings take precedence over its group's, and these over the defaults; kinds use those that apply")
    func order() throws {
        let targets = try parsedConfiguration(Self.text).targets
        let (plain, web, own, host, dns) = (targets[0], targets[1], targets[2], targets[3], targets[4])
        #expect(plain.probe.http.method == "HEAD" && plain.probe.http.rules.isEmpty)
        #expect(plain.probe.proxy == .direct)
        #expect(web.probe.http.method == "HEAD" && web.probe.http.expectedStatus == [204...204])
        #expect(web.probe.http.rules == [.contains("group")])
        #expect(own.probe.http.method == "POST" && own.probe.http.expectedStatus == [204...204])
        #expect(own.probe.http.rules == [.contains("own")])
        #expect(own.probe.http.fields == plain.probe.http.fields && plain.probe.http.fields.map(\.name) == ["X-From"])
        #expect(host.probe.echo.count == 7 && host.probe.echo.interval == .milliseconds(20))
        #expect(dns.probe.http == HTTPSettings() && dns.probe.echo == EchoSettings())
    }

    @Test("an inherited setting is dropped if it conflicts with an own one")
    func exclusive() throws {
        let folder = try ConfigurationFolder()
        let body = try folder.write("own", to: "body")
        let targets = try parsedConfiguration(
            """
            defaults: {http: {body: all}}
            targets:
            - {target: "http://a/", http: {body_file: \(body)}}
            - {target: "http://b/", http: {status: [200]}}
            """
        ).targets
        #expect(targets[0].probe.http.body != nil && targets[1].probe.http.body != nil)
        #expect(targets[0].probe.http.body != targets[1].probe.http.body)
    }

    @Test("a key that other monitors have leads to the one with the same meaning")
    func otherMonitors() {
        let problems = configurationProblems(in: "targets:\n- url: http://a/\n")
        #expect(problems.contains { $0.contains(#"unknown key "url"; did you mean "target"?"#) }, "\(problems)")
    }

    @Test(
        "an error is reported once, at its position",
        arguments: [
            (
                "defaults:\n  http:\n    status: [999]\ntargets: ['http://a/', 'http://b/']",
                ["3: defaults.http.status"]
            ),
            (
                "groups:\n  web:\n    htpp: {}\ntargets: [{target: 'http://a/', group: web}]",
                [#"3: unknown key "htpp"; did you mean "http"?"#]
            ),
            (
                "defaults:\n  ping: {count: 0}\ngroups:\n  web:\n    tls: {minimum: 9}\n",
                ["2: defaults.ping.count", "5: groups.web.tls.minimum"]
            ),
            (
                "defaults: {http: {method: HEAD}}\ntargets:\n- {target: 192.0.2.1, http: {method: GET}}",
                ["3: http does not apply to"]
            ),
        ])
    func problems(text: String, expected: [String]) {
        let problems = configurationProblems(in: text)
        #expect(problems.count == expected.count, "\(problems)")
        for (problem, start) in zip(problems, expected) { #expect(problem.hasPrefix(start), "\(problem)") }
    }

    @Test("thousands of targets share inherited settings")
    func many() throws {
        let list = (0..<5_000).map { "- {target: \"http://h\($0)/\", group: web}\n" }.joined()
        let configuration = try parsedConfiguration("groups: {web: {http: {contains: x}}}\ntargets:\n" + list)
        #expect(configuration.targets.count == 5_000)
        #expect(configuration.targets.allSatisfy { $0.probe.http.rules == [.contains("x")] })
    }

    @Test(
        "a target is found by its name, before a host of that name; for an unknown name, the nearest one is suggested")
    func names() throws {
        let targets = ConfiguredTargets(
            try parsedConfiguration(
                """
                targets:
                - {target: "http://shop.example/", name: Shop, http: {contains: Welcome}}
                - {target: "http://other.example/", name: My Shop}
                - http://plain.example/
                """))
        let shop = try targets.find("Shop")
        #expect(shop.target.text == "http://shop.example/" && shop.settings?.name == "Shop")
        #expect(try targets.find("http://shop.example/").settings?.name == "Shop")
        #expect(try targets.find("http://plain.example/").settings?.key == "http://plain.example/")
        let host = try targets.find("icmp://Shop")
        #expect(host.settings == nil && host.target.text == "icmp://Shop")
        #expect(try targets.find("Shpp").settings == nil)
        let error = #expect(throws: SettingsError.self) { try targets.find("my shpo") }
        #expect(error?.reason.hasSuffix(#"did you mean "My Shop"?"#) == true, "\(error?.reason ?? "")")
        #expect(targets.nearest(to: "shop") == "Shop" && targets.nearest(to: "nowhere") == nil)
    }

    @Test("the report of a host that was not found suggests a name")
    func meant() throws {
        let targets = ConfiguredTargets(try parsedConfiguration("targets: [{target: 'http://a/', name: Shop}]"))
        let cause = Finding(
            id: "dns.nxdomain", layer: .dns, severity: .error, confidence: 1, summary: "no such name", advice: ["look"])
        let target = try Target("Shpo")
        var report = Report(
            target: target.text, started: Timestamp(), duration: .zero, status: .connectionDown, findings: [cause],
            layers: [])
        targets.explain(&report, of: target)
        #expect(report.cause?.advice.first == #"No target of the configuration is called "Shpo"; did you mean "Shop"?"#)
        #expect(report.findings.first?.advice.count == 2)
    }
}

import NetdiagConfiguration
import NetdiagImport
import NetworkModel
import Testing

@Suite("Foreign configurations that are hostile or contain secrets")
struct ImportHostileTests {
    /// The configuration that is imported from the texts of files, and the omissions.
    private static func imported(
        _ texts: (name: String, text: String)...
    ) throws -> (configuration: Configuration, text: String, omissions: [String]) {
        let folder = try ConfigurationFolder()
        let imported = try ImportedConfiguration(of: texts.map { try folder.write($0.text, to: $0.name) })
        let configuration = try Configuration.parse(Array(imported.text.utf8), file: "netdiag.yaml")
        #expect(configuration.targets.count == imported.targetCount)
        #expect(imported.omissions.allSatisfy { !$0.contains("\n") })
        return (configuration, imported.text, imported.omissions)
    }

    private static func kuma(_ settings: String) -> (String, String) {
        ("kuma.json", #"{"monitorList": [{"type": "http", "name": "a", "url": "https://a/", "# + settings + "}]}")
    }

    private static let receiver = #"200]\nalerts: {receivers: [{name: x, exec: [/bin/sh, -c, id]}]}\n#"#

    @Test("an invalid status is left out, and adds no settings")
    func statuses() throws {
        let monitor = try Self.imported(Self.kuma(#""accepted_statuscodes": ["\#(Self.receiver)", "2xx", "+", "404"]"#))
        #expect(monitor.configuration.targets[0].probe.http.expectedStatus == [200...299, 404...404])
        let module = try Self.imported(
            (
                "blackbox.yml",
                "modules: {m: {prober: http, http: {valid_status_codes: [201, \"\(Self.receiver)\"]}}}"
            ), ("prometheus.yml", Self.job))
        #expect(module.configuration.targets[0].probe.http.expectedStatus == [201...201])
        for result in [monitor, module] {
            #expect(result.configuration.alerts.receivers.isEmpty)
            #expect(!result.text.contains("exec"))
            #expect(result.omissions.contains { $0.contains("the status 200]") })
        }
        #expect(monitor.omissions.count == 2)
    }

    private static let job = """
        scrape_configs:
        - {job_name: j, metrics_path: /probe, params: {module: [m]}, static_configs: [{targets: ["https://a/"]}]}
        """

    @Test(
        "an invalid number of a monitor is left out, and one that is too large is reduced",
        arguments: ["\"nan\"", "\"-nan\"", "\"inf\"", "1e300", "-1e300", "1e999", "\"x\"", "9223372036854775808"])
    func numbers(number: String) throws {
        let keys = ["interval", "timeout", "maxretries", "maxredirects"]
        let settings = keys.map { "\"\($0)\": \(number)" }.joined(separator: ", ")
        let result = try Self.imported(Self.kuma(settings))
        let target = try #require(result.configuration.targets.first)
        #expect((Duration.seconds(1) ... .seconds(86_400)).contains(target.interval))
        #expect((0...30).contains(target.probe.http.maxRedirects))
        let isNumber = Double(number)?.isFinite == true
        #expect(result.omissions.filter { $0.contains("is not a number") }.count == (isNumber ? 0 : keys.count))
    }

    @Test(
        "a number in a condition is limited to the range that netdiag accepts",
        arguments: [
            "[STATUS] > 9223372036854775807", "[STATUS] < -9223372036854775808", "[STATUS] >= 9223372036854775807",
            "[STATUS] <= -9223372036854775808", "[STATUS] == 9223372036854775807", "[RESPONSE_TIME] < inf",
            "[RESPONSE_TIME] < 1e300", "[RESPONSE_TIME] < nan", "[CERTIFICATE_EXPIRATION] > 99999999999999999999d",
            "[BODY].a == nan", "[BODY].a == 1e999", "[BODY].a == 1e300", "[BODY].a == inf",
        ])
    func conditions(condition: String) throws {
        let result = try Self.imported(
            ("gatus.yaml", "endpoints: [{name: a, url: \"https://a/\", conditions: [\"\(condition)\"]}]"))
        let target = try #require(result.configuration.targets.first)
        #expect((target.thresholds?.certificateDays ?? 0) <= 3_650)
        // The value was either imported or reported.
        let isTaken = result.text.contains("http:") || result.text.contains("thresholds:")
        #expect(isTaken == result.omissions.isEmpty, "\(result.text) \(result.omissions)")
    }

    @Test("expected values keep their types")
    func types() throws {
        let conditions = ["7", "-1.5e3", "007", "true", "null", "0x10", "nan"].enumerated()
            .map { "\"[BODY].a\($0) == \($1)\"" }.joined(separator: ", ")
        let result = try Self.imported(
            ("gatus.yaml", "endpoints: [{name: a, url: \"https://a/\", conditions: [\(conditions)]}]"))
        let values: [JSONValue] = result.configuration.targets[0].probe.http.rules.compactMap {
            if case .json(_, let value) = $0 { value } else { nil }
        }
        #expect(
            values == [
                .number(7), .number(-1_500), .number(7), .bool(true), .null, .string("0x10"), .string("nan"),
            ])
    }

    @Test("secrets are left out, and reported only by name")
    func secrets() throws {
        let fields =
            #"{"X-Api-Key": "hush", "Cookie": "hush", "X-Auth": "hush", "X-Kind": "Bearer hush", "Accept": "a/b"}"#
        let escaped = fields.replacing("\"", with: "\\\"")
        let results = [
            try Self.imported(Self.kuma(#""headers": "\#(escaped)", "body": "{\"password\": \"hush\"}""#)),
            try Self.imported(
                (
                    "gatus.yaml",
                    "endpoints: [{name: a, url: \"https://me:hush@a/?q=1&access_token=hush#b\", headers: \(fields), "
                        + "body: token=hush, extra-labels: {secret: hush}, client: {proxy-url: \"http://me:hush@p:1\"}}, "
                        + "{name: b, url: \"odd://me:hush@a/?key=hush\"}, {url: \"https://me:hush@c/\", enabled: false}]"
                )),
            try Self.imported(
                (
                    "blackbox.yml",
                    "modules: {m: {prober: http, http: {headers: \(fields), body: pwd=hush, proxy_url: \"http://me:hush@p:1\"}}}"
                ), ("prometheus.yml", Self.job.replacing("https://a/", with: "https://me:hush@a/?token=hush"))),
        ]
        for result in results {
            #expect(!result.text.contains("hush") && !result.omissions.joined().contains("hush"), "\(result)")
            #expect(result.configuration.targets[0].probe.http.fields.map(\.name) == ["Accept"])
            #expect(result.configuration.targets[0].probe.http.body == nil)
            for what in ["the field X-Api-Key", "the field Cookie", "the field X-Auth", "the field X-Kind", "the body"]
            {
                #expect(result.omissions.contains { $0.contains(what) }, "\(what)")
            }
        }
        for what in ["the login in the URL of a", "the value of access_token in the URL", "the label secret"] {
            #expect(results[1].omissions.contains { $0.contains(what) }, "\(what)")
        }
        #expect(results[1].text.contains("https://a/?q=1&access_token=#b"))
    }

    @Test("what a module has switched off stays off, or is reported")
    func off() throws {
        let result = try Self.imported(
            ("blackbox.yml", "modules: {m: {prober: http, http: {follow_redirects: false, enable_http2: false}}}"),
            ("prometheus.yml", Self.job))
        let http = result.configuration.targets[0].probe.http
        #expect(http.maxRedirects == 0 && http.version == .http1)
        let on = try Self.imported(
            ("blackbox.yml", "modules: {m: {prober: http, http: {follow_redirects: true, enable_http2: true}}}"),
            ("prometheus.yml", Self.job))
        #expect(on.configuration.targets[0].probe.http == HTTPSettings() && on.omissions.isEmpty)
    }

    @Test(
        "each of many targets with one name gets a unique name, however long the name, and however the URL is written")
    func names() throws {
        let long = String(repeating: "ä", count: 200)
        let endpoints =
            (0..<3).map { _ in "{name: \(long), url: \"https://a/\"}" }
            + (0..<300).map { "{name: x, url: \"https://a/\($0)\"}" }
            + ["{url: \"https://b/\"}", "{url: \"HTTPS://B/\"}", "{url: \"https://b/\"}"]
        let result = try Self.imported(("gatus.yaml", "endpoints: [\(endpoints.joined(separator: ", "))]"))
        let keys = result.configuration.targets.map(\.key)
        #expect(keys.count == 306 && Set(keys).count == 306 && result.omissions.isEmpty)
        #expect(keys[1] == String(repeating: "ä", count: 40) + " (2)" && keys[302] == "x (300)")
    }

    @Test("a target with too many unsupported settings is reported")
    func removals() throws {
        let fields = (0..<60).map { "X\($0): \"a\\r\"" }.joined(separator: ", ")
        let result = try Self.imported(
            ("gatus.yaml", "endpoints: [{name: a, url: \"https://a/\", headers: {\(fields)}}]"))
        #expect(result.configuration.targets.isEmpty)
        #expect(result.omissions.last?.contains("a is left out: netdiag does not take more than 50") == true)
    }

    @Test("a reason is one line, whatever is in the file")
    func reasons() throws {
        let result = try Self.imported(
            ("gatus.yaml", "endpoints: [{name: a, url: \"odd://b\\nforged\\u001b[31m\"}]"))
        #expect(result.omissions.count == 1 && !result.omissions[0].contains("\u{1b}"))
    }

    @Test("relabelling rules are reported with their lines, except for the three that every job has")
    func relabelling() throws {
        let result = try Self.imported(
            (
                "prometheus.yml",
                """
                global: {scrape_timeout: 3s}
                rule_files: [rules.yml]
                scrape_configs:
                - job_name: j
                  metrics_path: /probe
                  params: {module: [http_2xx], debug: ["true"]}
                  static_configs: [{targets: ["https://a/"]}]
                  relabel_configs:
                  - {source_labels: [__address__], target_label: __param_target}
                  - {source_labels: [__param_target], target_label: instance}
                  - {target_label: __address__, replacement: "127.0.0.1:9115"}
                  - {source_labels: [__address__], target_label: __param_target, replacement: "https://${1}/health"}
                  - source_labels: [__address__]
                    regex: ".*test.*"
                    action: drop
                  - {source_labels: [__address__], regex: "([^.]+).*", target_label: "site\\nforged"}
                  metric_relabel_configs: [{action: labeldrop, regex: x}]
                """
            ))
        #expect(result.configuration.targets.map(\.target.text) == ["https://a/"])
        #expect(result.configuration.targets[0].timeout == .seconds(3))
        let places = result.omissions.map { String($0.split(separator: ":")[1]) }
        #expect(places == ["2", "12", "13", "16", "17", "6"], "\(result.omissions)")
        #expect(result.omissions[1].contains("the rule replace of __param_target in relabel_configs:"))
        #expect(result.omissions[2].contains("remove those that it would drop"))
    }

    @Test("anchors, aliases and merge keys are read; a key of the group itself takes precedence, then the first merge")
    func aliases() throws {
        let result = try Self.imported(
            (
                "gatus.yaml",
                """
                defaults: &all
                  interval: 60s
                  conditions: &good ["[STATUS] == 200"]
                fast: &fast {interval: 10s, group: quick}
                endpoints:
                - {name: a, url: "https://a/", <<: *all}
                - {name: b, url: "https://b/", <<: [*fast, *all]}
                - {<<: *all, name: c, url: "https://c/", interval: 5s}
                - {name: d, url: "https://d/", conditions: *good}
                """
            ))
        let targets = result.configuration.targets
        #expect(targets.map(\.key) == ["a", "b", "c", "d"] && result.omissions.isEmpty, "\(result.omissions)")
        #expect(targets.map(\.interval) == [60, 10, 5, 60].map { .seconds($0) })
        #expect(targets.allSatisfy { $0.probe.http.expectedStatus == [200...200] } && targets[1].group == "quick")
    }

    @Test("anchors are distinguished by their complete names")
    func longAnchors() throws {
        let long = String(repeating: "a", count: 100)
        let result = try Self.imported(
            (
                "gatus.yaml",
                """
                one: &\(long)1 https://one/
                two: &\(long)2 https://two/
                endpoints:
                - {name: a, url: *\(long)1}
                - {name: b, url: *\(long)2}
                """
            ))
        #expect(result.configuration.targets.map(\.target.text) == ["https://one/", "https://two/"])
    }

    @Test(
        "aliases that expand without limit, or lead nowhere or to themselves, are reported in one line",
        arguments: [
            (
                (0..<30).reduce("a0: &a0 [x, x]\n") { text, level in
                    text + "a\(level + 1): &a\(level + 1) [*a\(level), *a\(level)]\n"
                }, "200000 values and keys"
            ),
            (
                "a: &a \(String(repeating: "x", count: 70_000))\nb: [\(String(repeating: "*a, ", count: 20))]",
                "2: the aliases up to *a repeat more than 1 MiB"
            ),
            (
                (0..<40).reduce("a0: &a0 [x]\n") { text, level in text + "a\(level + 1): &a\(level + 1) [*a\(level)]\n"
                },
                "32: groups and lists are nested deeper than 32 levels"
            ),
            ("a: &a [*a]", "1: the alias *a stands within &a"), ("a: *b", "1: the alias *b has no anchor &b above it"),
            ("a: &a 3\n<<: *a", "2: <<: takes groups of settings"),
            ("&a [b]: c", "1: there is a list or group where a key belongs"),
            (String(repeating: "? ", count: 10_000), "1: there is a list or group where a key belongs"),
        ])
    func bombs(text: String, problem: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try Self.imported(("gatus.yaml", text)) }
        let line = error?.description ?? ""
        #expect(line.contains(problem) && !line.contains("\n"), "\(line)")
    }
}

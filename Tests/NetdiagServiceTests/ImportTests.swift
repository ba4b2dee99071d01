import Foundation
import NetdiagConfiguration
import NetdiagImport
import NetworkModel
import Testing

@Suite("Foreign configurations, as netdiag.yaml")
struct ImportTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/Imports").path

    /// The targets of the files as netdiagd parses them, and the omissions, without the path of the directory.
    private static func imported(_ files: String...) throws -> (Configuration, [String]) {
        let imported = try ImportedConfiguration(of: files.map { "\(folder)/\($0)" })
        let configuration = try Configuration.parse(Array(imported.text.utf8), file: "netdiag.yaml")
        #expect(configuration.targets.count == imported.targetCount)
        return (configuration, imported.omissions.map { $0.replacing(folder + "/", with: "") })
    }

    @Test("Gatus: the file in its repository")
    func gatus() throws {
        let (configuration, omissions) = try Self.imported("gatus.yaml")
        let targets = configuration.targets
        #expect(
            targets.map(\.key) == [
                "front-end", "back-end", "example-dns-query", "icmp-ping", "check-domain-expiration",
                "price-aggregation-service",
            ])
        let front = targets[0]
        #expect(front.group == "core" && front.interval == .seconds(300) && front.timeout == .seconds(10))
        #expect(front.probe.http.expectedStatus == [200...200])
        #expect(front.probe.http.rules == [.json(path: try JSONPath("$.status"), equals: .string("UP"))])
        #expect(front.thresholds?.page == Milliseconds(.milliseconds(150)))
        #expect(targets[1].thresholds?.certificateDays == 2)
        #expect(targets[2].target.text == "dns://8.8.8.8/example.com?type=A")
        #expect(targets[3].target.text == "icmp://example.org" && targets[3].interval == .seconds(60))
        #expect(omissions.map { String($0.prefix { $0 != " " }) } == [39, 49, 51, 54].map { "gatus.yaml:\($0):" })
    }

    @Test("Gatus: of several conditions for the same value the strictest counts, and what contradicts is left out")
    func conditions() throws {
        let conditions = [
            "[RESPONSE_TIME] < 100", "[RESPONSE_TIME] < 300", "[BODY].a == 1", "[BODY].a == 2",
            "[BODY] == pat(*x*)", "[BODY] == pat(*y*)",
            "[STATUS] == any(200, 429)", "[STATUS] == 200", "[STATUS] < 400", "[STATUS] > 499",
        ]
        let list = conditions.map { "\"\($0)\"" }.joined(separator: ", ")
        let folder = try ConfigurationFolder()
        let path = try folder.write("endpoints: [{url: \"http://a/\", conditions: [\(list)]}]", to: "gatus.yaml")
        let imported = try ImportedConfiguration(of: [path])
        let target = try #require(
            try Configuration.parse(Array(imported.text.utf8), file: "netdiag.yaml").targets.first)
        #expect(target.thresholds?.page == Milliseconds(.milliseconds(100)))
        let rules = target.probe.http.rules
        #expect(rules.count == 3 && rules.contains(.json(path: try JSONPath("$.a"), equals: .number(1))))
        #expect(rules.contains(.contains("x")) && rules.contains(.contains("y")))
        #expect(target.probe.http.expectedStatus == [200...200])
        #expect(imported.omissions.count == 2)
        for condition in ["[BODY].a == 2", "[STATUS] > 499"] {
            #expect(imported.omissions.contains { $0.contains(condition) })
        }
    }

    @Test("Gatus: STARTTLS is required, pings have no threshold, and maintenance and confirmations are converted")
    func gatusCounterparts() throws {
        let folder = try ConfigurationFolder()
        let path = try folder.write(
            """
            maintenance: {start: "23:30", duration: 1h, timezone: "Europe/Berlin", every: [Monday, Thursday]}
            endpoints:
            - {name: mail, url: "starttls://mail.example:587", conditions: ["[CONNECTED] == true"]}
            - {name: ping, url: "icmp://192.0.2.1", conditions: ["[RESPONSE_TIME] < 50"]}
            - name: web
              url: "https://a.example/"
              maintenance-windows: [{start: "02:00", duration: 30m}, {start: "02:00", duration: 24h}]
              alerts: [{type: slack, failure-threshold: 5, success-threshold: 2}, {type: email, failure-threshold: 3}]
            - {name: nowhere, url: "https://b.example/", maintenance-windows: [{start: "1:00", duration: 1h, timezone: Moon/Sea}]}
            """, to: "gatus.yaml")
        let imported = try ImportedConfiguration(of: [path])
        let targets = try Configuration.parse(Array(imported.text.utf8), file: "netdiag.yaml").targets
        #expect(targets.map(\.key) == ["mail", "ping", "web", "nowhere"])
        #expect(targets[0].target.text == "smtp://mail.example:587")
        #expect(imported.text.contains("starttls: \"required\""), "\(imported.text)")
        #expect(targets[1].thresholds == nil)
        #expect(imported.omissions.contains { $0.contains("[RESPONSE_TIME] < 50") && $0.contains("round trip") })
        #expect(
            targets[0].maintenance.map(\.span) == [.weekly(days: [1, 4], start: 84_600, length: 3_600)]
                && targets[1].maintenance == targets[0].maintenance)
        #expect(
            targets[2].maintenance.map(\.span) == [
                .weekly(days: [1, 4], start: 84_600, length: 3_600),
                .weekly(days: Set(0...6), start: 7_200, length: 1_800),
            ])
        #expect(targets[2].after == 3 && targets[2].recover == 2)
        // What netdiag has no counterpart of, or does not know, is listed.
        #expect(imported.omissions.contains { $0.contains("a maintenance window of the endpoint web") })
        #expect(imported.omissions.contains { $0.contains("nowhere") && $0.contains("maintenance") })
        #expect(targets[3].maintenance.isEmpty)
    }

    @Test("Uptime Kuma: no part of a PostgreSQL password becomes a server, and no part of a query a user")
    func kumaPostgresOdd() throws {
        let folder = try ConfigurationFolder()
        for (text, target) in [
            ("postgres://db.example:5432/orders?application_name=a@b", "postgres://db.example:5432/orders"),
            ("postgres://alice:p?ss@db.example/orders", nil),
        ] as [(String, String?)] {
            let monitor = #"{"type": "postgres", "name": "db", "databaseConnectionString": "\#(text)"}"#
            let path = try folder.write(#"{"monitorList": [\#(monitor)]}"#, to: "kuma.json")
            let imported = try ImportedConfiguration(of: [path])
            #expect(!imported.text.contains("user:") && !imported.text.contains("ss@"), "\(imported.text)")
            #expect(target.map { imported.text.contains($0) } ?? !imported.text.contains("postgres://"))
        }
    }

    @Test("Uptime Kuma: a PostgreSQL server with its database and user, without the password")
    func kumaPostgres() throws {
        let folder = try ConfigurationFolder()
        let monitor = #"""
            {"type": "postgres", "name": "db", "databaseQuery": "SELECT 1",
             "databaseConnectionString": "postgres://alice:hu@sh@db.example:5433/orders?sslmode=disable"}
            """#
        let path = try folder.write(#"{"monitorList": ["# + monitor + "]}", to: "kuma.json")
        let imported = try ImportedConfiguration(of: [path])
        let targets = try Configuration.parse(Array(imported.text.utf8), file: "netdiag.yaml").targets
        #expect(targets.map(\.target.text) == ["postgres://db.example:5433/orders"])
        #expect(imported.text.contains("user: \"alice\"") && !imported.text.contains("sh@"))
        #expect(!imported.omissions.joined().contains("hu@sh"))
        for key in ["databaseQuery", "databaseConnectionString"] {
            #expect(imported.omissions.contains { $0.contains("$.monitorList[0].\(key)") })
        }
    }

    @Test("Uptime Kuma: a URL that is none is left out, and does not become a host")
    func kumaURL() throws {
        let folder = try ConfigurationFolder()
        let monitors =
            #"{"type": "http", "name": "a", "url": "notaurl"}, {"type": "keyword", "name": "b", "url": "HTTPS://b/"}"#
        let path = try folder.write(#"{"monitorList": ["# + monitors + "]}", to: "kuma.json")
        let imported = try ImportedConfiguration(of: [path])
        #expect(
            !imported.text.contains("notaurl") && imported.text.lowercased().contains("https://b/"), "\(imported.text)")
        #expect(
            imported.omissions.contains {
                $0.contains("its URL does not begin with http:// or https://") && $0.contains("$.monitorList[0].url")
            }, "\(imported.omissions)")
    }

    @Test("Uptime Kuma: times and sizes without a counterpart are left out")
    func kumaTimes() throws {
        let folder = try ConfigurationFolder()
        let monitor = #"""
            {"type": "ping", "name": "a", "hostname": "a", "interval": 60, "maxretries": 2, "retryInterval": 20,
             "packetSize": 1400, "resendInterval": 3}
            """#
        let path = try folder.write(#"{"monitorList": ["# + monitor + "]}", to: "kuma.json")
        let omissions = try ImportedConfiguration(of: [path]).omissions
        #expect(omissions.count == 3)
        for key in ["retryInterval", "packetSize", "resendInterval"] {
            #expect(omissions.contains { $0.contains("$.monitorList[0].\(key)") })
        }
    }

    @Test("Uptime Kuma: monitors by type, groups, tags and retries; secrets are left out")
    func kuma() throws {
        let (configuration, omissions) = try Self.imported("kuma.json")
        let targets = configuration.targets
        #expect(targets.map(\.key) == ["Shop", "Router", "DNS", "API", "SSH", "Shop (2)"])
        let shop = targets[0]
        #expect(shop.group == "Office" && shop.labels == ["team": "web"] && shop.after == 3)
        #expect(shop.probe.http.method == "POST" && shop.probe.http.expectedStatus == [200...299, 304...304])
        #expect(shop.probe.http.rules == [.contains("Willkommen 😀")] && shop.probe.http.maxRedirects == 5)
        #expect(shop.probe.http.fields.map(\.name) == ["Accept"])
        #expect(targets[3].timeout == .seconds(30))
        #expect(targets[3].probe.http.rules == [.json(path: try JSONPath("$.status.code"), equals: .number(7))])
        #expect(targets[4].target.text == "tcp://[fd00::1]:22")
        let paths = omissions.map { String($0.split(separator: " ")[1].dropLast()) }
        #expect(
            paths == [
                "$.notificationList", "$.monitorList[1].basic_auth_user", "$.monitorList[1].headers",
                "$.monitorList[3].dns_resolve_server", "$.monitorList[6].type", "$.monitorList[7].type",
                "$.monitorList[8].active",
            ])
        #expect(!omissions.joined().contains("hush"))
    }

    @Test("Prometheus: the targets of its jobs, with the settings of blackbox_exporter's modules")
    func prometheus() throws {
        let (configuration, omissions) = try Self.imported("blackbox.yml", "prometheus.yml")
        #expect(configuration.blackbox?.modules.count == 5)
        let targets = configuration.targets
        #expect(
            targets.map(\.target.text) == [
                "http://prometheus.io", "https://prometheus.io", "https://api.example.org/", "icmp://192.0.2.1",
                "icmp://[fd00::1]", "dns://192.0.2.53/example.org?type=SOA",
            ])
        #expect(targets[0].labels == ["team": "web"] && targets[0].group == "blackbox")
        let api = targets[2].probe.http
        #expect(api.method == "POST" && api.expectedStatus == [200...200, 201...201] && api.rules == [.matches("ok")])
        #expect(targets[2].timeout == .seconds(5) && targets[3].families == [.ipv4])
        for what in ["the job prometheus", "file_sd_configs:", "fail_if_not_ssl", "basic_auth", "the job other"] {
            #expect(omissions.contains { $0.contains(": \(what)") }, "\(what)")
        }
        // Without the file of modules, the default modules apply.
        let alone = try Self.imported("prometheus.yml").0.targets
        #expect(alone.count == 5 && alone[2].probe.http.method == "POST")
    }

    @Test(
        "each item that cannot be converted is one line",
        arguments: [
            ("{}", "cannot be converted: it has neither"),
            ("endpoints: 3", "cannot be converted"), ("\u{1}", "1: contains the control character"),
            ("[", "2: not YAML"), ("{\"monitorList\": {}}", "cannot be converted"),
            ("", "cannot be converted"),
        ])
    func nonsense(text: String, problem: String) throws {
        let folder = try ConfigurationFolder()
        let path = try folder.write(text, to: "file")
        let error = #expect(throws: ConfigurationError.self) { try ImportedConfiguration(of: [path]) }
        let line = error?.description.replacing(path + ":", with: "").drop { $0 == " " } ?? ""
        #expect(line.hasPrefix(problem) && !line.contains("\n"), "\(line)")
    }

    @Test("hostile text in a file is quoted, or left out")
    func hostile() throws {
        let folder = try ConfigurationFolder()
        let path = try folder.write(
            """
            endpoints:
            - {name: "a\\nb: [\\"", url: "https://a/", conditions: ["[BODY] == pat(*\\u001b[31m\\\"*)"], headers: {"a b": c, "X": "d\\r\\ne"}}
            - {name: "\\u202egpj", url: "https://b/?#\\n- target: c"}
            - {url: "https://c/", interval: 99999999999999999999h, client: {timeout: -1s}}
            - {name: x, url: 5}
            - 7
            - {url: "https://d/", conditions: ["[STATUS] == any(,)", "[STATUS] < 99999999999999999999", "x", "[BODY]. == "]}
            """, to: "gatus.yaml")
        let imported = try ImportedConfiguration(of: [path])
        let configuration = try Configuration.parse(Array(imported.text.utf8), file: "x")
        #expect(configuration.targets.count == imported.targetCount && imported.targetCount >= 3)
        #expect(configuration.targets.contains { $0.target.text == "https://c/" && $0.interval == .seconds(86_400) })
        #expect(imported.omissions.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1b}") })
    }
}

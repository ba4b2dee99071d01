import NetdiagConfiguration
import NetworkModel
import TargetKinds
import Testing

@Suite("A configuration that is shown to others")
struct MaskedConfigurationTests {
    @Test(
        "shows no value of any setting that is declared to be for the target only",
        arguments: TargetKinds.builtIn.settingGroups.flatMap { group in
            group.members.map(\.description).filter { $0.recipient == .target }.map {
                (group.key, $0.key, group.isSingle)
            }
        })
    func declared(group: String, key: String, isSingle: Bool) throws {
        let values = [
            "hush-hush-hush", "[hush-hush-hush, b]", "{hush-key: hush-hush-hush}", "\"two\\nhush-hush-hush\"",
            "[{send: hush-hush-hush}]",
        ]
        for value in values {
            let line = isSingle ? "\(key): \(value)" : "\(group): {\(key): \(value)}"
            for place in ["targets:\n  - target: x.example:1\n    \(line)\n", "defaults:\n  \(line)\n"] {
                let masked = MaskedConfiguration(Array(place.utf8))
                let text = try #require(masked.text)
                #expect(!text.contains("hush-hush-hush") && text.contains(MaskedConfiguration.mask), "\(text)")
                #expect(masked.secrets.contains { $0.contains("hush-hush-hush") })
            }
        }
    }

    @Test(
        "shows no value of any setting that may quote a response",
        arguments: TargetKinds.builtIn.settingGroups.flatMap { group in
            group.members.map(\.description).filter(\.quotesContent).map { (group.key, $0.key) }
        })
    func quoted(group: String, key: String) throws {
        for value in ["hush-hush-hush", "[hush-hush-hush, b]", "{$.a: hush-hush-hush}"] {
            let text = "targets:\n  - target: x.example:1\n    \(group): {\(key): \(value)}\n"
            let masked = try #require(MaskedConfiguration(Array(text.utf8)).text)
            #expect(!masked.contains("hush-hush-hush") && masked.contains(MaskedConfiguration.mask), "\(masked)")
        }
    }

    @Test("at least the patterns and texts for bodies and messages are declared to quote a response")
    func quotations() {
        let declared = TargetKinds.builtIn.settingGroups.flatMap { group in
            group.members.map(\.description).filter(\.quotesContent).map { "\(group.key).\($0.key)" }
        }
        let expected: Set = [
            "http.contains", "http.json", "http.lacks", "http.matches", "mqtt.expect", "udp.expect", "websocket.expect",
        ]
        #expect(expected.isSubset(of: declared), "\(declared)")
    }

    @Test("at least the settings with logins, headers, bodies and topics are declared so")
    func enough() {
        let declared = TargetKinds.builtIn.settingGroups.flatMap { group in
            group.members.map(\.description).filter { $0.recipient == .target }.map { "\(group.key).\($0.key)" }
        }
        for name in ["credentials.file", "http.headers", "http.body", "mqtt.topic"] {
            #expect(declared.contains(name), "\(declared)")
        }
    }

    @Test(
        "masks tokens, receivers, programs, logins, queries, labels, unknown keys and comments",
        arguments: [
            "access: {token: hush-hush-hush}", "# token: hush-hush-hush\ninterval: 30s", "tokne: hush-hush-hush",
            "alerts: {receivers: [{name: a, webhook: 'https://h.example/hush-hush-hush'}]}",
            "alerts: {receivers: [{name: a, ntfy: 'https://ntfy.example/hush-hush-hush'}]}",
            "alerts: {receivers: [{name: a, alertmanager: 'https://u:hush-hush-hush@a.example/'}]}",
            "alerts: {receivers: [{name: a, exec: [/bin/page, hush-hush-hush]}]}",
            "alerts: {receivers: [{name: a, email: [a@b.example], smtp: 'smtps://hush-hush-hush@m.example'}]}",
            "targets: ['https://example.org/?key=hush-hush-hush']", "proxy: http://u:hush-hush-hush@p.example:3128",
            "proxy: {url: 'http://u:hush-hush-hush@p.example:3128'}",
            "targets: [{target: x.example:1, labels: {name: hush-hush-hush}}]",
            "groups: {web: {labels: {interval: hush-hush-hush}}}", "services: [{txt: {name: hush-hush-hush}}]",
            "targets: [{target: x.example:1, script: [{send: hush-hush-hush}, {expect: hush-hush-hush}]}]",
            "targets: [{target: 'http://x.example/', http: {json: {$.name: hush-hush-hush}}}]",
            "targets: [{target: 'http://x.example/', http: {host: hush-hush-hush}}]",
            "targets: [{target: 'mqtt://x.example', mqtt: {file: hush-hush-hush}}]",
            "targets: [{target: 'https://x.example/hush-hush-hush', secret_path: on}]",
            "targets: ['https://hooks.example/services/hush-hush-hush/B000/XXXX']",
            "targets: ['https://chat.example/api/webhooks/hush-hush-hush']",
            "targets: ['https://hooks.example//services/hush-hush-hush']",
            "targets: ['https://chat.example/api/webhooks//hush-hush-hush']",
            "targets: ['https://me@Hooks.example/services/hush-hush-hush']",
            "targets: ['https://hc.example/hush-hush-hush-7f3a']",
            "targets: ['wss://x.example/a/T0HUSH00/hush-hush-hush']",
            "targets: ['ftp://x.example/a/T0HUSH00/hush-hush-hush']",
        ])
    func known(_ text: String) throws {
        let masked = try #require(MaskedConfiguration(Array(text.utf8)).text)
        #expect(!masked.contains("hush-hush-hush"), "\(masked)")
    }

    @Test(
        "masks everything before the last @ as a login, with or without a scheme, whatever the password contains",
        arguments: [
            "proxy: alice:hush-hush@p.example:3128", "proxy: {url: 'alice:hush-hush@p.example:3128'}",
            "proxy: 'al/ice:hush-hush://b@p.example:3128'",
            "targets: ['https://u:hush/hush-hush@p.example/']", "check: ['https://u:hush/hush-hush@p.example/']",
            "targets: [{target: 'https://u:hush-hush@p.example:x/'}]", "targets: ['https://hush-hush@p.example/a@b']",
            "alerts: {receivers: [{name: a, webhook: 'https://u:hush/hush-hush@p.example/'}]}",
            "alerts: {receivers: [{name: a, webhook: 'https://p.example/?key=a@hush-hush'}]}",
            "alerts: {receivers: [{name: a, ntfy: 'u:hush?hush-hush@p.example'}]}",
        ])
    func logins(_ text: String) throws {
        let masked = MaskedConfiguration(Array(text.utf8))
        let shown = try #require(masked.text)
        #expect(!shown.contains("hush"), "\(shown)")
        // The password is also masked on its own, since other files of a bundle may contain it without the URL.
        #expect(masked.secrets.contains { $0.hasPrefix("hush") || $0.hasSuffix("@hush-hush") }, "\(masked.secrets)")
    }

    @Test("shows the host of a URL with a login")
    func loginPlaces() throws {
        let text = "proxy: alice:hush-hush@p.example:3128\ntargets: ['https://u:hush-hush@p.example/path?q=hush']\n"
        let shown = try #require(MaskedConfiguration(Array(text.utf8)).text)
        #expect(
            shown == "proxy: \"…@p.example:3128\"\ntargets:\n  - \"https://…@p.example/path?(masked)\"\n", "\(shown)")
    }

    @Test("keeps what helps, and is YAML with the same meaning")
    func kept() throws {
        let text = """
            interval: 1m
            targets:
              - https://example.org/path
              - {target: 'dns://192.0.2.53/example.org?type=AAAA', name: "Shop \\"one\\"", after: 3}
            listen: {http: ['127.0.0.1:8053'], socket: /run/a b.sock}
            thresholds: {certificate_days: 30}

            """
        let masked = try #require(MaskedConfiguration(Array(text.utf8)).text)
        #expect(!masked.contains(MaskedConfiguration.mask))
        #expect(
            try Configuration.parse(Array(masked.utf8), file: "masked")
                == Configuration.parse(Array(text.utf8), file: "plain"))
    }

    @Test("shows nothing of a file that cannot be parsed", arguments: ["a: [hush-hush-hush", "\u{0}hush-hush-hush"])
    func broken(_ text: String) {
        #expect(MaskedConfiguration(Array(text.utf8)).text == nil)
    }
}

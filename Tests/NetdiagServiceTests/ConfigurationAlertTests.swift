import Diagnosis
import NetworkModel
import TargetKinds
import Testing

@testable import NetdiagConfiguration

@Suite("Alerts in the configuration")
struct ConfigurationAlertTests {
    @Test("receivers of each kind, and routes with common settings")
    func all() throws {
        let folder = try ConfigurationFolder()
        let secret = try folder.write("netdiag:geheim\n", to: "login")
        let alerts = try parsedConfiguration(
            """
            targets: [{target: "http://www.example/", group: web}]
            alerts:
              remind: 4h
              after: 30s
              settle: 5s
              queue: 50
              receivers:
              - {name: pager, exec: [/usr/local/bin/page, --now], timeout: 20s}
              - {name: hook, webhook: "https://hooks.example.org/a?b=c", format: alertmanager, credentials: {file: "\(secret)"}}
              - {name: am, alertmanager: "http://127.0.0.1:9093"}
              - {name: phone, ntfy: "https://ntfy.example.org/x/alerts", local: on}
              - {name: mail, email: ops@example.org, smtp: "smtps://mail.example.org", from: netdiag@example.org}
              - {name: local, email: [root@localhost]}
              routes:
              - {receivers: [pager, phone], severity: error, groups: [web], labels: {team: web}, remind: off}
              - receivers: mail
                causes: [dns.*, tls.expired]
                after: 5m
                quiet: {weekly: daily 22:00-07:00, zone: UTC}
            """
        ).alerts
        #expect(alerts.receivers.map(\.kindName) == ["exec", "webhook", "alertmanager", "ntfy", "email", "email"])
        #expect(alerts.receivers[0].timeout == .seconds(20) && alerts.receivers[0].destination == "/usr/local/bin/page")
        guard case .webhook(let hook, .alertmanager) = alerts.receivers[1].kind else {
            Issue.record("\(alerts.receivers[1].kind)")
            return
        }
        #expect(hook.endpoint.path == "/a?b=c" && hook.endpoint.port == 443 && !hook.allowsOwnAddresses)
        #expect(hook.credentials != nil && alerts.receivers[1].destination == "https://hooks.example.org:443")
        guard case .alertmanager(let server) = alerts.receivers[2].kind,
            case .ntfy(let ntfy, "alerts") = alerts.receivers[3].kind,
            case .email(_, "netdiag@example.org", .smtp(let smtp)) = alerts.receivers[4].kind,
            case .email(["root@localhost"], "root@localhost", .sendmail("/usr/sbin/sendmail")) = alerts.receivers[5]
                .kind
        else {
            Issue.record("\(alerts.receivers)")
            return
        }
        // A literal address of this machine is allowed; a name needs `local: on`.
        #expect(server.allowsOwnAddresses && server.endpoint.path == "/api/v2/alerts" && server.endpoint.port == 9_093)
        #expect(ntfy.allowsOwnAddresses && ntfy.endpoint.path == "/x/")
        #expect(smtp.isSecure && smtp.port == 465)
        #expect(alerts.settle == .seconds(5) && alerts.maxWaiting == 50)
        let (first, second) = (alerts.effectiveRoutes[0], alerts.effectiveRoutes[1])
        #expect(first.severity == .error && first.groups == ["web"] && first.labels == ["team": "web"])
        #expect(first.after == .seconds(30) && first.remind == nil && first.quiet.isEmpty)
        #expect(second.after == .seconds(300) && second.remind == .seconds(14_400) && second.quiet.count == 1)
        #expect(second.takes("dns.timeout") && second.takes("tls.expired") && !second.takes("tls.alert"))
    }

    @Test("without routes, each receiver gets every message")
    func withoutRoutes() throws {
        let alerts = try parsedConfiguration(
            "alerts: {after: 1m, receivers: [{name: a, exec: /bin/true}, {name: b, exec: [/bin/true]}]}"
        ).alerts
        #expect(alerts.effectiveRoutes.map(\.receivers) == [["a", "b"]] && alerts.routes[0].after == .seconds(60))
        #expect(try parsedConfiguration("alerts:\n").alerts.effectiveRoutes.isEmpty)
    }

    @Test(
        "errors are reported",
        arguments: [
            (
                "alerts: {receivers: [{webhook: 'https://a/'}]}",
                "1: alerts.receivers needs a name; write name: ops"
            ),
            (
                "alerts: {receivers: [{name: a}]}",
                #"1: the receiver "a" has no destination; write one of exec, webhook, alertmanager, ntfy, email"#
            ),
            (
                "alerts:\n  receivers:\n  - {name: a, exec: /bin/true}\n  - {name: a, exec: /bin/true}",
                #"3: alerts.receivers has "a" twice; give each a name of its own"#
            ),
            (
                "alerts: {receivers: [{name: a, exec: page}]}",
                "1: alerts.receivers.exec cannot be run; write a program by its path, with its arguments, as in [/usr/local/bin/page, --now]"
            ),
            (
                "alerts: {receivers: [{name: a, exec: /bin/true, format: netdiag}]}",
                "1: alerts.receivers.format does not apply to exec; remove it"
            ),
            (
                "alerts: {receivers: [{name: a, webhook: 'https://a/', format: slack}]}",
                #"1: alerts.receivers.format "slack" is unknown; write netdiag or alertmanager"#
            ),
            (
                "alerts: {receivers: [{name: a, ntfy: 'https://ntfy.sh/'}]}",
                "1: alerts.receivers.ntfy names no topic; write one, as in https://ntfy.example.org/alerts"
            ),
            (
                "alerts: {receivers: [{name: a, email: \"x@y\\nBcc: z@y\", sendmail: /bin/true}]}",
                #"1: alerts.receivers.email "x@y\u{a}Bcc: z@y" is not a mail address; write addresses, as in [ops@example.org]"#
            ),
            (
                "alerts: {receivers: [{name: a, email: x@y, smtp: mail}]}",
                #"1: alerts.receivers.smtp "mail" cannot be used; write smtps://HOST for TLS, smtp://HOST for STARTTLS, or smtp+plain://HOST for neither"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [osp]}]}",
                #"1: alerts.routes.receivers "osp" is not a receiver; did you mean "ops"? alerts.receivers has ops"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [ops], causes: [dns]}]}",
                #"1: alerts.routes.causes match nothing: there is no cause "dns"; for all of this layer, write dns.*"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [ops], causes: [dns.servfial]}]}",
                #"1: alerts.routes.causes match nothing: there is no cause "dns.servfial"; did you mean dns.servfail?"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [ops], causes: [dns.foo]}]}",
                #"1: alerts.routes.causes match nothing: there is no cause "dns.foo"; see them all with: netdiag explain"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [ops], causes: [dnss.*]}]}",
                #"1: alerts.routes.causes match nothing: there is no layer "dnss"; did you mean dns.*?"#
            ),
            (
                "targets: [{target: 'http://a/', group: web}]\nalerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [ops], groups: [wbe]}]}",
                #"2: alerts.routes.groups select nothing: there is no group "wbe"; did you mean "web"?"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [ops], groups: [nogroup]}]}",
                #"1: alerts.routes.groups select nothing: there is no group "nogroup"; no target has a group"#
            ),
            ("alerts: {remind: 5s}", #"1: alerts.remind "5s" is out of range; expected 1m to 30d"#),
            ("alerts: {severity: bad}", #"1: alerts.severity "bad" is unknown; write warning or error"#),
            (
                "alerts: {receivers: [{name: a, webhook: 'https://a/', credentials: {file: /nowhere/at-all}}]}",
                "1: alerts.receivers.credentials.file /nowhere/at-all cannot be read: No such file or directory"
            ),
        ])
    func problems(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test("causes, layers and groups that are only declared can be selected")
    func known() throws {
        let patterns =
            Catalogue.entries.map(\.id.rawValue)
            + Set(Catalogue.entries.compactMap { $0.id.layer?.rawValue }).map { "\($0).*" }
        for start in stride(from: 0, to: patterns.count, by: 200) {
            let part = patterns[start..<min(start + 200, patterns.count)].joined(separator: ", ")
            #expect(
                configurationProblems(
                    in: """
                        groups: {web: {interval: 1m}}
                        alerts: {receivers: [{name: a, exec: /bin/true}], routes: [{receivers: [a], groups: [web], causes: [\(part)]}]}
                        """
                ).isEmpty)
        }
    }

    @Test("a missing program is a warning, and no reason to refuse the file")
    func missing() throws {
        let folder = try ConfigurationFolder()
        let plain = try folder.write("x", to: "plain")
        let warnings = try parsedConfiguration(
            """
            alerts:
              receivers:
              - {name: a, exec: [/bin/nosuch, --now]}
              - {name: b, exec: /bin/true}
              - {name: c, email: a@example.org, sendmail: /usr/sbin/nosuch}
              - {name: d, exec: "\(plain)"}
            """
        ).warnings
        #expect(warnings.map(\.line) == [3, 5, 6])
        #expect(
            warnings[0].text
                == #"alerts.receivers.exec names a program that does not exist: "/bin/nosuch"; it delivers no alerts until it exists"#
        )
        #expect(warnings[1].text.hasPrefix("alerts.receivers.sendmail names a program that does not exist"))
        #expect(warnings[2].text.contains("is not an executable program"))
    }
}

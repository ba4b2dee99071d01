import NetworkModel
import Testing

@testable import NetdiagConfiguration

@Suite("Alerts in the configuration")
struct ConfigurationAlertTests {
    @Test("receivers of each kind, and routes with what all have in common")
    func all() throws {
        let folder = try ConfigurationFolder()
        let secret = try folder.write("netdiag:geheim\n", to: "login")
        let alerts = try parsedConfiguration(
            """
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

    @Test("without routes, each receiver is told of everything")
    func withoutRoutes() throws {
        let alerts = try parsedConfiguration(
            "alerts: {after: 1m, receivers: [{name: a, exec: /bin/true}, {name: b, exec: [/bin/true]}]}"
        ).alerts
        #expect(alerts.effectiveRoutes.map(\.receivers) == [["a", "b"]] && alerts.routes[0].after == .seconds(60))
        #expect(try parsedConfiguration("alerts:\n").alerts.effectiveRoutes.isEmpty)
    }

    @Test(
        "what is wrong",
        arguments: [
            (
                "alerts: {receivers: [{webhook: 'https://a/'}]}",
                "1: alerts.receivers lacks a name; write name: ops"
            ),
            (
                "alerts: {receivers: [{name: a}]}",
                #"1: the receiver "a" has no way to be told; write one of exec, webhook, alertmanager, ntfy, email"#
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
                "1: alerts.receivers.format is of no use for exec; leave it out"
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
                #"1: alerts.receivers.email "x@y\u{a}Bcc: z@y" is no address of mail; write addresses, as in [ops@example.org]"#
            ),
            (
                "alerts: {receivers: [{name: a, email: x@y, smtp: mail}]}",
                #"1: alerts.receivers.smtp "mail" cannot be used; write smtps://HOST for TLS, smtp://HOST for STARTTLS, or smtp+plain://HOST for neither"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [osp]}]}",
                #"1: alerts.routes.receivers "osp" is no receiver; did you mean "ops"? alerts.receivers has ops"#
            ),
            (
                "alerts: {receivers: [{name: ops, exec: /bin/true}], routes: [{receivers: [ops], causes: [dns]}]}",
                #"1: alerts.routes.causes "dns" is no id of a cause; write one as netdiag explain lists them, or all of a layer as dns.*"#
            ),
            ("alerts: {remind: 5s}", #"1: alerts.remind "5s" is out of range; it takes 1m to 30d"#),
            ("alerts: {severity: bad}", #"1: alerts.severity "bad" is unknown; write warning or error"#),
            (
                "alerts: {receivers: [{name: a, webhook: 'https://a/', credentials: {file: /nowhere/at-all}}]}",
                "1: alerts.receivers.credentials.file /nowhere/at-all cannot be read: No such file or directory"
            ),
        ])
    func problems(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }
}

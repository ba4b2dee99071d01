import NetdiagService
import NetworkDiagnostics
import NetworkModel
import Testing

@testable import NetdiagConfiguration

@Suite("Names, groups and defaults of targets")
struct ManagedTargetTests {
    @Test("names, groups and labels, and the settings of a target, its group and all targets")
    func defaults() throws {
        let configuration = try parsedConfiguration(
            """
            interval: 20s
            thresholds: {certificate_days: 10, connect: 300ms}
            defaults:
              after: 2
              labels: {site: north, team: none}
            groups:
              web:
                interval: 1m
                recover: 3
                labels: {team: web}
                thresholds: {certificate_days: 30}
            targets:
            - https://plain.example/
            - {target: "https://shop.example/", name: Shop, group: web, labels: {tier: "1"}, after: 5}
            - {target: "https://shop.example/", name: Shop in Bavarian, group: web, http: {contains: Servus}}
            """)
        let (plain, shop, other) = (configuration.targets[0], configuration.targets[1], configuration.targets[2])
        #expect(plain.key == "https://plain.example/" && plain.group == nil)
        #expect((plain.after, plain.recover, plain.interval) == (2, 1, .seconds(20)))
        #expect(plain.labels == ["site": "north", "team": "none"])
        #expect(shop.key == "Shop" && shop.group == "web" && shop.target == other.target)
        #expect((shop.after, shop.recover, shop.interval) == (5, 3, .seconds(60)))
        #expect(shop.labels == ["site": "north", "team": "web", "tier": "1"])
        #expect(shop.thresholds?.certificateDays == 30 && shop.thresholds?.connect == Milliseconds(.milliseconds(300)))
        #expect(plain.thresholds == nil && plain.options(configuration.thresholds).thresholds.certificateDays == 10)
        #expect(shop.options(configuration.thresholds).thresholds.certificateDays == 30)
        #expect(other.probe.http.rules == [.contains("Servus")] && shop.probe.http.rules.isEmpty)
    }

    @Test("a class of statuses, a range and a single one")
    func statuses() throws {
        let configuration = try parsedConfiguration(
            "targets:\n- {target: 'http://a/', http: {status: [2xx, 301, 400-404]}}")
        #expect(configuration.targets[0].probe.http.expectedStatus == [200...299, 301...301, 400...404])
        #expect(HTTPSettings.statuses("6xx") == nil && HTTPSettings.statuses("2x") == nil)
    }

    @Test(
        "errors are reported",
        arguments: [
            (
                "targets:\n- {target: a, name: x}\n- {target: b, name: x}",
                #"3: line 2 already has a target named "x"; give this one another name"#
            ),
            (
                "targets:\n- a\n- {target: b, name: a}",
                #"3: line 2 already has a target named "a"; give this one another name"#
            ),
            (
                "targets:\n- {target: a, name: \" x\"}",
                #"2: " x" is not a valid name of a target; write 1 to 100 bytes, without control characters and without leading or trailing blanks"#
            ),
            (
                "groups: {web: {}}\ntargets:\n- {target: a, group: wep}",
                #"3: group "wep" is not a group; did you mean "web"? groups: has web; to add it, write wep: {} there"#
            ),
            (
                "groups:\n  web:\n    after: 0",
                #"3: groups.web.after "0" is not valid; write a whole number of failures from 1 to 100"#
            ),
            (
                "defaults:\n  labels: {a-b: c}",
                #"2: "a-b" is not a valid label name; write letters, digits and _, not beginning with a digit"#
            ),
            (
                "include: missing.yaml",
                #"1: include "missing.yaml" is not there; write the path of a file, or a pattern"#
            ),
            (
                "maintenance:\n- {weekly: someday 02:00-04:00}",
                #"2: maintenance.weekly "someday 02:00-04:00" is not valid; write days and times, as in sun 02:00-04:00 or mon-fri 23:30-00:30"#
            ),
            (
                "maintenance:\n- {weekly: sun 02:00-04:00, zone: Europe/Atlantis}",
                #"2: maintenance.zone "Europe/Atlantis" is unknown to this machine: /usr/share/zoneinfo/Europe/Atlantis cannot be read: No such file or directory; write a name of the tz database, as in Europe/Berlin, or UTC, or install tzdata"#
            ),
            (
                "maintenance:\n- {weekly: sun 02:00-04:00, zone: ../../etc/passwd}",
                #"2: maintenance.zone "../../etc/passwd" is not a time zone; write a name of the tz database, as in Europe/Berlin, or UTC"#
            ),
            (
                "maintenance:\n- {from: 2026-12-24T22:00, until: 2026-12-24T21:00}",
                "2: maintenance.until is not later than maintenance.from; write a later time"
            ),
            (
                "maintenance:\n- {from: 2026-02-30T22:00, until: 2026-12-24T21:00}",
                #"2: maintenance.from "2026-02-30T22:00" is not valid; write a date and a time of the zone's clock, as in 2026-12-24T22:00"#
            ),
            (
                "maintenance:\n- {zone: UTC}",
                "2: maintenance needs either weekly, as in sun 02:00-04:00, or both from and until, as in 2026-12-24T22:00"
            ),
            (
                "history: {max: 1MiB}",
                #"1: history.max "1MiB" is not valid; write a size of 16MiB to 64GiB, as in 256MiB"#
            ),
            ("history: {results: 1h}", #"1: history.results "1h" is out of range; expected 3h to 90d"#),
            (
                "history: {file: x.db}",
                #"1: history.file "x.db" is not an absolute path; write one, as in /var/lib/netdiag/history.db"#
            ),
        ])
    func problems(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test("files are included in the order of their names, and errors name file and line")
    func include() throws {
        let folder = try ConfigurationFolder()
        let main = try folder.write("include: conf-*.yaml\ngroups: {web: {after: 2}}\ntargets: [a]\n", to: "main.yaml")
        _ = try folder.write("targets:\n- {target: c, group: db}\n- {target: d, group: web}\n", to: "conf-2.yaml")
        _ = try folder.write("groups: {db: {after: 3}}\ntargets:\n- b\n", to: "conf-1.yaml")
        let configuration = try Configuration.read(path: main)
        #expect(configuration.targets.map(\.key) == ["a", "b", "c", "d"])
        #expect(configuration.targets.map(\.after) == [1, 1, 3, 2])
        _ = try folder.write("\ntargets:\n- a\n- {target: e, group: wep}\nlisten: {}\n", to: "conf-3.yaml")
        let error = #expect(throws: ConfigurationError.self) { try Configuration.read(path: main) }
        #expect(
            error?.description.split(separator: "\n").map { $0.replacing(folder.path + "/", with: "") } == [
                #"conf-3.yaml:3: main.yaml:3 already has the target "a"; keep one of the two, or give this one a name"#,
                #"conf-3.yaml:4: group "wep" is not a group; did you mean "web"? groups: has db, web; to add it, write wep: {} there"#,
                #"conf-3.yaml:5: unknown key "listen"; allowed here: groups, targets"#,
            ])
    }

    @Test(
        "an included file that cannot be used is one line, whatever is in it",
        arguments: [
            ("hello world\nsecond line\n", "1: is not a file of targets: it has text without keys"),
            ("hosts: files dns\npasswd: files\n", "1: is not a file of targets: it has the key \"hosts\" first"),
            ("\n- a\n- b\n", "2: is not a file of targets: it has a list without a key"),
            ("# nothing\n{}\n", "2: is not a file of targets: it has nothing between the braces"),
        ])
    func noInclude(text: String, problem: String) throws {
        let folder = try ConfigurationFolder()
        let main = try folder.write("include: other\n", to: "main.yaml")
        let other = try folder.write(text, to: "other")
        let error = #expect(throws: ConfigurationError.self) { try Configuration.read(path: main) }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines == ["\(other):\(problem); write targets: or groups:, as in targets: [https://example.org/]"])
    }

    @Test("the list of known keys is shown once per file")
    func knownKeys() throws {
        let folder = try ConfigurationFolder()
        let main = try folder.write("foo: 1\nbar: 2\naccess: {foo: 1}\ninterval_: 3s\n", to: "main.yaml")
        let error = #expect(throws: ConfigurationError.self) { try Configuration.read(path: main) }
        let lines = error?.description.split(separator: "\n").map { $0.replacing(main, with: "") } ?? []
        try #require(lines.count == 4)
        #expect(lines[0].hasPrefix(":1: unknown key \"foo\"; allowed here: interval,"))
        #expect(lines[1] == ":2: unknown key \"bar\"; the known keys are those listed for line 1")
        #expect(lines[2].hasPrefix(":3: unknown key \"foo\"; allowed here: networks,"))
        #expect(lines[3].contains("did you mean \"interval\"? the known keys are those listed for line 1"))
    }
}

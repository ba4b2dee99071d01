import struct NetworkModel.Finding

/// docs/compare-faults.md, which compares netdiag and its peers on the same faults in one run.
struct ComparisonDocument {
    /// The version of netdiag that diagnosed the rows, which names its commit (scripts/version.sh).
    let version: String
    let rows: [ComparedRow]
    /// The last line of the checks of healthy targets, such as `1000 checks, 0 findings`.
    let healthy: String

    var right: Int { rows.count(where: \.isRight) }
    private var times: [Duration] { rows.compactMap(\.verdict?.time).sorted() }
    var median: Duration { times.isEmpty ? .zero : times[times.count / 2] }
    var longest: Duration { times.last ?? .zero }

    /// The summary, which is printed during the run and at the end.
    var summary: String {
        "\(right) of \(rows.count) rows right, median \(median.shown), longest \(longest.shown)"
    }

    /// The line of `netdiag diagnose` in the first table.
    private var diagnosisSummary: String {
        let asked = rows.filter { $0.diagnosis != nil }
        let times = asked.compactMap(\.diagnosis?.time).sorted()
        let median: Duration = times.isEmpty ? .zero : times[times.count / 2]
        let longest: Duration = times.last ?? .zero
        return "| `netdiag diagnose` | \(asked.count) | | \(asked.count(where: \.diagnosisMistakes.isEmpty)) right | "
            + "\(median.shown), longest \(longest.shown) |"
    }

    private var peers: [(name: String, answer: (ComparedRow) -> PeerAnswer?)] {
        [
            ("`curl`", \.curl), ("`prometheus-blackbox-exporter`", \.blackbox),
            ("the protocol's own client", \.client),
            ("`nmcli networking connectivity check`", \.networkManager),
        ]
    }

    var text: String {
        var lines = [
            "# Real faults, diagnosed by netdiag and other tools", "",
            "`make faults` generates this page. It produces each fault of `Tests/LabTests/Faults` in a separate lab, and runs",
            "these programs there: `netdiag check --json` or `netdiag status --json`; in another lab of the same kind, `netdiag",
            "diagnose --json`; `curl --fail --location`; `prometheus-blackbox-exporter` with debug",
            "output and the module that fits the target (http, tcp, icmp, dns or grpc, or tcp with the protocol's greeting);",
            "the protocol's own client, with the server, login and topic or database of the row: `mosquitto_sub`,",
            "`ldapsearch`, `psql`, `ssh`, `ntpdig` from NTPsec, and `ncat` for UDP and Unix sockets; and NetworkManager's",
            "`nmcli networking connectivity check`, which has run on the client since before the fault, in another lab since",
            "it changes routes, and checks the row's page or another page of the same web server. Each may take 5 s: a client",
            "that is then stopped has exit code 124. Times are those of whole commands: netdiag runs alone, and then curl,",
            "blackbox_exporter and the client at the same time, in three labs at a time. A dash means that the program does",
            "not apply.", "",
            "The version of netdiag is \(version), in which the commit follows `g`.", "",
            "| | faults | reports a failure | names the cause | median time |",
            "| --- | --- | --- | --- | --- |",
            "| `netdiag check` | \(rows.count) | | \(right) right | \(median.shown), longest \(longest.shown) |",
            diagnosisSummary,
        ]
        for peer in peers {
            let asked = rows.filter { peer.answer($0) != nil && $0.fault.cause != nil }
            let times = asked.compactMap { peer.answer($0)?.time }.sorted()
            lines.append(
                "| \(peer.name) | \(asked.count) | \(asked.count { peer.answer($0)?.isFailure == true }) | "
                    + "\(asked.count { $0.names(peer.answer($0)) }) | "
                    + "\(times.isEmpty ? "–" : times[times.count / 2].shown) |")
        }
        lines += [
            "", "Healthy targets of every kind under load: \(healthy).", "",
            "netdiag is right if the id of the cause, the status, the exit code and the facts in the summary are those of the",
            "row, no other error is reported, and the saved report gives the same result. Another program names the cause if it",
            "reports a failure, and its output contains a word that `Culprit.swift` or the file of the kind in `Tests/LabTests/Faults` lists for",
            "the id: one that distinguishes the cause from similar ones, such as *expired*, *refused* or the status 404. Words that it",
            "prints for every cause of a layer, such as *could not resolve host*, do not count, and neither do words that",
            "repeat the target. Answers that name the cause are in **bold**. In the column `diagnose`, words are those of a wrong",
            "verdict.", "",
            "| fault | netdiag | diagnose | curl | blackbox_exporter | own client | nmcli |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        lines += rows.map(line)
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ row: ComparedRow) -> String {
        let netdiag =
            row.verdict.map { verdict in
                let said = verdict.cause.map { "`\($0.id)`: \($0.summary.inOneLine)" } ?? "works"
                return "\(row.isRight ? "✓" : "✗") \(said) (\(verdict.time.shown))"
            } ?? "✗ fault not produced"
        let others = peers.map { peer in
            guard let answer = peer.answer(row) else { return "–" }
            let words = row.names(answer) ? "**\(answer.words)**" : answer.words
            return "\(words) (\(answer.time.shown))"
        }
        let diagnosis =
            row.diagnosis.map { verdict in
                let said = verdict.cause.map { "`\($0.id)`: \($0.summary.inOneLine)" } ?? "works"
                return row.diagnosisMistakes.isEmpty ? "✓ (\(verdict.time.shown))" : "✗ \(said) (\(verdict.time.shown))"
            } ?? "–"
        return "| \(row.fault.title.inOneLine) | \(netdiag) | \(diagnosis) | \(others.joined(separator: " | ")) |"
    }
}

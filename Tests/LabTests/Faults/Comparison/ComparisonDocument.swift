import struct NetworkModel.Finding

/// docs/compare-faults.md, which compares netdiag and its peers on the same faults in one run.
struct ComparisonDocument {
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

    private var peers: [(name: String, answer: (ComparedRow) -> PeerAnswer?)] {
        [
            ("`curl`", \.curl), ("`prometheus-blackbox-exporter`", \.blackbox),
            ("`nmcli networking connectivity check`", \.networkManager),
        ]
    }

    var text: String {
        var lines = [
            "# The same faults, put to netdiag and to others", "",
            "Made by `make faults`, which brings about each fault of `Tests/LabTests/Faults` in a lab of its own and asks,",
            "in the same run: `netdiag check --json`, `curl --fail --location`, the debug output of",
            "`prometheus-blackbox-exporter` (module http, tcp, icmp or dns, as the target is), and NetworkManager's",
            "`nmcli networking connectivity check`, which runs on the client since before the fault and asks for the page",
            "of the row, or for one of the same web server. Each may take 5 s. Times are those of whole commands; netdiag is",
            "asked alone, and the others after it, at the same time; three rows run at a time. A dash stands where a program",
            "does not apply.", "",
            "| | asked | says that something is wrong | names the cause | median time |",
            "| --- | --- | --- | --- | --- |",
            "| `netdiag check` | \(rows.count) | | \(right) right | \(median.shown), longest \(longest.shown) |",
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
            "netdiag is right in a row when the id of the cause, the status, the exit code and the facts in the summary",
            "are those that the row has, no other error is named, and the saved report is judged alike. Another program names",
            "the cause when it says that something is wrong, and its words contain one of those that",
            "`Tests/LabTests/Faults/Comparison/Culprit.swift` has for the id: words that tell the cause from its neighbours,",
            "as *expired*, *refused* or the status 404; what it says of every cause of a layer alike, as *could not resolve",
            "host*, names none, nor does what it repeats of the question. Such answers are in **bold**.", "",
            "| fault | netdiag | curl | blackbox_exporter | nmcli |", "| --- | --- | --- | --- | --- |",
        ]
        lines += rows.map(line)
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ row: ComparedRow) -> String {
        let netdiag =
            row.verdict.map { verdict in
                let said = verdict.cause.map { "`\($0.id)`: \($0.summary.inOneLine)" } ?? "works"
                return "\(row.isRight ? "✓" : "✗") \(said) (\(verdict.time.shown))"
            } ?? "✗ not brought about"
        let others = peers.map { peer in
            guard let answer = peer.answer(row) else { return "–" }
            let words = row.names(answer) ? "**\(answer.words)**" : answer.words
            return "\(words) (\(answer.time.shown))"
        }
        return "| \(row.fault.title.inOneLine) | \(netdiag) | \(others.joined(separator: " | ")) |"
    }
}

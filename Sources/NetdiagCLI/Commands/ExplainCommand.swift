import ArgumentParser
import Diagnosis
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Translations

/// `netdiag explain`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", _superCommandName: Netdiag.name,
        abstract: "Explain what a cause means, how it is recognised, and what to do.",
        discussion: """
            Without an ID, lists all causes; with a layer (dns, tls …), its causes.

            EXAMPLES:
              netdiag explain dns.servfail
              netdiag explain tls
              netdiag explain --json | jq -r .id
            """)

    @Argument(
        help: ArgumentHelp("The id of a cause, as shown in reports, or a layer.", valueName: "id"),
        completion: Completions.causes)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let entries = try chosen()
        switch output.format {
        case .json:
            for entry in entries {
                let document = VersionedDocument(Explanation(entry), .cause)
                try StandardStream.write(try JSON.line(document) + [UInt8(ascii: "\n")])
            }
        case .text:
            var page = Page(for: Terminal(descriptor: STDOUT_FILENO))
            if entries.count == 1, let entry = entries.first { page.explanation(of: entry) } else { page.list(entries) }
            try StandardStream.write(page.bytes)
        }
    }

    private func chosen() throws(Failure) -> [CauseEntry] {
        guard let id else { return Catalogue.entries }
        let typed = id.lowercased()
        if let entry = Catalogue.entry(CauseID(rawValue: typed)) { return [entry] }
        let layer = Catalogue.entries.filter { $0.id.layer?.rawValue == typed }
        guard layer.isEmpty else { return layer }
        guard let meant = KeySuggestion.nearest(to: typed, among: Catalogue.entries.map(\.id.rawValue)) else {
            throw .usage(ToolPhrase.isNoCause.text(["id": Text.shown(id), "command": "netdiag explain"]))
        }
        throw .usage(ToolPhrase.isNoCauseBut.text(["id": Text.shown(id), "meant": meant]))
    }
}

/// A cause in the output of `netdiag explain --json`.
private struct Explanation: Encodable {
    let id: CauseID
    let layer: Layer?
    let severity: Severity
    let meaning: String
    let evidence: String
    let summary: String
    let advice: [String]
    /// The side of the fault; absent if it depends on what was observed.
    let side: Side?

    init(_ entry: CauseEntry) {
        id = entry.id
        layer = entry.id.layer
        severity = entry.severity
        meaning = entry.meaning
        evidence = entry.evidence
        summary = entry.summary
        advice = entry.advice
        side = entry.side
    }
}

extension Page {
    mutating func explanation(of entry: CauseEntry) {
        let mark = TargetState(entry.severity)
        line(
            Text(entry.id.rawValue, .bold)
                + Text("  \(entry.severity.localWord)", mark == .idle ? .dim : mark.style)
                + Text("  \(entry.localSide)", .dim))
        line(Text(entry.localMeaning), indent: 2)
        paragraph(.aReportSays, [entry.localSummary], of: entry)
        if !entry.evidence.isEmpty { paragraph(.howItIsRecognised, [entry.evidence], of: entry) }
        paragraph(.whatToDo, entry.localAdvice, of: entry)
    }

    private mutating func paragraph(_ title: Phrase, _ lines: [String], of entry: CauseEntry) {
        blank()
        line(Text(title.text, .bold))
        // Placeholders are written as in manual pages: GATEWAY.
        for text in lines { advice(Text(sentence: entry.placeholders(in: text)), indent: 2, hang: 2) }
    }

    mutating func list(_ entries: [CauseEntry]) {
        var table = Table(.left, .left, .flexible)
        for entry in entries {
            table.add(
                TargetState(entry.severity).text(glyphs), Text(entry.id.rawValue, .name), Text(entry.localMeaning))
        }
        self.table(table)
    }
}

extension CauseEntry {
    /// The placeholders whose names say little without their values.
    private static let readable = [
        "proof": "EVIDENCE", "lack": "REASON", "effect": "CONSEQUENCE", "why": "REASON", "how": "FAILS",
        "chrony": "chronyc", "timesyncd": "timedatectl", "ntp": "ntpq", "none": "timedatectl",
        "way": "via GATEWAY dev INTERFACE", "here": "RESULT", "there": "OTHER-RESULT", "said": "RESPONSE",
        "text": "RESPONSE", "what": "FAILS", "nobody": "UNASSIGNED-ADDRESS", "took": "TIME",
        "does": "FAILS", "spare": "OTHER-INTERFACE", "typed": "NAME", "denier": "SERVER", "filterer": "SERVER",
        "far": "SERVER", "limited": "SERVER", "configuration": "/etc/resolv.conf", "connected": "SERVER",
        "waiting": "SERVER", "queue": "GATEWAY",
        "unpinged": "ADDRESS", "untraced": "ADDRESS", "own": "OWN-ADDRESS", "held": "ADDRESS", "holder": "INTERFACE",
        "step": "EXPECTED-REPLY", "short": "HOST", "which": "THIS-ADDRESS",
        "absent": "libnss_SERVICE.so.2", "hanging": "SERVICE", "lacking": "hosts", "database": "hosts",
        "ending": "hosts", "rejecting": "ROUTER", "unconnected": "GATEWAY", "looping": "TUNNEL", "outer": "INTERFACE",
        "fourth": "ROUTER", "patience": "FILE:LINE", "native": "NAME", "nat64": "PREFIX", "foreign": "ADDRESS",
        "record": "RECORD", "elsewhere": "OTHER-ADDRESS", "raised": "65",
        "idle": "INTERFACE", "cache": "nscd", "bare": "lo", "marked": "FILE", "unlisted": "localhost",
        "purpose": "serverAuth", "lowest": "AUTHORITY", "forbidden": "NAME", "unentitled": "ISSUER",
        "large": "larger ones", "usual": "DEFAULT-GATEWAY", "twin": "OWN-ADDRESS",
        "balanced": "ADDRESS", "prior": "URL", "prior_port": "PORT", "progress": "STATE", "link": "/etc/resolv.conf",
        "goal": "FILE", "isolated": "ADDRESS", "packages": "avahi-daemon libnss-mdns", "unwritten": "/etc/resolv.conf",
    ]

    /// The placeholder for who answers, which depends on the layer.
    private var who: String {
        switch id.layer {
        case .path?, .uplink?: "ROUTER"
        case .kind(_)?, .proxy?: "PROXY"
        default: "HOST"
        }
    }

    fileprivate func placeholders(in template: String) -> String {
        let readable = Self.readable.merging(["who": who]) { $1 }
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            // A placeholder directly after text is a continuation that is often empty, as in {name}{why}.
            let isContinuation =
                result.unicodeScalars.last.map { $0.properties.isAlphabetic || $0 == ")" || $0 == "）" } ?? false
            if !isContinuation {
                let name = String(rest[rest.index(after: open)..<close])
                // What follows a colon is a reason, and no verb.
                let isReason = result.hasSuffix(": ") && readable[name] == "FAILS"
                result += isReason ? "REASON" : readable[name] ?? name.replacing("_", with: "-").uppercased()
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

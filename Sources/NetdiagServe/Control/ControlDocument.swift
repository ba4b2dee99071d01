import FoundationEssentials
import NetworkModel
import Translations

/// A document of a run that has a form for people.
protocol ControlDocument: Decodable {
    /// The lines for one or several of these documents.
    ///
    /// - Parameter isPlain: Whether a screen reader reads them.
    static func lines(_ all: [Self], isPlain: Bool) -> [String]
}

extension ControlDocument {
    /// The documents of a JSON text, as lines for a terminal.
    ///
    /// - Parameters:
    ///   - json: One document, or an array of them.
    ///   - isPlain: Whether a screen reader reads them.
    /// - Throws: `DecodingError` if it is anything else.
    static func text(of json: String, isPlain: Bool = false) throws -> String {
        let data = Data(json.utf8)
        let all =
            json.utf8.first == UInt8(ascii: "[")
            ? try JSONDecoder().decode([Self].self, from: data) : [try JSONDecoder().decode(Self.self, from: data)]
        return lines(all, isPlain: isPlain).map { $0 + "\n" }.joined()
    }
}

/// A run (`netdiag.serve-run/1`).
struct RunDocument: ControlDocument {
    struct Listener: Decodable {
        var name: String
        var url: String
    }
    var name: String
    var state: String
    var pid: Int32
    var requests: Int
    var listeners: [Listener]

    static func lines(_ all: [Self], isPlain: Bool) -> [String] {
        all.flatMap { run -> [String] in
            let parts = [
                ToolPhrase.text(of: run.state), ToolPhrase.countRequests.text(run.requests),
                ToolPhrase.runByProcess.text(["pid": "\(run.pid)"]),
            ]
            return ["\(SafeText.escaped(run.name))  \(parts.joined(separator: Phrase.partSeparator))"]
                + ControlTable.lines(run.listeners.map { [$0.name, $0.url] }, isPlain: isPlain).map { "  " + $0 }
        }
    }
}

/// A session (`netdiag.serve-session/1`).
struct SessionDocument: ControlDocument {
    var number: Int
    var listener: String
    var expiresIn: Int
    var valueBytes: [String: Int]

    enum CodingKeys: String, CodingKey {
        case number, listener
        case expiresIn = "expires_s"
        case valueBytes = "value_bytes"
    }

    static func lines(_ all: [Self], isPlain: Bool) -> [String] {
        guard !all.isEmpty else { return [ToolPhrase.noSessions.text] }
        return ControlTable.lines(
            all.map { session in
                let values = session.valueBytes.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value) B)" }
                return [
                    "\(session.number)", session.listener, ToolPhrase.endsWithin.text(session.expiresIn),
                    values.joined(separator: Phrase.itemSeparator),
                ]
            }, isPlain: isPlain)
    }
}

/// A fault (`netdiag.serve-fault/1`).
struct FaultDocument: ControlDocument {
    var fault: String
    var listener: String
    var route: String
    var state: String
    var switchable: Bool?
    /// The fault with its arguments, if its name does not have them.
    var setting: String?
    /// Its conditions, if it has any.
    var when: String?

    static func lines(_ all: [Self], isPlain: Bool) -> [String] {
        guard !all.isEmpty else { return [ToolPhrase.noFaults.text] }
        return ControlTable.lines(
            all.map { fault in
                var state = ToolPhrase.text(of: fault.state)
                if fault.switchable == false { state = ToolPhrase.stateIsFixed.text(["state": state]) }
                let when = fault.when.map { ToolPhrase.whenConditions.text(["conditions": $0]) }
                let details = [fault.setting, when].compactMap(\.self).joined(separator: Phrase.partSeparator)
                return [fault.fault, state, fault.listener, fault.route, details]
            }, isPlain: isPlain)
    }
}

/// A request (`netdiag.serve-request/1`).
struct RequestDocument: ControlDocument {
    var number: Int
    var milliseconds: Int
    var listener: String
    var method: String
    var path: String
    var peer: String
    var status: Int
    var bodyBytes: Int
    var faults: [String]
    var failure: String?

    enum CodingKeys: String, CodingKey {
        case number, listener, method, path, peer, status, faults, failure
        case milliseconds = "at_ms"
        case bodyBytes = "body_bytes"
    }

    /// One line each, with fixed columns first, since requests are printed as they arrive.
    static func lines(_ all: [Self], isPlain: Bool) -> [String] {
        all.map { request in
            let (seconds, rest) = (request.milliseconds / 1_000, request.milliseconds % 1_000)
            let time = "\(seconds).\(String(repeating: "0", count: 3 - String(rest).count))\(rest) s"
            let status = request.status == 0 ? ToolPhrase.noResponseSent.text : "\(request.status)"
            let body = request.bodyBytes > 0 ? [ToolPhrase.bytesReceived.text(request.bodyBytes)] : []
            let words =
                [request.method, request.path, isPlain ? status : "→ \(status)"] + body + request.faults
                + (request.failure.map { ["(\($0))"] } ?? [])
            let place = [request.listener, request.peer]
            // Names of DNS queries may contain line ends.
            let text = (place + words).map { SafeText.escaped($0) }.joined(separator: "  ")
            guard !isPlain else { return "\(request.number)  \(time)  \(text)" }
            return ControlTable.padded("\(request.number)", 5, isRight: true)
                + ControlTable.padded(time, 14, isRight: true) + "  " + text
        }
    }
}

/// Columns of text.
enum ControlTable {
    /// The rows with their columns aligned, or for a screen reader one cell after the other. Clients choose a part of
    /// the text, which must not begin a line.
    static func lines(_ rows: [[String]], isPlain: Bool) -> [String] {
        let rows = rows.map { $0.map { SafeText.escaped($0) } }
        return isPlain ? rows.map { row in row.filter { !$0.isEmpty }.joined(separator: "  ") } : aligned(rows)
    }

    /// The rows, which have equally many columns, with two spaces between these and none at the end.
    static func aligned(_ rows: [[String]]) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { padded($0, $1) }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    static func padded(_ text: String, _ width: Int, isRight: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
        return isRight ? space + text : text + space
    }
}

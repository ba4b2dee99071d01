import HTTPTypes
import NetworkModel

/// The format of rows in a response.
enum AnswerFormat: String, Sendable {
    case json, csv

    static let key = (key: "format", meaning: "json or csv; by default, what Accept names")

    init(_ request: APIRequest) throws(Problem) {
        if let text = request.query["format"] {
            guard let format = AnswerFormat(rawValue: text) else {
                throw Problem(.badRequest, "format: \(SafeText.shown(text)) is neither json nor csv")
            }
            self = format
            return
        }
        // The first supported type counts; weights are ignored.
        let types = (request.fields[.accept] ?? "").lowercased().split(separator: ",").map {
            $0.prefix { $0 != ";" }.filter { $0 != " " }
        }
        let first = types.first { ["text/csv", "application/json", "*/*"].contains($0) }
        self = first == "text/csv" ? .csv : .json
    }

    static let csvType = "text/csv; charset=utf-8; header=present"

    /// Formats a row (RFC 4180 section 2). Cells are compared by bytes, since a combining mark after a quote must not hide it.
    static func row(_ cells: [String?]) -> String {
        cells.map { cell in
            guard let cell, cell.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return cell ?? "" }
            let quote = UInt8(ascii: "\"")
            let doubled = cell.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
            return "\"\(String(decoding: doubled, as: UTF8.self))\""
        }.joined(separator: ",") + "\r\n"
    }
}

import HTTPTypes
import NetworkModel

/// The format of rows in a response.
enum ResponseFormat: String, Sendable {
    case json, csv

    static let key = (key: "format", meaning: "json or csv; by default, according to Accept")

    init(_ request: APIRequest) throws(Problem) {
        if let text = request.query["format"] {
            guard let format = ResponseFormat(rawValue: text) else {
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

    /// Formats a row (RFC 4180 section 2), for spreadsheets as well.
    static func row(_ cells: [String?]) -> String {
        cells.map { $0.map { CSVText.cell(inert($0)) } ?? "" }.joined(separator: ",") + "\r\n"
    }

    /// Returns the text, with a leading apostrophe if a spreadsheet could run it as a formula. Names and causes contain texts of
    /// servers and other hosts. Numbers stay as they are.
    private static func inert(_ text: String) -> String {
        guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first), !isNumber(text) else { return text }
        return "'" + text
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) } && Double(text) != nil
    }
}

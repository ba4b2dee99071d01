import NetworkModel

@testable import Probes

/// Dates of HTTP, RFC 3339 and of FTP.
enum DateEntry: FuzzEntry {
    static let name = "dates"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let moment = Timestamp(httpDate: text) {
            try require(abs(moment.millisecondsSince1970) < 400_000_000_000_000, "the year \(moment)")
        }
        if let moment = Timestamp(rfc3339: text) {
            guard let again = Timestamp(rfc3339: moment.description) else {
                throw Violation(description: "\(text.debugDescription) is \(moment), which cannot be read")
            }
            try require(again == moment, "\(moment) came back as \(again)")
        }
        _ = Timestamp(since: text, now: Timestamp(millisecondsSince1970: 1_700_000_000_000))?.description
        if let date = FTPListing.date(text[...]) {
            try require(
                date.utf8.count == 20 && Timestamp(rfc3339: date) != nil || date.hasSuffix("60Z"), "the date \(date)")
        }
    }
}

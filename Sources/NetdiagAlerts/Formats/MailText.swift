import FoundationEssentials
import Glibc
import NetworkModel

/// A message as an email (RFC 5322): plain text in UTF-8.
package enum MailText {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The header and the body. Lines end in CR LF.
    ///
    /// - Parameters:
    ///   - from: An address without brackets, like those in `to`. None of them contains a blank or a line break.
    package static func bytes(_ message: AlertMessage, from: String, to: [String]) -> [UInt8] {
        let words = AlertText(message)
        let host = idHost(message.host)
        let instance = message.id.split(separator: "-").first ?? "netdiag"
        // All emails about an incident form a thread.
        let thread = "<incident-\(message.incident.id)-\(instance)@\(host)>"
        var lines = [
            "From: netdiag <\(from)>", "To: \(to.joined(separator: ",\r\n "))", "Date: \(date(message.created))",
            "Message-ID: <\(message.id.isEmpty ? "test" : message.id)@\(host)>", "References: \(thread)",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
        ]
        lines += ["Subject: " + encoded(words.title), ""]
        let text = ([words.title, ""] + words.lines).joined(separator: "\r\n") + "\r\n"
        let body = Data(text.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        return Array((lines.joined(separator: "\r\n") + "\r\n" + body + "\r\n").utf8)
    }

    /// Encoded words (RFC 2047 section 2) of at most 75 characters each, folded.
    static func encoded(_ text: String) -> String {
        var words: [String] = []
        var part = ""
        for scalar in text.unicodeScalars {
            // 39 bytes are 52 characters in base64. With `=?UTF-8?B?`, `?=` and the field name, this is less than the
            // limit of 76 per line.
            if part.utf8.count + UTF8.width(scalar) > 39 {
                words.append(part)
                part = ""
            }
            part.unicodeScalars.append(scalar)
        }
        words.append(part)
        return words.map { "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// The date in the format of RFC 5322 section 3.3, in UTC.
    static func date(_ moment: Timestamp) -> String {
        var seconds = time_t(moment.millisecondsSince1970 / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ value: CInt) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1_900) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) +0000"
    }

    /// The host name, restricted to the characters that are permitted after the @ of a message ID.
    private static func idHost(_ host: String) -> String {
        let name = host.utf8.filter { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        return name.isEmpty ? "localhost" : String(decoding: name, as: UTF8.self)
    }
}

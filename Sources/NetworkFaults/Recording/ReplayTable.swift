import FoundationEssentials
import NIOCore
import NIOHTTP1
import NetworkModel

/// Recorded responses by method and target. Several responses to the same request are sent in turn, and the last one is
/// repeated.
package struct ReplayTable: Sendable {
    /// A recorded response.
    struct RecordedResponse: Sendable {
        var status: HTTPResponseStatus
        var headers: HTTPHeaders
        var body: Body
        /// The time of the recording, in seconds since 1970.
        var recorded: Int
    }

    /// The place of the body.
    enum Body: Sendable {
        case bytes(ByteBuffer)
        /// The path of a file below the archive's directory.
        case file([String])
    }

    /// The archive's directory. Files are opened only below it.
    private let root: String
    /// The name of the directory in which a recording keeps its bodies. Other files there are not served: an archive may be
    /// somebody else's.
    private let folder: String
    private(set) var answers: [String: [RecordedResponse]] = [:]

    /// Creates an empty table.
    ///
    /// - Parameter file: The path of the archive.
    init(of file: String) {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        let parents = parts.dropLast()
        root = parents.isEmpty ? "." : parents == [""] ? "/" : parents.joined(separator: "/")
        folder = "\(parts.last ?? "").d"
    }

    /// The number of requests with a response.
    package var count: Int { answers.count }

    static func key(_ method: String, _ target: String) -> String { "\(method) \(target)" }

    /// Adds an entry.
    ///
    /// - Throws: ``SettingsError`` with the error in the entry.
    mutating func add(_ entry: HARDocument.Entry) throws(SettingsError) {
        guard let recorded = ISODate.seconds(entry.startedDateTime) else {
            throw SettingsError(
                "has the time \(SafeText.shown(entry.startedDateTime)); write one like 2026-11-23T09:00:00.000Z")
        }
        guard let target = Self.target(of: entry.request.url) else {
            throw SettingsError("has the URL \(SafeText.shown(entry.request.url)); write one like http://host/path")
        }
        // Browsers record blocked and failed requests with the status 0. A status of 101 opened a WebSocket.
        guard entry.response.status != 0, !(100...199).contains(entry.response.status) else { return }
        guard (200...599).contains(entry.response.status) else {
            throw SettingsError("has the status \(entry.response.status); statuses are 200 to 599")
        }
        var headers = HTTPHeaders()
        for field in entry.response.headers.prefix(1_000) where !field.name.hasPrefix(":") {
            guard Self.isName(field.name), Self.isValue(field.value) else {
                throw SettingsError("has the field \(SafeText.shown(field.name)), which is not a field of HTTP")
            }
            headers.add(name: field.name, value: field.value)
        }
        HopByHopFields.remove(from: &headers)
        headers.remove(name: "content-length")
        let body: Body
        if let path = entry._raw?.body {
            let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
            guard segments.count > 1, segments[0] == folder,
                segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
            else {
                throw SettingsError(
                    "has its body in \(SafeText.shown(path)), which is not a file in \(SafeText.shown(folder)), where a recording has them; rename both together"
                )
            }
            body = .file(segments)
        } else {
            // Text in an archive was decoded.
            headers.remove(name: "content-encoding")
            let text = entry.response.content?.text ?? ""
            if entry.response.content?.encoding?.lowercased() == "base64" {
                guard let data = Data(base64Encoded: text) else {
                    throw SettingsError("has a content that says it is base64, and is not")
                }
                body = .bytes(ByteBuffer(bytes: data))
            } else {
                body = .bytes(ByteBuffer(string: text))
            }
        }
        answers[Self.key(entry.request.method.uppercased(), target), default: []].append(
            RecordedResponse(
                status: HTTPResponseStatus(statusCode: entry.response.status), headers: headers, body: body,
                recorded: recorded))
    }

    /// Returns the path and query of an absolute URL; `nil` if it is invalid.
    static func target(of url: String) -> String? {
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { return nil }
        let rest = parts[1].drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "#" }
        return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    private static func isValue(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7f) }
    }

    /// Returns the response to send for a recorded one.
    ///
    /// - Parameter shift: The number of seconds by which its dates are shifted.
    func response(_ recorded: RecordedResponse, shift: Int) -> ServedResponse {
        var headers = recorded.headers
        ShiftedDates.shift(&headers, by: shift)
        switch recorded.body {
        case .bytes(let bytes): return ServedResponse(recorded.status, headers: headers, body: .bytes(bytes))
        case .file(let segments):
            guard let root = try? DirectoryRoot(root), case .file(let file) = root.entry(segments) else {
                return .problem(.internalServerError, "the file of this recorded body cannot be read")
            }
            return ServedResponse(recorded.status, headers: headers, body: .file(file, 0..<file.size))
        }
    }
}

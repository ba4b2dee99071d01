import FoundationEssentials
import Glibc
import NIOCore
import NetworkModel

/// Reads HTTP archives from any source.
package enum HARReader {
    package static let maxBytes = 256 << 20
    package static let maxEntries = 100_000

    /// An error in an archive, with its place.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package let file: String
        package let line: Int?
        package let reason: String

        package var description: String {
            "\(SafeText.escapedPath(file))\(line.map { ":\($0)" } ?? ""): \(reason)"
        }
    }

    /// Reads an archive.
    ///
    /// - Throws: ``Problem``, with the line.
    package static func read(path: String) throws(Problem) -> ReplayTable {
        try table(of: try bytes(path), file: path)
    }

    static func table(of bytes: [UInt8], file: String) throws(Problem) -> ReplayTable {
        func problem(_ reason: String, _ path: [JSONLines.Step]) -> Problem {
            Problem(file: file, line: JSONLines.line(of: path, in: bytes), reason: reason)
        }
        let document: HARDocument
        do {
            document = try JSONDecoder().decode(HARDocument.self, from: Data(bytes))
        } catch let error as DecodingError {
            if let line = JSONLines.broken(bytes) {
                throw Problem(
                    file: file, line: line, reason: "is not valid JSON; a HAR file is one object, {\"log\": …}")
            }
            let (reason, path) = explanation(error)
            throw problem(reason, path)
        } catch {
            throw Problem(file: file, line: nil, reason: "cannot be read: \(error)")
        }
        guard document.log.entries.count <= maxEntries else {
            throw problem("has \(document.log.entries.count) entries; at most \(maxEntries) are replayed", [])
        }
        var table = ReplayTable(of: file)
        for (index, entry) in document.log.entries.enumerated() {
            let place: [JSONLines.Step] = [.member("log"), .member("entries"), .item(index)]
            do throws(SettingsError) {
                try table.add(entry)
            } catch {
                throw problem("entry \(index + 1) \(error.reason)", place)
            }
        }
        return table
    }

    private static func explanation(_ error: DecodingError) -> (String, [JSONLines.Step]) {
        func path(_ keys: [any CodingKey]) -> [JSONLines.Step] {
            keys.map { key in key.intValue.map { .item($0) } ?? .member(key.stringValue) }
        }
        func name(_ keys: [any CodingKey]) -> String {
            let words = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
            return words.isEmpty ? "the file" : String(words.dropFirst())
        }
        switch error {
        case .keyNotFound(let key, let context):
            return (
                "\(name(context.codingPath)) needs \(key.stringValue), which HAR 1.2 requires", path(context.codingPath)
            )
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let wanted =
                "\(type)".contains("Array")
                ? "a list" : "\(type)" == "Int" ? "a whole number" : "\(type)" == "String" ? "a text" : "an object"
            return (
                "\(name(context.codingPath)) is not what HAR 1.2 has there; write \(wanted)", path(context.codingPath)
            )
        case .dataCorrupted(let context):
            return ("\(name(context.codingPath)) is not valid; see HAR 1.2", path(context.codingPath))
        @unknown default: return ("is not HAR 1.2", [])
        }
    }

    private static func bytes(_ path: String) throws(Problem) -> [UInt8] {
        guard let file = OpenFile(path: path) else {
            throw Problem(file: path, line: nil, reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        guard file.size <= maxBytes else {
            throw Problem(file: path, line: nil, reason: "has more than \(maxBytes >> 20) MiB")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(file.size)
        while bytes.count < file.size, let part = file.read(at: bytes.count, count: 1 << 20) {
            bytes += part.readableBytesView
        }
        return bytes
    }
}

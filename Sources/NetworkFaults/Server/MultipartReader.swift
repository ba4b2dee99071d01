import NIOCore
import NIOHTTP1

/// Parses multipart/form-data (RFC 7578, RFC 2046 section 5.1), strictly and with limits.
struct MultipartReader {
    /// A part, whose body is a slice of the request's.
    struct Part {
        var name: String
        var fileName: String?
        /// The type that the client declared.
        var declaredType: String?
        var body: ArraySlice<UInt8>
    }

    /// The reason why a body is invalid, as a clause.
    struct Failure: Error, Hashable {
        var reason: String
    }

    static let maxParts = 256
    private static let maxHeadBytes = 8_192

    private let bytes: [UInt8]
    /// Two hyphens and the boundary.
    private let delimiter: [UInt8]
    private var place = 0

    /// Parses the parts of a body.
    static func parts(of bytes: [UInt8], boundary: String) throws(Failure) -> [Part] {
        var reader = MultipartReader(bytes: bytes, delimiter: Array("--\(boundary)".utf8))
        return try reader.read()
    }

    private init(bytes: [UInt8], delimiter: [UInt8]) {
        self.bytes = bytes
        self.delimiter = delimiter
    }

    /// Returns the boundary of a Content-Type; `nil` for another type.
    ///
    /// - Throws: ``Failure`` if the type matches, but has no boundary of 1 to 70 allowed characters (RFC 2046 section 5.1.1).
    static func boundary(of contentType: String) throws(Failure) -> String? {
        let parts = HeaderParameters(contentType)
        guard parts.value.lowercased() == "multipart/form-data" else { return nil }
        guard let boundary = parts["boundary"] else { throw Failure(reason: "Content-Type has no boundary") }
        let isGood =
            (1...70).contains(boundary.utf8.count) && boundary.last != " "
            && boundary.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || "'()+_,-./:=? ".utf8.contains(byte)
            }
        guard isGood else { throw Failure(reason: "the boundary is not 1 to 70 of the allowed characters") }
        return boundary
    }

    private mutating func read() throws(Failure) -> [Part] {
        guard let first = delimiterStart(from: 0), first == 0 || isLineEnd(before: first) else {
            throw Failure(reason: "the boundary is not in the body")
        }
        place = first + delimiter.count
        var parts: [Part] = []
        while true {
            let isLast = bytes[place...].starts(with: Array("--".utf8))
            if isLast { place += 2 }
            // Blanks may follow a boundary.
            while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
            if isLast, place == bytes.count { return parts }
            guard bytes[place...].starts(with: [0x0d, 0x0a]) else {
                throw Failure(reason: "a boundary is followed by neither a line end nor --")
            }
            if isLast { return parts }
            place += 2
            guard parts.count < Self.maxParts else {
                throw Failure(reason: "there are more than \(Self.maxParts) parts")
            }
            var part = try head(parts.count + 1)
            let start = place
            // The boundary may directly follow the fields of a part without a body.
            var end = bytes[start...].starts(with: delimiter) ? start : nil
            if end == nil {
                var from = start
                while let found = delimiterStart(from: from) {
                    if isLineEnd(before: found) {
                        end = found
                        break
                    }
                    from = found + 1
                }
            }
            guard let end else { throw Failure(reason: "part \(parts.count + 1) has no end; a boundary is missing") }
            part.body = bytes[start..<max(start, end - 2)]
            parts.append(part)
            place = end + delimiter.count
        }
    }

    private func isLineEnd(before index: Int) -> Bool {
        index >= 2 && bytes[index - 2] == 0x0d && bytes[index - 1] == 0x0a
    }

    /// Returns the offset of the next delimiter. Its first byte is seldom repeated in bodies, so that this search is fast.
    private func delimiterStart(from start: Int) -> Int? {
        guard bytes.count >= delimiter.count else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index <= bytes.count - delimiter.count {
                if bytes[index] == 0x2d {
                    var count = 1
                    while count < delimiter.count, bytes[index + count] == delimiter[count] { count += 1 }
                    if count == delimiter.count { return index }
                }
                index += 1
            }
            return nil
        }
    }

    /// Parses the fields before the body of a part.
    private mutating func head(_ number: Int) throws(Failure) -> Part {
        let start = place
        var fields: [(name: String, value: String)] = []
        while true {
            guard let end = lineEnd(from: place), end - start <= Self.maxHeadBytes else {
                throw Failure(reason: "the fields of part \(number) have no end within \(Self.maxHeadBytes) bytes")
            }
            let line = bytes[place..<end]
            place = end + 2
            if line.isEmpty { break }
            guard let text = String(validating: line, as: UTF8.self), !line.contains(0),
                let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.first != " ", text.first != "\t",
                fields.count < 32
            else { throw Failure(reason: "part \(number) has a line that is not a field") }
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields.append((text[..<colon].lowercased(), String(value)))
        }
        guard let field = fields.first(where: { $0.name == "content-disposition" }) else {
            throw Failure(reason: "part \(number) has no Content-Disposition")
        }
        let disposition = HeaderParameters(field.value)
        guard disposition.value.lowercased() == "form-data", let name = disposition["name"] else {
            throw Failure(reason: "part \(number) is not form-data with a name")
        }
        return Part(
            name: name, fileName: disposition["filename"],
            declaredType: fields.first { $0.name == "content-type" }?.value, body: [])
    }

    private func lineEnd(from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count, index - start <= Self.maxHeadBytes {
            if bytes[index] == 0x0d, bytes[index + 1] == 0x0a { return index }
            index += 1
        }
        return nil
    }
}

public import NetworkModel

/// The listing of a directory, parsed as it arrives: `MLSD` (RFC 3659 section 7), or the output of `LIST` for people, on Unix
/// and on Windows. libcurl's own parser for the latter drops blanks at the beginning of names, treats an empty directory as a
/// missing one, and keeps the whole listing in memory.
public struct FTPListing: Sendable {
    /// The maximum length of a line in bytes; longer lines are ignored.
    static let maxLineBytes = 8 * 1_024
    /// The maximum number of bytes of a listing; a check reads less.
    static let maxBytes = 16 << 20
    static let maxBytesInCheck = 1 << 20

    /// The entries in the order of the server, up to the requested number.
    public private(set) var entries: [FTPEvidence.Entry] = []
    /// The number of entries in the directory; a lower bound if the listing was truncated.
    public private(set) var count = 0
    /// Whether the listing was longer than the limit.
    public private(set) var isCut = false
    /// Whether the data is not a listing: a line without an end, or only lines that are too long.
    private(set) var isMalformed = false
    private let maxEntries: Int
    private let maxBytes: Int
    private let isMachineReadable: Bool
    private var line: [UInt8] = []
    private var isLineTooLong = false
    private var hasLongLine = false
    private var bytes = 0

    init(maxEntries: Int, maxBytes: Int = Self.maxBytes, isMachineReadable: Bool) {
        self.maxEntries = maxEntries
        self.maxBytes = maxBytes
        self.isMachineReadable = isMachineReadable
    }

    /// Appends data.
    ///
    /// - Returns: Whether more is needed.
    mutating func append(_ chunk: UnsafeRawBufferPointer) -> Bool {
        var rest = chunk.prefix(maxBytes - bytes)
        isCut = isCut || rest.count < chunk.count
        bytes += rest.count
        while let end = rest.firstIndex(of: 10) {
            append(rest[..<end])
            endLine()
            rest = rest[(end + 1)...]
        }
        append(rest)
        return !isCut
    }

    /// Ends the listing at what has arrived.
    mutating func cut() {
        isCut = true
    }

    mutating func finish() {
        isMalformed = isLineTooLong || hasLongLine && entries.isEmpty
        // The last line of a truncated listing is incomplete.
        if !line.isEmpty, !isCut { endLine() }
    }

    private mutating func append(_ part: Slice<UnsafeRawBufferPointer>) {
        guard !isLineTooLong, line.count + part.count <= Self.maxLineBytes else {
            (isLineTooLong, hasLongLine) = (true, true)
            line = []
            return
        }
        line += part
    }

    private mutating func endLine() {
        defer { (line, isLineTooLong) = ([], false) }
        guard !isLineTooLong else {
            count += 1
            return
        }
        if line.last == 13 { line.removeLast() }
        guard !line.isEmpty else { return }
        let text = String(decoding: line, as: UTF8.self)
        guard let entry = isMachineReadable ? Self.facts(text) : Self.printed(text) else { return }
        count += 1
        if entries.count < maxEntries { entries.append(entry) }
    }

    // MARK: - MLSD

    /// Parses `Type=file;Size=25730;Modify=19940728095854; name`; the result is `nil` for the directory itself and its
    /// parent.
    static func facts(_ line: String) -> FTPEvidence.Entry? {
        // The name begins after the first blank, and may begin with a blank itself.
        guard let blank = line.unicodeScalars.firstIndex(of: " ") else { return nil }
        let name = String(line.unicodeScalars[line.unicodeScalars.index(after: blank)...])
        guard !name.isEmpty else { return nil }
        var entry = FTPEvidence.Entry(name: name, kind: .other)
        for fact in line.unicodeScalars[..<blank].split(separator: ";").prefix(32) {
            let parts = String(fact).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let value = parts[1]
            switch parts[0].lowercased() {
            case "type":
                let type = value.lowercased()
                if type == "cdir" || type == "pdir" { return nil }
                entry.kind =
                    type == "file" ? .file : type == "dir" ? .directory : type.hasPrefix("os.unix=s") ? .link : .other
            case "size": entry.size = Int(value).flatMap { $0 >= 0 ? $0 : nil }
            case "modify": entry.modified = date(value)
            default: break
            }
        }
        return entry.name == "." || entry.name == ".." ? nil : entry
    }

    private static let daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    /// Converts `YYYYMMDDHHMMSS` with an optional fraction, in UTC (RFC 3659 section 2.3), to RFC 3339; the result is `nil`
    /// for anything else, and before 1600, which ``Timestamp`` does not accept.
    static func date(_ text: Substring) -> String? {
        let pieces = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else { return nil }
        let digits = Array(pieces[0])
        guard digits.count == 14 else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        func number(_ range: Range<Int>) -> Int { Int(part(range)) ?? 0 }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        // The second 60 is a leap second.
        guard year >= 1_600, 1...12 ~= month, 1...daysOfMonths[month - 1] ~= day, month != 2 || day < 29 || isLeapYear,
            number(8..<10) < 24, number(10..<12) < 60, number(12..<14) <= 60
        else { return nil }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z"
    }

    // MARK: - LIST

    /// Parses a line of ls(1) or of Windows' DIR. For any other line, the whole line is the name.
    static func printed(_ line: String) -> FTPEvidence.Entry? {
        if line.hasPrefix("total "), line.dropFirst(6).allSatisfy({ $0.isNumber || $0 == " " }) { return nil }
        let entry =
            unix(line) ?? windows(line)
            ?? FTPEvidence.Entry(name: String(line.unicodeScalars.prefix(1_024)), kind: .other)
        return entry.name == "." || entry.name == ".." ? nil : entry
    }

    /// Parses `-rw-r--r--  1 owner group  1024 Nov 21 08:20 name`, with one blank between the date and the name. It is parsed by
    /// scalars, since names may begin with a combining one.
    private static func unix(_ line: String) -> FTPEvidence.Entry? {
        var rest = line.unicodeScalars[...]
        guard let first = rest.first, "-dlbcps".unicodeScalars.contains(first) else { return nil }
        var words: [Substring] = []
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        while words.count < 8 {
            rest = rest.drop(while: isBlank)
            let word = rest.prefix { !isBlank($0) }
            guard !word.isEmpty else { return nil }
            words.append(Substring(word))
            rest = rest[word.endIndex...]
            // Without a group there is one word less, so that the date ends one word earlier.
            if words.count == 7, isDate(words[4...6]) { break }
        }
        let date = words.suffix(3)
        guard words[0].count >= 10, isDate(date), rest.first == " " else { return nil }
        var name = rest.dropFirst()
        let kind: FTPEvidence.Entry.Kind =
            first == "-" ? .file : first == "d" ? .directory : first == "l" ? .link : .other
        if kind == .link, let arrow = name.firstRange(of: " -> ".unicodeScalars) { name = name[..<arrow.lowerBound] }
        guard !name.isEmpty else { return nil }
        return FTPEvidence.Entry(
            name: String(name), kind: kind, size: Int(words[words.count - 4]), modified: date.joined(separator: " "))
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private static func isDate(_ words: ArraySlice<Substring>) -> Bool {
        guard words.count == 3, let day = Int(words[words.startIndex + 1]), let last = words.last else { return false }
        return months.contains(words[words.startIndex].lowercased()) && (1...31).contains(day)
            && (last.contains(":") || last.count == 4 && last.allSatisfy(\.isNumber))
    }

    /// Parses `11-21-26  08:20AM  <DIR>  name`.
    private static func windows(_ line: String) -> FTPEvidence.Entry? {
        let words = line.unicodeScalars.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
            .map { Substring($0) }
        guard words.count == 4, words[0].count >= 8, words[0].filter({ $0 == "-" }).count == 2,
            words[0].allSatisfy({ $0.isNumber || $0 == "-" }), words[1].contains(":")
        else { return nil }
        let isDirectory = words[2].uppercased() == "<DIR>"
        guard isDirectory || Int(words[2]) != nil else { return nil }
        let name = words[3].unicodeScalars.drop { $0 == " " }
        return FTPEvidence.Entry(
            name: String(name), kind: isDirectory ? .directory : .file, size: isDirectory ? nil : Int(words[2]),
            modified: "\(words[0]) \(words[1])")
    }
}

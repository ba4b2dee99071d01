/// Parses CSV record by record (RFC 4180). Quoted cells may contain commas, doubled quotes and line ends.
struct CSVReader {
    struct Record: Hashable {
        /// The line on which the record begins, counted from 1.
        var line: Int
        var cells: [String]
        /// The indices of empty cells in quotes, which are empty texts. Without quotes, an empty cell is not a value.
        var emptyTexts: Set<Int> = []
    }

    /// The reason why a text is not valid CSV.
    struct Failure: Error, Hashable {
        var line: Int
        var reason: String
    }

    private static let maxCells = 1_024

    private let bytes: [UInt8]
    private var place = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
    }

    /// Returns the next record; `nil` at the end. Empty lines are skipped.
    mutating func next() throws(Failure) -> Record? {
        while place < bytes.count, isLineEnd { skipLineEnd() }
        guard place < bytes.count else { return nil }
        var record = Record(line: line, cells: [])
        while true {
            let isQuoted = place < bytes.count && bytes[place] == UInt8(ascii: "\"")
            let cell = try cell()
            if isQuoted, cell.isEmpty { record.emptyTexts.insert(record.cells.count) }
            record.cells.append(cell)
            guard record.cells.count <= Self.maxCells else {
                throw Failure(line: record.line, reason: "has more than \(Self.maxCells) cells")
            }
            guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { break }
            place += 1
        }
        if place < bytes.count { skipLineEnd() }
        return record
    }

    private var isLineEnd: Bool {
        bytes[place] == 0x0a || bytes[place] == 0x0d && place + 1 < bytes.count && bytes[place + 1] == 0x0a
    }

    private mutating func skipLineEnd() {
        if bytes[place] == 0x0d { place += 1 }
        place += 1
        line += 1
    }

    private mutating func cell() throws(Failure) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
            let start = place
            while place < bytes.count, bytes[place] != UInt8(ascii: ","), !isLineEnd {
                guard bytes[place] != UInt8(ascii: "\""), bytes[place] != 0x0d else {
                    throw Failure(
                        line: line,
                        reason:
                            "has a quote or carriage return within a cell; put the cell in quotes, and double its quotes"
                    )
                }
                place += 1
            }
            return try text(bytes[start..<place])
        }
        let begun = line
        var cell: [UInt8] = []
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") {
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
                    guard place == bytes.count || bytes[place] == UInt8(ascii: ",") || isLineEnd else {
                        throw Failure(line: line, reason: "continues after the quote that ends a cell")
                    }
                    return try text(cell[...])
                }
                place += 1
            } else if byte == 0x0a {
                line += 1
            }
            cell.append(byte)
        }
        throw Failure(line: begun, reason: "has a quote that no other one ends")
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(line: line, reason: "is not UTF-8; save the file as UTF-8")
        }
        return text
    }
}

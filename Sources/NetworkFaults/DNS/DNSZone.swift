import NetworkModel

/// The names for which a DNS server is responsible, from lines of a zone file such as `www.example.test 60 A
/// 192.0.2.1`.
///
/// Names are absolute, without `$ORIGIN` and `@`. The types are A, AAAA, CNAME, MX, NS, PTR, SRV and TXT. The wildcard
/// `*.example.test` matches all names below `example.test` that are not listed (RFC 4592).
public struct DNSZone: Sendable {
    /// A record of a name.
    struct Record: Sendable {
        let type: UInt16
        let ttl: UInt32
        let data: [UInt8]
        /// The target of a CNAME record.
        var alias: String?
    }

    /// The answer to a question.
    struct Answer: Sendable {
        /// The records in wire format, beginning with the aliases.
        var records: [[UInt8]] = []
        /// The response code: 0, or 3 if the name does not exist.
        var code: UInt8 = 0
    }

    static let maxRecords = 10_000
    package var recordCount: Int { records.values.reduce(0) { $0 + $1.count } }
    /// An example of a question with an answer: the name and type of the first record.
    package private(set) var example: (name: String, type: String)?
    private static let maxAliases = 8
    private static let aliasType: UInt16 = 5
    private static let typeNames: [UInt16: String] = [
        1: "A", 2: "NS", 5: "CNAME", 12: "PTR", 15: "MX", 16: "TXT", 28: "AAAA", 33: "SRV",
    ]
    private static let anyType: UInt16 = 255

    private var records: [String: [Record]] = [:]
    /// Names that exist because there are names below them (RFC 4592 section 2.2.2).
    private var parents: Set<String> = []

    /// Parses the lines of a zone.
    ///
    /// - Throws: ``FaultError/usage(_:)`` for the first invalid line, with its number, and for too many lines.
    public init(_ lines: [String]) throws(FaultError) {
        guard lines.count <= Self.maxRecords else { throw .usage("a zone has at most \(Self.maxRecords) records") }
        for (index, line) in lines.enumerated() {
            guard let (name, record) = Self.record(line) else {
                throw .usage(
                    "record \(index + 1), \(SafeText.shown(line)), is not valid; write one like www.example.test A 192.0.2.1"
                )
            }
            records[name, default: []].append(record)
            if example == nil, let type = Self.typeNames[record.type] { example = (name, type) }
            var rest = name[...]
            while let dot = rest.firstIndex(of: ".") {
                rest = rest[rest.index(after: dot)...]
                parents.insert(String(rest))
            }
        }
    }

    /// Returns the records of a name.
    ///
    /// - Parameter maxAliases: The maximum number of aliases to follow.
    func lookUp(_ name: String, _ type: UInt16, maxAliases: Int = maxAliases) -> Answer {
        var (answer, owner) = (Answer(), name)
        for _ in 0..<maxAliases {
            guard let found = records(of: owner) else {
                answer.code = parents.contains(owner) || owner.isEmpty ? 0 : 3
                return answer
            }
            let wanted = found.filter { $0.type == type || type == Self.anyType }
            answer.records += wanted.compactMap { Self.wire(owner, $0) }
            guard wanted.isEmpty, let alias = found.first(where: { $0.type == Self.aliasType }), let next = alias.alias
            else { return answer }
            answer.records += [Self.wire(owner, alias)].compactMap(\.self)
            owner = next
        }
        return answer
    }

    /// Returns the unspecified address, as filters do for blocked names.
    static func blocked(_ name: String, _ type: UInt16) -> Answer {
        let bytes = [1: 4, 28: 16][type]
        let record = bytes.map { Record(type: type, ttl: 60, data: [UInt8](repeating: 0, count: $0)) }
        return Answer(records: [record.flatMap { wire(name, $0) }].compactMap(\.self))
    }

    /// Returns a name in the form of the zone, which may begin with a wildcard; `nil` if it is invalid.
    package static func pattern(_ text: String) -> String? {
        plain(text).flatMap { $0.dropFirst().contains("*") || $0.isEmpty ? nil : $0 }
    }

    /// Returns the number of a type; `nil` for a type that zones do not support.
    package static func type(_ name: String) -> UInt16? { typeNames.first { $0.value == name.uppercased() }?.key }

    /// Returns the name of a type. Types without a name here are written as in RFC 3597.
    static func typeName(_ type: UInt16) -> String { typeNames[type] ?? "TYPE\(type)" }

    private func records(of name: String) -> [Record]? {
        if let found = records[name] { return found }
        guard !parents.contains(name) else { return nil }
        var rest = name[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let found = records["*.\(rest)"] { return found }
            if records[String(rest)] != nil || parents.contains(String(rest)) { return nil }
        }
        return records["*"]
    }

    // MARK: Reading

    private static func record(_ line: String) -> (String, Record)? {
        var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count >= 3, let name = plain(words.removeFirst()) else { return nil }
        let ttl = UInt32(words[0])
        if ttl != nil { words.removeFirst() }
        if words.first?.uppercased() == "IN" { words.removeFirst() }
        guard words.count >= 2 else { return nil }
        let type = words.removeFirst().uppercased()
        // Spaces within the quotes of a text count.
        let rest = line.split(maxSplits: line.split(whereSeparator: \.isWhitespace).count - words.count) {
            $0.isWhitespace
        }
        let text = rest.last?.drop { $0.isWhitespace } ?? ""
        return record(type, words, text, ttl: ttl ?? 60).map { (name, $0) }
    }

    private static func record(_ type: String, _ words: [String], _ text: Substring, ttl: UInt32) -> Record? {
        func made(_ type: UInt16, _ data: [UInt8]?) -> Record? {
            data.map { Record(type: type, ttl: ttl, data: $0) }
        }
        func number(_ word: String) -> [UInt8]? { UInt16(word).map { [UInt8($0 >> 8), UInt8($0 & 0xff)] } }
        switch (type, words.count) {
        case ("A", 1): return made(1, IPAddress(words[0]).flatMap { $0.family == .ipv4 ? Array($0.bytes) : nil })
        case ("AAAA", 1): return made(28, IPAddress(words[0]).flatMap { $0.family == .ipv6 ? Array($0.bytes) : nil })
        case ("CNAME", 1):
            guard let alias = plain(words[0]), let data = wire(alias) else { return nil }
            return Record(type: aliasType, ttl: ttl, data: data, alias: alias)
        case ("NS", 1): return made(2, plain(words[0]).flatMap(wire))
        case ("PTR", 1): return made(12, plain(words[0]).flatMap(wire))
        case ("MX", 2):
            guard let preference = number(words[0]), let host = plain(words[1]).flatMap(wire) else { return nil }
            return made(15, preference + host)
        case ("SRV", 4):
            let numbers = words.prefix(3).compactMap(number)
            guard numbers.count == 3, let host = plain(words[3]).flatMap(wire) else { return nil }
            return made(33, numbers.joined() + host)
        case ("TXT", _): return made(16, textData(text))
        default: return nil
        }
    }

    /// Returns the name in lower case without the final dot; `nil` if it is invalid (RFC 1035 section 2.3.4).
    private static func plain(_ name: String) -> String? {
        let lower = (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
        return wire(lower) == nil ? nil : lower
    }

    // MARK: Wire format (RFC 1035 section 3)

    private static func wire(_ name: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for label in name.split(separator: ".", omittingEmptySubsequences: false) where !name.isEmpty {
            guard (1...63).contains(label.utf8.count) else { return nil }
            bytes += [UInt8(label.utf8.count)] + Array(label.utf8)
        }
        return bytes.count < 255 ? bytes + [0] : nil
    }

    private static func wire(_ owner: String, _ record: Record) -> [UInt8]? {
        guard let owner = wire(owner) else { return nil }
        let ttl = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: record.ttl >> $0) }
        return owner + [UInt8(record.type >> 8), UInt8(record.type & 0xff), 0, 1] + ttl
            + [UInt8(record.data.count >> 8), UInt8(record.data.count & 0xff)] + record.data
    }
}

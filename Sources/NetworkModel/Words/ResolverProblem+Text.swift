extension ResolverProblem: CustomStringConvertible {
    /// A sentence, as in `/etc/resolv.conf:2: "10.0.3" is not an IP address`.
    public var description: String {
        let words = kind.words
        return words.isEmpty ? "\(place)" : "\(place): \(words)"
    }

    /// Reads a problem from its sentence. A sentence that is not known becomes ``Kind/other(_:)``.
    public init(_ text: String) {
        let end = text.firstRange(of: ": ")
        let place = text[..<(end?.lowerBound ?? text.endIndex)]
        let words = text[(end?.upperBound ?? text.endIndex)...]
        self.init(Kind(words), at: Place(place))
        if description != text { self = ResolverProblem(.other(String(words)), at: Place(file: String(place))) }
    }
}

extension ResolverProblem: Codable {
    /// Reads a problem from its sentence.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the sentence.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ResolverProblem.Place: CustomStringConvertible {
    /// As in `/etc/resolv.conf:2`, or the path alone.
    public var description: String { line.map { "\(file):\($0)" } ?? file }

    fileprivate init(_ text: Substring) {
        if let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) {
            self.init(file: String(text[..<colon]), line: line)
        } else {
            self.init(file: String(text))
        }
    }
}

extension ResolverProblem.Kind {
    fileprivate var words: String {
        switch self {
        case .byteOrderMark: "the file begins with a byte order mark, so this line is not read (BOM)"
        case .carriageReturn(let value):
            "the line ends in a carriage return, which makes \"\(value)\" no IP address (CRLF)"
        case .indented(let keyword): "\"\(keyword)\" does not begin the line, so it is not read"
        case .noValue(let keyword): "\"\(keyword)\" has no value"
        case .unknownKeyword(let word): "\"\(word)\" is not a keyword of resolv.conf"
        case .unknownOption(let option): "\"\(option)\" is not a known option"
        case .notANumber(let option): "\"\(option)\" needs a number after the colon"
        case .notAnAddress(let value): "\"\(value)\" is not an IP address"
        case .lacksZone(let address):
            "\"\(address)\" names no interface, without which it is not asked: write \(address)%INTERFACE"
        case .missingInterface(let address):
            "\"\(address)\" is not asked: there is no interface \(address.zone ?? "")"
        case .broadcast(let address): "\"\(address)\" is not asked: it is a broadcast address"
        case .beyondMax(let address): "\(address) is not asked: only the first three name servers are"
        case .truncated: "only the first 64 KiB were read"
        case .missingFile: "there is no such file"
        case .danglingLink(let target): "it is a link to \(target), where there is no file"
        case .other(let words): words
        }
    }

    fileprivate init(_ words: Substring) {
        var possible: [Self] = [.byteOrderMark, .truncated, .missingFile]
        if let address = IPAddress(String(words.dropFirst().prefix { $0 != "\"" })) {
            possible += [.lacksZone(address), .missingInterface(address), .broadcast(address)]
        }
        if let address = IPAddress(String(words.prefix { $0 != " " })) { possible.append(.beyondMax(address)) }
        let withText: [(String) -> Self] = [
            Self.carriageReturn, Self.indented, Self.noValue, Self.unknownKeyword, Self.unknownOption, Self.notANumber,
            Self.notAnAddress, Self.danglingLink,
        ]
        possible += withText.compactMap { Self.inside(words, of: $0) }
        self = possible.first { $0.words == words } ?? .other(String(words))
    }

    /// The kind with a text, if the words are those of this kind. They are compared by bytes, since a text may begin with a
    /// combining character.
    private static func inside(_ words: Substring, of kind: (String) -> Self) -> Self? {
        let parts = kind("\0").words.utf8.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard let head = parts.first, let tail = parts.last, words.utf8.count >= head.count + tail.count,
            words.utf8.starts(with: head), words.utf8.suffix(tail.count).elementsEqual(tail)
        else { return nil }
        return kind(String(decoding: words.utf8.dropFirst(head.count).dropLast(tail.count), as: UTF8.self))
    }
}

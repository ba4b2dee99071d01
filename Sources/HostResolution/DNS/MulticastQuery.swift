public import NetworkModel

/// A query to hosts on the link (RFC 6762 section 5), as bytes.
///
/// It has no EDNS, since Avahi drops queries with it.
public struct MulticastQuery: Sendable, Hashable {
    /// The questions, each a name by its labels and a type.
    public private(set) var questions: [(labels: [[UInt8]], type: DNSRecordType)] = []
    /// The maximum number of questions: 16 names of neighbours and that of the target are much smaller than a packet.
    private static let maxQuestions = 24

    /// Adds a question.
    ///
    /// - Parameters:
    ///   - labels: The labels, at most 63 bytes each, and 254 in total with one byte more for each. A name that is
    ///     longer is ignored.
    ///   - type: The record type.
    public mutating func add(_ labels: [String], _ type: DNSRecordType) {
        let bytes = labels.map { Array($0.utf8) }
        let isName = !bytes.isEmpty && bytes.allSatisfy { (1...63).contains($0.count) }
        let isShort = bytes.reduce(0) { $0 + $1.count + 1 } <= 254
        guard isName, isShort, questions.count < Self.maxQuestions else { return }
        questions.append((bytes, type))
    }

    /// Creates a query without questions, which ``add(_:_:)`` adds.
    public init() {}

    /// The labels of a host name.
    public static func labels(of name: String) -> [String] {
        name.split(separator: ".").map(String.init)
    }

    /// The message.
    ///
    /// - Parameter id: The ID, 0 for the port of multicast DNS (RFC 6762 section 18.1).
    public func message(id: UInt16) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(id >> 8), UInt8(id & 0xff), 0, 0, 0, UInt8(questions.count), 0, 0, 0, 0, 0, 0]
        for question in questions {
            for label in question.labels { bytes += [UInt8(label.count)] + label }
            bytes += [0, 0, UInt8(question.type.code), 0, 1]
        }
        return bytes
    }

    public static func == (left: Self, right: Self) -> Bool { left.message(id: 0) == right.message(id: 0) }

    public func hash(into hasher: inout Hasher) { hasher.combine(message(id: 0)) }
}

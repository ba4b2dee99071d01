import Glibc

/// The bytes of a JSON value in a form that equal values share, regardless of the order of members and of lines; 1.0 equals 1.
/// Texts are equal if their bytes are.
///
/// Comparing and hashing them takes linear time, unlike texts that Swift normalizes, or members that are looked up by name.
struct CanonicalJSON: Sendable, Hashable {
    private var storage: [UInt8] = []

    init(_ node: JSONNode) { append(node) }

    /// The number of bytes.
    var count: Int { storage.count }

    static func == (one: Self, other: Self) -> Bool {
        guard one.storage.count == other.storage.count else { return false }
        return one.storage.withUnsafeBytes { mine in
            other.storage.withUnsafeBytes { theirs in
                guard let first = mine.baseAddress, let second = theirs.baseAddress else { return true }
                return memcmp(first, second, mine.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) { storage.withUnsafeBytes { hasher.combine(bytes: $0) } }

    private mutating func append(_ node: JSONNode) {
        switch node.content {
        case .null: append("n")
        case .boolean(let value): append(value ? "t" : "f")
        case .integer(let value): append("\(value);")
        case .number(let value):
            // Whole numbers within 64 bits have one form.
            if let whole = Int64(exactly: value) { append("\(whole);") } else { append("\(value);") }
        case .string(let text): append(length: text)
        case .array(let items):
            append("[")
            for item in items { append(item) }
            append("]")
        case .object(let members):
            append("{")
            for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
                append(length: member.name)
                append(member.node)
            }
            append("}")
        }
    }

    private mutating func append(_ text: String) { storage.append(contentsOf: text.utf8) }

    /// Appends a text after its length, so that no other value begins or ends with the same bytes.
    private mutating func append(length text: String) {
        append("\"\(text.utf8.count):")
        append(text)
    }
}

import Diagnosis
import NetworkModel
import TargetKinds

/// Takes out of texts what others are not to read: secrets always, and on demand addresses and names, for which others
/// stand that are the same throughout a bundle.
struct BundleMask {
    /// Shorter values are words of every report, as `on` or `web`.
    private static let leastSecret = 6

    private let secrets: [String]
    /// Whether addresses and names are replaced.
    private let hidesAddresses: Bool
    /// Names without a dot, which cannot be told by their form: of this machine and of services. Those of one word are
    /// looked for as words, since they may be short.
    private let words: Set<String>
    private let phrases: [String]
    private var places: [String: String] = [:]
    private var counts: [String: Int] = [:]

    init(secrets: Set<String>, names: Set<String>, hidesAddresses: Bool) {
        // The longer ones first, since one may be a part of another.
        let long = secrets.filter { $0.utf8.count >= Self.leastSecret }
        let escaped = Set(
            long.compactMap { try? JSON.line($0) }.map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) })
        self.secrets = long.union(escaped).sorted { $0.utf8.count > $1.utf8.count }
        let known = names.filter { $0.utf8.count > 1 && $0 != "localhost" }
        words = known.filter { $0.unicodeScalars.allSatisfy(Self.isPart) }
        phrases = known.subtracting(words).sorted { $0.utf8.count > $1.utf8.count }
        self.hidesAddresses = hidesAddresses
    }

    /// - Parameter isJSON: Then keys stay as they are.
    mutating func masked(_ text: String, isJSON: Bool) -> String {
        var text = text
        for secret in secrets where text.contains(secret) {
            text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "(masked)")
        }
        guard hidesAddresses else { return text }
        guard isJSON else { return hidden(text) }
        // Between two quotes stands a key or a value; what is escaped within is no end.
        var result = ""
        var rest = text[...]
        var key = ""
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) {
            let start = rest.utf8.index(after: open)
            guard let close = Self.closingQuote(rest, from: start) else { break }
            let value = String(rest[start..<close])
            let after = rest.utf8.index(after: close)
            result += rest[..<start]
            let isKey = rest[after...].utf8.first == UInt8(ascii: ":")
            if isKey { key = value }
            result += isKey || Self.fixedKeys.contains(key) ? value : hidden(value)
            result += "\""
            rest = rest[after...]
        }
        return result + rest
    }

    /// Members whose values are words of netdiag.
    private static let fixedKeys: Set<String> = [
        "id", "schema", "status", "layer", "severity", "state", "source", "type", "types", "side", "scope", "fix",
    ]

    private static func closingQuote(_ text: Substring, from start: Substring.Index) -> Substring.Index? {
        var index = start
        while index < text.endIndex {
            switch text.utf8[index] {
            case UInt8(ascii: "\\"):
                index = text.utf8.index(index, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
            case UInt8(ascii: "\""): return index
            default: index = text.utf8.index(after: index)
            }
        }
        return nil
    }

    // MARK: - Addresses and names

    private mutating func hidden(_ text: String) -> String {
        var text = text
        for name in phrases where text.contains(name) {
            text = text.split(separator: name, omittingEmptySubsequences: false)
                .joined(separator: pseudonym(of: name, "name"))
        }
        var result = ""
        var word = ""
        for scalar in text.unicodeScalars {
            if Self.isPart(scalar) {
                word.unicodeScalars.append(scalar)
            } else {
                result += replaced(word)
                word = ""
                result.unicodeScalars.append(scalar)
            }
        }
        return result + replaced(word)
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || ".:-_".unicodeScalars.contains(scalar)
    }

    /// A word, with what ends a sentence behind it.
    private mutating func replaced(_ word: String) -> String {
        guard word.utf8.count > 1 else { return word }
        var core = word[...]
        var tail = ""
        while let last = core.last, ".:-_".contains(last), IPAddress(String(core)) == nil {
            tail = String(last) + tail
            core = core.dropLast()
        }
        if let place = place(String(core)) { return place + tail }
        // host:port
        if let colon = core.lastIndex(of: ":"), let place = place(String(core[..<colon])) {
            return place + core[colon...] + tail
        }
        return word
    }

    private mutating func place(_ word: String) -> String? {
        if words.contains(word) { return pseudonym(of: word.lowercased(), "name") }
        if let address = IPAddress(word) {
            if address.isLoopback || address.isUnspecified { return nil }
            let family = address.family == .ipv4 ? "4" : "6"
            let kind =
                address.isMulticast
                ? "multicast" : address.isLinkLocal ? "linklocal" : address.isPrivate ? "private" : "public"
            return pseudonym(of: address.description, kind + family)
        }
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 && UInt8($0, radix: 16) != nil }) {
            return pseudonym(of: word.lowercased(), "mac")
        }
        let labels = word.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.utf8.count > 1, !labels.contains(""),
            last.unicodeScalars.allSatisfy(\.properties.isAlphabetic), !Self.endings.contains(String(last)),
            !word.hasPrefix("_"), Catalogue.entry(CauseID(rawValue: word)) == nil
        else { return nil }
        return pseudonym(of: word.lowercased(), "name")
    }

    /// What ends names of files and units, which look like names of hosts.
    private static let endings: Set<String> = [
        "conf", "yaml", "yml", "json", "txt", "db", "sock", "socket", "service", "pem", "so", "part", "md",
    ]

    private mutating func pseudonym(of text: String, _ kind: String) -> String {
        if let known = places[text] { return known }
        counts[kind, default: 0] += 1
        let new = "\(kind)-\(counts[kind] ?? 0)"
        places[text] = new
        return new
    }
}

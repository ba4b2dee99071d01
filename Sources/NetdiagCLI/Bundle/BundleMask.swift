import Diagnosis
import NetdiagConfiguration
import NetworkModel
import TargetKinds

/// Removes what others must not read from texts: secrets always, and on demand addresses and names. Their pseudonyms are the
/// same throughout a bundle.
struct BundleMask {
    private let secrets: SecretSearch
    /// Whether addresses and names are replaced.
    private let hidesAddresses: Bool
    /// Names without a dot, which cannot be recognised by their form: of this machine, of services, peers and wireless
    /// networks. Those that are single words are compared with whole words, since they may be short.
    private let words: Set<String>
    private let phrases: [String]
    private var places: [String: String] = [:]
    private var counts: [String: Int] = [:]

    /// - Parameters:
    ///   - entries: The entries to be masked, which also supply names and the words of netdiag.
    ///   - names: Further names that are known.
    init(for entries: [BundleEntry], secrets: Set<String>, names: Set<String>, hidesAddresses: Bool) {
        var documentWords = MaskedConfiguration.words
        var names = names
        for entry in entries where entry.isJSON {
            for string in JSONStrings(entry.text) {
                if string.isKey || Self.fixedKeys.contains(String(string.key)) {
                    documentWords.insert(string.text)
                } else if string.key == "ssid" || (entry.name == "peers.json" && ["name", "host"].contains(string.key))
                {
                    names.insert(string.text)
                }
            }
        }
        self.secrets = SecretSearch(secrets, except: documentWords)
        names.formUnion(names.map(SafeText.escaped))
        let known = names.filter { $0.utf8.count > 1 && $0 != "localhost" }
        words = known.filter { $0.unicodeScalars.allSatisfy(Self.isPart) }
        phrases = known.subtracting(words).sorted { $0.utf8.count > $1.utf8.count }
        self.hidesAddresses = hidesAddresses
    }

    /// The masked text of an entry. In JSON, only values are replaced; keys and words of netdiag stay as they are.
    mutating func masked(_ entry: BundleEntry) -> String {
        guard entry.isJSON else { return masked(entry.text) }
        var result = ""
        var copied = entry.text.startIndex
        for string in JSONStrings(entry.text) where !string.isKey && !Self.fixedKeys.contains(String(string.key)) {
            let text = string.text
            let new = masked(MaskedURLs.masked(text))
            guard new != text else { continue }
            let json = (try? JSON.line(new)).map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
            result += entry.text[copied..<string.range.lowerBound] + (json ?? MaskedConfiguration.mask)
            copied = string.range.upperBound
        }
        return result + entry.text[copied...]
    }

    private mutating func masked(_ text: String) -> String {
        let text = secrets.masked(text)
        return hidesAddresses ? hidden(text) : text
    }

    /// Members whose values are words of netdiag.
    private static let fixedKeys: Set<String> = [
        "id", "schema", "status", "layer", "severity", "state", "type", "types", "side", "scope", "fix",
    ]

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

    /// Replaces a word, but not the punctuation after it.
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

    /// The extensions of names of files and units, which look like host names.
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

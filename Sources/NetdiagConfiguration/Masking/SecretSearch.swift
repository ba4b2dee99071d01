import NetworkModel

/// Finds secrets in texts, all of them in one pass, so that the duration hardly depends on their number.
package struct SecretSearch: Sendable {
    /// The minimum length in bytes. Shorter values are words that are in every report, such as `on` or `web`.
    package static let shortest = 6

    private let secrets: Set<ArraySlice<UInt8>>
    /// The lengths of the secrets that begin with the same six bytes, longest first, since one may be part of another.
    private let lengths: [ArraySlice<UInt8>: [Int]]

    /// - Parameter words: Texts that are never masked, even if they are secrets: words of netdiag's own documents
    ///   disclose nothing, and the documents would be useless without them.
    package init(_ secrets: Set<String>, except words: Set<String>) {
        var forms: Set<ArraySlice<UInt8>> = []
        var lengths: [ArraySlice<UInt8>: Set<Int>] = [:]
        for secret in secrets where secret.utf8.count >= Self.shortest && !words.contains(secret) {
            // The forms are the secret itself, its escaped form, and its form in a JSON string.
            let json = (try? JSON.line(secret))?.dropFirst().dropLast()
            for form in [
                Array(secret.utf8)[...], Array(SafeText.escaped(secret).utf8)[...], json.map { Array($0)[...] },
            ] {
                guard let form else { continue }
                forms.insert(form)
                lengths[form.prefix(Self.shortest), default: []].insert(form.count)
            }
        }
        self.secrets = forms
        self.lengths = lengths.mapValues { $0.sorted(by: >) }
    }

    package func masked(_ text: String) -> String {
        guard !secrets.isEmpty else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0, copied = 0
        while index + Self.shortest <= bytes.count {
            guard let length = length(in: bytes, at: index) else {
                index += 1
                continue
            }
            result += bytes[copied..<index] + Array(MaskedConfiguration.mask.utf8)
            index += length
            copied = index
        }
        if copied == 0 { return text }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    private func length(in bytes: [UInt8], at index: Int) -> Int? {
        lengths[bytes[index..<index + Self.shortest]]?.first {
            index + $0 <= bytes.count && secrets.contains(bytes[index..<index + $0])
        }
    }
}

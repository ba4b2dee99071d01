import NetworkModel

/// Finds secrets in texts, all of them in one pass: what it takes hardly grows with their number.
package struct SecretSearch: Sendable {
    /// Bytes; shorter values are words of every report, as `on` or `web`.
    package static let shortest = 6

    private let secrets: Set<ArraySlice<UInt8>>
    /// How long those are that begin with six bytes, the longer ones first, since one may be a part of another.
    private let lengths: [ArraySlice<UInt8>: [Int]]

    /// - Parameter words: What is never looked for, though somebody calls it a secret: a word of netdiag's own documents
    ///   tells nobody anything, and documents without it would tell nothing either.
    package init(_ secrets: Set<String>, except words: Set<String>) {
        var forms: Set<ArraySlice<UInt8>> = []
        var lengths: [ArraySlice<UInt8>: Set<Int>] = [:]
        for secret in secrets where secret.utf8.count >= Self.shortest && !words.contains(secret) {
            // As it is, as it is shown, and as JSON writes it that stands in a string of another document.
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

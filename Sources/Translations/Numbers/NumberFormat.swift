/// The signs with which a language writes numbers, as CLDR has them.
struct NumberFormat {
    /// Between whole and part.
    let decimal: Character
    /// Between groups of three digits; `nil` if they are not grouped.
    let group: Character?

    /// Numbers of four digits are not grouped: beside times and ports that have none, a sign in them would be read as a decimal one.
    private static let minDigits = 5

    init(of language: Language) {
        switch language {
        // English output is what documents and other programs' readers know: it stays as it is.
        case .english, .simplifiedChinese: (decimal, group) = (".", nil)
        case .german, .spanish: (decimal, group) = (",", ".")
        // A blank that no line breaks at, and that is narrow.
        case .french: (decimal, group) = (",", "\u{202F}")
        }
    }

    /// - Parameter number: Digits, with a decimal point and more digits perhaps, as `12345.6`.
    func text(of number: Substring) -> String {
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return grouped(parts[0]) + (parts.count > 1 ? "\(decimal)\(parts[1])" : "")
    }

    private func grouped(_ digits: Substring) -> String {
        guard let group, digits.count >= Self.minDigits else { return String(digits) }
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(group) }
            text.append(digit)
        }
        return text
    }
}

/// The symbols of numbers in a language, according to CLDR.
struct NumberFormat {
    /// The decimal separator.
    let decimal: Character
    /// The separator of groups of three digits; `nil` if digits are not grouped.
    let group: Character?

    /// Numbers with four digits are not grouped: beside times and ports, which are not grouped, the separator would be taken
    /// for a decimal one.
    private static let minDigits = 5

    init(of language: Language) {
        switch language {
        // English output stays as it is, because documents and other programs refer to it.
        case .english, .simplifiedChinese: (decimal, group) = (".", nil)
        case .german, .spanish: (decimal, group) = (",", ".")
        // A narrow no-break space.
        case .french: (decimal, group) = (",", "\u{202F}")
        }
    }

    /// - Parameter number: Digits, optionally with a decimal point and more digits, as in `12345.6`.
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

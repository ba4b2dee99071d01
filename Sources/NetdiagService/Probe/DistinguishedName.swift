/// A name in a certificate (RFC 5280 section 4.1.2.4), read from its text after RFC 2253.
struct DistinguishedName: Sendable {
    /// In the order of the text: the most specific first.
    private var parts: [(type: String, value: String)] = []

    init(_ text: String) {
        var part = ""
        var isEscaped = false
        func add(_ text: String, to parts: inout [(type: String, value: String)]) {
            let text = String(text.drop { $0 == " " })
            guard let equals = text.firstIndex(of: "=") else { return }
            parts.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
        }
        for character in text {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "," || character == ";" || character == "+" {
                add(part, to: &parts)
                part = ""
                continue
            }
            part.append(character)
        }
        add(part, to: &parts)
    }

    /// Types in the order in which Go writes them (crypto/x509/pkix, `Name.String`); those of one type stand together.
    private static let order = [
        "serialNumber", "CN", "postalCode", "street", "ST", "L", "OU", "O", "C",
    ]
    private static let names = ["serialNumber": "SERIALNUMBER", "postalCode": "POSTALCODE", "street": "STREET"]

    /// As Go writes it.
    var ofGo: String {
        let known = Self.order.compactMap { type -> String? in
            let values = parts.filter { $0.type == type }.reversed().map { "\(Self.names[type] ?? type)=\($0.value)" }
            return values.isEmpty ? nil : values.joined(separator: "+")
        }
        let others = parts.filter { !Self.order.contains($0.type) }.map { "\($0.type)=\($0.value)" }
        return (known + others).joined(separator: ",")
    }
}

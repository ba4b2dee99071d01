/// A name in a certificate (RFC 5280 section 4.1.2.4), parsed from its RFC 2253 text.
struct DistinguishedName: Sendable {
    /// The attributes in the order of the text: the most specific first.
    private var parts: [(type: String, value: String)] = []

    /// Parses the text by Unicode scalars, so that a combining mark does not hide a separator.
    init(_ text: String) {
        var part = String.UnicodeScalarView()
        var isEscaped = false
        func add(_ part: String.UnicodeScalarView, to parts: inout [(type: String, value: String)]) {
            let text = part.drop { $0 == " " }
            guard let equals = text.firstIndex(of: "=") else { return }
            parts.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
        }
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "," || scalar == ";" || scalar == "+" {
                add(part, to: &parts)
                part = String.UnicodeScalarView()
                continue
            }
            part.append(scalar)
        }
        add(part, to: &parts)
    }

    /// The order of types in Go's output (crypto/x509/pkix, `Name.String`); attributes of one type are adjacent.
    private static let order = [
        "serialNumber", "CN", "postalCode", "street", "ST", "L", "OU", "O", "C",
    ]
    private static let names = ["serialNumber": "SERIALNUMBER", "postalCode": "POSTALCODE", "street": "STREET"]

    /// The name in Go's format.
    var ofGo: String {
        let known = Self.order.compactMap { type -> String? in
            let values = parts.filter { $0.type == type }.reversed().map { "\(Self.names[type] ?? type)=\($0.value)" }
            return values.isEmpty ? nil : values.joined(separator: "+")
        }
        let others = parts.filter { !Self.order.contains($0.type) }.map { "\($0.type)=\($0.value)" }
        return (known + others).joined(separator: ",")
    }
}

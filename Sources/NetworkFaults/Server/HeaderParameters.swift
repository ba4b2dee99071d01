/// The value and the parameters of a field, as in `form-data; name="a"` (RFC 9110 section 5.6.6).
struct HeaderParameters {
    let value: String
    private var parameters: [(name: String, value: String)] = []

    private static let maxParameters = 32

    init(_ text: String) {
        var scalars = text.unicodeScalars[...]
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let head = scalars.prefix { $0 != ";" }
        value = String(String.UnicodeScalarView(head)).split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(
            separator: " ")
        scalars = scalars[head.endIndex...]
        while scalars.first == ";", parameters.count < Self.maxParameters {
            scalars = scalars.dropFirst().drop(while: isBlank)
            let name = scalars.prefix { $0 != "=" && $0 != ";" }
            scalars = scalars[name.endIndex...]
            guard scalars.first == "=" else { continue }
            scalars = scalars.dropFirst()
            var value = String.UnicodeScalarView()
            if scalars.first == "\"" {
                scalars = scalars.dropFirst()
                while let scalar = scalars.popFirst(), scalar != "\"" {
                    // Browsers encode quotes as `%22` and do not escape backslashes. Other clients escape both.
                    if scalar == "\\", let next = scalars.first, next == "\"" || next == "\\" {
                        value.append(next)
                        scalars = scalars.dropFirst()
                    } else {
                        value.append(scalar)
                    }
                }
                scalars = scalars.drop { $0 != ";" }
            } else {
                let token = scalars.prefix { $0 != ";" }
                value.append(contentsOf: token)
                while let last = value.last, isBlank(last) { value.removeLast() }
                scalars = scalars[token.endIndex...]
            }
            parameters.append((String(String.UnicodeScalarView(name)).lowercased(), String(value)))
        }
    }

    /// The first parameter with this name, which must be in lower case.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}

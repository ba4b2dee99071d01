/// A host name, as in a certificate or in the Host field of a request.
package enum HostSetting {
    /// Parses a host name or an address.
    ///
    /// - Returns: The name in lower case without its final dot, or the address in its canonical form.
    /// - Throws: ``SettingsError``.
    package static func parse(_ text: String) throws(SettingsError) -> String {
        if let address = IPAddress(text), address.zone == nil { return address.description }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        if text.unicodeScalars.contains(where: { !$0.isASCII && !SafeText.isUnsafe($0) }) {
            throw SettingsError(
                "\(SafeText.shown(text)) is not ASCII; write the encoded name, beginning with xn--")
        }
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(isLabel) else {
            throw SettingsError(
                "\(SafeText.shown(text)) is not a host name; write it without scheme, port and path, as in netdiag.example.org"
            )
        }
        if labels.last?.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) == true {
            throw SettingsError("\(SafeText.shown(text)) is not an IPv4 address (four numbers from 0 to 255)")
        }
        return name.lowercased()
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

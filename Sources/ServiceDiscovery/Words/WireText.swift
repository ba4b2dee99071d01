import CAvahi

/// What avahi hands over, as Swift values.
enum WireText {
    /// Bytes that are not UTF-8 become U+FFFD.
    static func string(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }

    /// The name of an interface; its number where it has just gone, `nil` for wide-area DNS-SD, which has none.
    static func interfaceName(_ index: AvahiIfIndex) -> String? {
        guard index > 0 else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard if_indextoname(UInt32(index), &buffer) != nil else { return String(index) }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

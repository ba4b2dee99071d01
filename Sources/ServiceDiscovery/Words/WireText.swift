import CAvahi
import SystemAddresses

/// Values from avahi, as Swift values.
enum WireText {
    /// A text, with U+FFFD for bytes that are not UTF-8.
    static func string(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }

    /// The name of an interface; its number if it has just disappeared, `nil` for wide-area DNS-SD, which has none.
    static func interfaceName(_ index: AvahiIfIndex) -> String? {
        index > 0 ? InterfaceName.of(index: UInt32(index)) : nil
    }

    /// The zone of addresses on an interface; `nil` for wide-area DNS-SD.
    static func zone(_ index: AvahiIfIndex) -> String? {
        index > 0 ? InterfaceName.zone(ofIndex: UInt32(index)) : nil
    }
}

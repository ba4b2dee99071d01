import CAvahi
import SystemAddresses

/// What avahi hands over, as Swift values.
enum WireText {
    /// Bytes that are not UTF-8 become U+FFFD.
    static func string(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }

    /// The name of an interface; its number where it has just gone, `nil` for wide-area DNS-SD, which has none.
    static func interfaceName(_ index: AvahiIfIndex) -> String? {
        index > 0 ? InterfaceName.of(index: UInt32(index)) : nil
    }

    /// The zone of addresses on an interface; `nil` for wide-area DNS-SD.
    static func zone(_ index: AvahiIfIndex) -> String? {
        index > 0 ? InterfaceName.zone(ofIndex: UInt32(index)) : nil
    }
}

internal import Glibc
import NetworkModel

/// Looks up interface names by index.
package enum InterfaceName {
    /// The interface's name, or its index in digits if it no longer exists (`if_indextoname(3)`).
    package static func of(index: UInt32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard if_indextoname(index, &buffer) != nil else { return String(index) }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The zone after the `%` of an address on the interface: its name, or its index if the name is not a valid zone.
    package static func zone(ofIndex index: UInt32) -> String {
        let name = of(index: index)
        return IPAddress.isZone(name) ? name : String(index)
    }
}

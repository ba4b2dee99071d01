internal import Glibc
package import NetworkModel

extension IPAddress {
    /// The zone as an interface index, which is looked up if it is a name; 0 if there is none.
    package var scopeID: UInt32 {
        guard let zone else { return 0 }
        return UInt32(zone) ?? if_nametoindex(zone)
    }
}

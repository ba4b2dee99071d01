internal import Glibc
package import NetworkModel

extension IPAddress {
    /// The zone as an interface index, looked up by name where it is one; 0 where there is none.
    package var scopeID: UInt32 {
        guard let zone else { return 0 }
        return UInt32(zone) ?? if_nametoindex(zone)
    }
}

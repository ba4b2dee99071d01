import Glibc
import NetworkModel
import TargetKinds
import Translations

/// Validates the interfaces of scoped addresses on the command line, as in `[fe80::1%eth0]:80`.
enum ScopedAddress {
    /// - Throws: ``Failure/usage(_:)`` if this machine does not have the interface.
    static func check(_ targets: [String]) throws(Failure) {
        for text in targets {
            guard case .address(let address)? = (try? Target(text))?.host, let zone = address.zone else { continue }
            // A zone may also be the index of an interface.
            guard UInt32(zone) == nil, if_nametoindex(zone) == 0 else { continue }
            throw .usage(
                ToolPhrase.noSuchInterface.text(["interface": Text.shown(zone), "command": "netdiag links"]))
        }
    }
}

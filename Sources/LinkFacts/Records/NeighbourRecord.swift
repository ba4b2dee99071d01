import CNetlink
import Glibc
import NetworkModel

/// An entry of the ARP or NDP table in an `RTM_NEWNEIGH` message (`struct ndmsg`, rtnetlink(7)).
struct NeighbourRecord: Hashable {
    struct Key: Hashable {
        var index: UInt32
        var address: [UInt8]
    }

    var key: Key
    var hardwareAddress: String?
    var state: Neighbour.State
    var isRouter: Bool

    /// Parses a message.
    ///
    /// - Returns: `nil` if it is truncated, is no IP neighbour (a bridge's forwarding entry, a proxy entry), or is for a
    ///   multicast address, whose entry the kernel invents.
    init?(_ message: NetlinkMessage) {
        let bytes = message.payload
        guard bytes.count >= 12, let index = bytes.integer(at: 4, as: UInt32.self), index > 0,
            let raw = bytes.integer(at: 8, as: UInt16.self)
        else { return nil }
        let family = CInt(bytes[bytes.startIndex])
        let flags = CInt(bytes[bytes.startIndex + 10])
        let size = family == AF_INET ? 4 : 16
        guard family == AF_INET || family == AF_INET6, flags & NTF_PROXY == 0 else { return nil }
        var address: ArraySlice<UInt8>?
        for (type, value) in NetlinkAttributes(bytes.from(12)) {
            switch type {
            case Int(NDA_DST) where value.count == size: address = value
            case Int(NDA_LLADDR): hardwareAddress = HardwareAddress.text(value)
            default: break
            }
        }
        guard let address, let parsed = IPAddress(bytes: address) else { return nil }
        state = Self.state(CInt(raw))
        // Entries of loopback and broadcast are invented as well; a real one without ARP is the remote end of a tunnel.
        if state == .noarp,
            parsed.isMulticast || parsed.isUnspecified || parsed.isLoopback || address.allSatisfy({ $0 == 255 })
        {
            return nil
        }
        key = Key(index: index, address: Array(address))
        isRouter = flags & NTF_ROUTER != 0
    }

    private static func state(_ raw: CInt) -> Neighbour.State {
        switch raw {
        case NUD_INCOMPLETE: .incomplete
        case NUD_REACHABLE: .reachable
        case NUD_STALE: .stale
        case NUD_DELAY: .delay
        case NUD_PROBE: .probe
        case NUD_FAILED: .failed
        case NUD_NOARP: .noarp
        case NUD_PERMANENT: .permanent
        default: .none
        }
    }
}

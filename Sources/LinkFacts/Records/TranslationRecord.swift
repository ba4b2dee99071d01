import CNetlink
import Glibc
import NetworkModel

/// The PREF64 option of a router advertisement (RFC 8781), which the kernel passes on in `RTM_NEWNDUSEROPT` (`struct
/// nduseroptmsg`) and does not store.
struct TranslationRecord: Hashable {
    var index: UInt32
    var prefix: NAT64Prefix
    /// The bytes of the router's address.
    var router: [UInt8]?
    /// The end of its lifetime, in nanoseconds of `CLOCK_MONOTONIC`. By then it is announced again, or not valid any more.
    var expires: UInt64

    /// The option's number in Neighbor Discovery.
    private static let option: UInt8 = 38
    /// The length of `struct nduseroptmsg`.
    private static let headerLength = 16

    /// Parses a message.
    ///
    /// - Parameter now: When it was read.
    /// - Returns: `nil` for other options, and for a truncated message.
    init?(_ message: NetlinkMessage, readAt now: UInt64) {
        let bytes = message.payload
        guard let length = bytes.integer(at: 2, as: UInt16.self).map(Int.init),
            let index = bytes.integer(at: 4, as: UInt32.self), index > 0, bytes.count >= Self.headerLength + length,
            CInt(bytes[bytes.startIndex]) == AF_INET6
        else { return nil }
        let option = Array(bytes.from(Self.headerLength).prefix(length))
        // The kernel sends a message for each option, whose length is in units of 8 bytes.
        guard option.count >= 16, option[0] == Self.option, option[1] == 2 else { return nil }
        let lifetime = Int(option[2]) << 8 | Int(option[3])
        guard let prefix = NAT64Prefix(announced: Array(option[4..<16]), lengthCode: lifetime & 7) else { return nil }
        self.index = index
        self.prefix = prefix
        // The highest 13 bits are units of 8 seconds, so that without the other 3 bits the value is in seconds.
        expires = now + UInt64(lifetime & ~7) * 1_000_000_000
        let attributes = bytes.from(Self.headerLength + (length + 3) & ~3)
        for (type, value) in NetlinkAttributes(attributes) where type == Int(NDUSEROPT_SRCADDR) && value.count == 16 {
            router = Array(value)
        }
    }
}

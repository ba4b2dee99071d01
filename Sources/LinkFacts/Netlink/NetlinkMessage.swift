import CNetlink

/// A message in a datagram (`struct nlmsghdr`, netlink(7)).
struct NetlinkMessage {
    var type: Int
    var flags: Int
    var sequence: UInt32
    /// The data after the header.
    var payload: ArraySlice<UInt8>

    static let headerLength = 16

    func has(_ flag: CInt) -> Bool { flags & Int(flag) != 0 }
}

/// The messages of a datagram, up to the first one with an invalid length.
struct NetlinkMessages: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ datagram: ArraySlice<UInt8>) { rest = datagram }

    mutating func next() -> NetlinkMessage? {
        guard let length = rest.integer(at: 0, as: UInt32.self).map(Int.init),
            let type = rest.integer(at: 4, as: UInt16.self), let flags = rest.integer(at: 6, as: UInt16.self),
            let sequence = rest.integer(at: 8, as: UInt32.self),
            length >= NetlinkMessage.headerLength, length <= rest.count
        else { return nil }
        let payload = rest.from(NetlinkMessage.headerLength).prefix(length - NetlinkMessage.headerLength)
        rest = rest.from((length + 3) & ~3)
        return NetlinkMessage(type: Int(type), flags: Int(flags), sequence: sequence, payload: payload)
    }
}

import CNetlink

/// The type-length-value attributes after a message's header (`struct nlattr`, netlink(7)).
///
/// They end at the first attribute that is shorter than its own header or longer than the rest: a hostile or truncated
/// message ends early, and never loops.
struct NetlinkAttributes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> (type: Int, value: ArraySlice<UInt8>)? {
        guard let length = rest.integer(at: 0, as: UInt16.self).map(Int.init),
            let type = rest.integer(at: 2, as: UInt16.self), length >= 4, length <= rest.count
        else { return nil }
        let value = rest.from(4).prefix(length - 4)
        rest = rest.from((length + 3) & ~3)
        // The two highest bits are flags: nested, and network byte order.
        return (Int(type & 0x3fff), value)
    }
}

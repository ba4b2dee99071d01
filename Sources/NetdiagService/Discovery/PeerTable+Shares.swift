import NetworkModel

/// Which entry makes room where there is none: room is shared out by address, the one property of a peer that it does not
/// merely claim.
extension PeerTable {
    /// Daemons of one host: whoever announces hundreds at his address takes no room from others.
    static let maxAtAddress = 2

    /// How much speaks for keeping an entry where others need its place.
    private static func priority(_ entry: Entry) -> Int {
        if entry.isVerified { return 3 }
        // It came from there; what is announced of an address is anybody's claim.
        if entry.isClaimed { return 2 }
        return entry.lastPoll == nil ? 1 : 0
    }

    /// The entry that has to go for the newcomer, which may be itself; `nil` if there is room.
    ///
    /// First go those of the address that has most, then those of the lowest priority.
    static func surplus(in entries: [String: Entry], newcomer key: String) -> String? {
        let home = entries[key]?.home
        let crowd = entries.filter { $0.value.home == home }
        // Those that are nowhere on the link are one crowd, but not of one host.
        let isCrowded = home != nil && crowd.count > maxAtAddress
        guard isCrowded || entries.count > maxEntries else { return nil }
        let sizes = Dictionary(entries.values.map { ($0.home, 1) }, uniquingKeysWith: +)
        // One that is being polled stays until that is over, so that no more are polled at once than there is room for.
        return (isCrowded ? crowd : entries).filter { !$0.value.isInFlight }.min { one, other in
            func rank(_ candidate: (key: String, value: Entry)) -> (Int, Int, Int, String) {
                (
                    -(sizes[candidate.value.home] ?? 0), priority(candidate.value), candidate.key == key ? 0 : 1,
                    candidate.key
                )
            }
            return rank(one) < rank(other)
        }?.key
    }
}

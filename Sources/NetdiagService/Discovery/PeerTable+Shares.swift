import NetworkModel

/// Which entry is dropped if there is no room. Room is shared by address, the one property of a peer that is more than
/// a claim.
extension PeerTable {
    /// The maximum number of daemons at one address, so that a host that announces hundreds takes no room from others.
    static let maxAtAddress = 2

    /// The priority of an entry if others need its place.
    private static func priority(_ entry: Entry) -> Int {
        if entry.isVerified { return 3 }
        // The hello came from that address, whereas anyone can announce an address.
        if entry.isClaimed { return 2 }
        return entry.lastPoll == nil ? 1 : 0
    }

    /// The entry to drop for the new one, which may be the new one itself; `nil` if there is room.
    ///
    /// Entries of the address with the most entries are dropped first, then those of the lowest priority.
    static func surplus(in entries: [String: Entry], newcomer key: String) -> String? {
        let home = entries[key]?.home
        let crowd = entries.filter { $0.value.home == home }
        // Entries without an address on the link are one group, but not of one host.
        let isCrowded = home != nil && crowd.count > maxAtAddress
        guard isCrowded || entries.count > maxEntries else { return nil }
        let sizes = Dictionary(entries.values.map { ($0.home, 1) }, uniquingKeysWith: +)
        // An entry in flight stays until its poll ends, so that the number of concurrent polls is limited.
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

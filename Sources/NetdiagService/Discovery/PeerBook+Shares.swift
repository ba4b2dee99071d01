import NetworkModel

/// Who makes room where there is none: the book is shared out by address, which is all of a peer that is not just its word.
extension PeerBook {
    /// Daemons of one host: whoever announces hundreds at his address takes no room from others.
    static let mostAtAddress = 2

    /// What speaks for keeping an entry where others want its place.
    private static func standing(_ entry: Entry) -> Int {
        if entry.isProven { return 3 }
        // It came from there; what is announced of an address is anybody's word.
        if entry.isHearsay { return 2 }
        return entry.asked == nil ? 1 : 0
    }

    /// The entry that has to go for the newcomer, which may be itself; `nil` where there is room.
    ///
    /// First go those of the address that has most, then those that speak least for themselves.
    static func surplus(in entries: [String: Entry], newcomer key: String) -> String? {
        let home = entries[key]?.home
        let crowd = entries.filter { $0.value.home == home }
        // Those that are nowhere on the link are one crowd, but not of one host.
        let isCrowded = home != nil && crowd.count > mostAtAddress
        guard isCrowded || entries.count > most else { return nil }
        let sizes = Dictionary(entries.values.map { ($0.home, 1) }, uniquingKeysWith: +)
        // One that is being asked stays until that is over, so that no more are asked at once than there is room for.
        return (isCrowded ? crowd : entries).filter { !$0.value.isBeingAsked }.min { one, other in
            func rank(_ candidate: (key: String, value: Entry)) -> (Int, Int, Int) {
                (-(sizes[candidate.value.home] ?? 0), standing(candidate.value), candidate.key == key ? 0 : 1)
            }
            return rank(one) < rank(other)
        }?.key
    }
}

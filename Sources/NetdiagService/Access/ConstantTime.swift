/// Comparison of secrets in constant time.
enum ConstantTime {
    /// Whether both texts have the same bytes. All bytes of the wanted one are always compared, so that the time
    /// discloses only its length.
    static func isEqual(_ given: some StringProtocol, _ wanted: String) -> Bool {
        let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
        var difference = UInt8(given.count == wanted.count ? 0 : 1)
        for index in wanted.indices { difference |= wanted[index] ^ (index < given.count ? given[index] : 0) }
        return difference == 0
    }
}

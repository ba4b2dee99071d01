import NetworkModel

/// Private names below a top-level domain that now exists on the Internet, where they are not known (ICANN's name collisions).
///
/// Such domains answer every name with 127.0.53.53 for their first months, so that whoever depends on a private name learns of it.
enum NameCollision {
    /// Whether an address marks a collision, and is not that of a host.
    static func isMark(_ address: IPAddress) -> Bool { address.bytes.elementsEqual([127, 0, 53, 53]) }

    /// The facts about a name that a server answers with addresses that cannot be right: whether a filter may be the reason, or the
    /// name collides.
    ///
    /// - Parameter more: The end of the sentence.
    static func facts(_ name: String, _ addresses: [IPAddress], _ more: String) -> [String: String] {
        guard addresses.contains(where: isMark) else { return ["filtered": name, "why": more] }
        return ["collided": name, "why": FactPhrase.nameCollides.text + more]
    }
}

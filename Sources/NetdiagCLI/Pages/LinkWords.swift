import NetworkModel

/// The state of an interface in a word or two.
enum LinkWords {
    static func state(_ link: Link) -> String {
        guard link.isAdminUp else { return "switched off" }
        guard link.hasCarrier else { return "no carrier" }
        return link.operationalState == .dormant ? "dormant" : "up"
    }

    static func address(_ address: LinkAddress) -> String {
        let noteworthy = address.flags.filter { $0 != .permanent }.map(\.rawValue)
        return "\(address.address)/\(address.prefixLength)"
            + (noteworthy.isEmpty ? "" : " \(noteworthy.joined(separator: " "))")
    }
}

/// The state of an interface in one or two words.
package enum LinkWords {
    package static func state(_ link: Link) -> String {
        guard link.isAdminUp else { return "switched off" }
        guard link.hasCarrier else { return "no carrier" }
        return link.operationalState == .dormant ? "dormant" : "up"
    }

    /// Noteworthy properties of an interface, in addition to its state.
    package static func remarks(_ link: Link) -> [String] {
        var remarks: [String] = []
        if let wireless = link.wireless { remarks.append(radio(wireless)) }
        if let changes = link.recentCarrierChanges, changes > 0 {
            remarks.append("carrier changed \(changes) \(changes == 1 ? "time" : "times") in 2 min")
        }
        if let losses = link.losses {
            let counts = [(losses.errors, "damaged"), (losses.drops, "dropped")].filter { $0.0 > 0 }
            remarks.append(
                counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
                    + " of \(max(losses.packets, losses.errors + losses.drops)) packets in \(Int((losses.period.value / 1_000).rounded())) s"
            )
        }
        if link.isIPv6Disabled == true, !link.isLoopback { remarks.append("IPv6 switched off") }
        return remarks
    }

    private static func radio(_ wireless: WirelessLink) -> String {
        let parts = [
            wireless.ssid.map { "network \($0)" } ?? "no network", wireless.signal.map { "\($0) dBm" },
            wireless.frequency.map { "\($0) MHz" }, wireless.security?.rawValue,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    package static func address(_ address: LinkAddress) -> String {
        let noteworthy = address.flags.filter { $0 != .permanent }.map(\.rawValue)
        return "\(address.address)/\(address.prefixLength)"
            + (noteworthy.isEmpty ? "" : " \(noteworthy.joined(separator: " "))")
    }
}

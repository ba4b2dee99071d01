import NetworkModel

/// How well a link does that is up.
enum LinkQuality {
    /// Fewer damaged frames than these in a period are nothing to warn of, whatever their share.
    static let fewestErrors = 10
    /// Whole frames are dropped on every network (unknown protocols, queues that are full for a moment): what counts is
    /// many of them, and on and on.
    static let fewestDrops = 100
    static let fewestDropsPerSecond = 5.0

    static func findings(of link: Link, _ thresholds: Thresholds) -> [Finding] {
        [flapping(link, thresholds), losses(link, thresholds)].compactMap(\.self) + radio(link, thresholds)
    }

    private static func flapping(_ link: Link, _ thresholds: Thresholds) -> Finding? {
        guard let changes = link.recentCarrierChanges, changes >= max(thresholds.carrierChanges, 1) else { return nil }
        return Finding(LinkCauses.flapping, ["interface": shown(link.name), "changes": "\(changes)"])
    }

    private static func losses(_ link: Link, _ thresholds: Thresholds) -> Finding? {
        guard let losses = link.losses else { return nil }
        let packets = Double(max(losses.packets, losses.errors + losses.drops, 1))
        let seconds = max(losses.period.value / 1_000, 1)
        func isShare(_ count: Int) -> Bool { Double(count) / packets >= thresholds.packetErrors }
        let hasErrors = losses.errors >= fewestErrors && isShare(losses.errors)
        let hasDrops =
            losses.drops >= fewestDrops && Double(losses.drops) / seconds >= fewestDropsPerSecond
            && isShare(losses.drops)
        guard hasErrors || hasDrops else { return nil }
        let parts = [
            (losses.receiveErrors, "came damaged"), (losses.transmitErrors, "could not be sent"),
            (losses.receiveDrops, "were dropped on the way in"), (losses.transmitDrops, "were dropped on the way out"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return Finding(
            LinkCauses.errors, confidence: hasErrors ? 0.95 : 0.8,
            [
                "interface": shown(link.name), "lost": parts.joined(separator: ", "), "packets": "\(Int(packets))",
                "seconds": "\(Int(seconds.rounded()))",
            ])
    }

    private static func radio(_ link: Link, _ thresholds: Thresholds) -> [Finding] {
        guard let wireless = link.wireless else { return [] }
        var findings: [Finding] = []
        var facts = ["interface": shown(link.name), "network": shown(wireless.ssid ?? "without a name")]
        if let signal = wireless.signal, signal < thresholds.signal {
            facts["signal"] = "\(signal)"
            facts["limit"] = "\(thresholds.signal)"
            findings.append(Finding(LinkCauses.weakSignal, facts))
        }
        let weakness: String? =
            switch wireless.security {
            case .open: "nothing is encrypted"
            case .wep: "WEP, which is broken"
            case .tkip: "TKIP, which is broken"
            case .enhancedOpen, .protected, nil: nil
            }
        if let weakness {
            facts["weakness"] = weakness
            findings.append(Finding(LinkCauses.insecure, facts))
        }
        return findings
    }
}

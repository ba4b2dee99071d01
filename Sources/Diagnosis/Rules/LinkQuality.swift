import NetworkModel

/// Rules for the quality of a link that is up.
enum LinkQuality {
    /// With fewer damaged frames in a period there is no warning, whatever their share.
    static let fewestErrors = 10
    /// With fewer drops in a period there is no warning. Intact frames are dropped in every network (unknown protocols, full
    /// queues), so that only many of them, for a long time, matter.
    static let fewestDrops = 100
    static let fewestDropsPerSecond = 5.0

    static func findings(of link: Link, _ thresholds: Thresholds) -> [Finding] {
        [flapping(link, thresholds), losses(link, thresholds)].compactMap(\.self) + radio(link, thresholds)
    }

    private static func flapping(_ link: Link, _ thresholds: Thresholds) -> Finding? {
        guard let changes = link.recentCarrierChanges, changes >= max(thresholds.carrierChanges, 1) else { return nil }
        return Finding(LinkCauses.flapping, ["interface": shown(link.name), "changes": "\(changes)"])
    }

    /// The findings without packets that were dropped only since they are larger than the neighbour accepts, like those with which a
    /// check has just found that out.
    static func withoutOversized(_ findings: [Finding], _ evidence: Evidence) -> [Finding] {
        guard let mismatch = findings.first(where: { $0.id == LinkCauses.mtuMismatch.id }) else { return findings }
        return findings.filter { finding in
            guard finding.id == LinkCauses.errors.id, finding.facts["interface"] == mismatch.facts["interface"],
                let link = evidence.link?.carriers.first(where: { shown($0.name) == finding.facts["interface"] }),
                let losses = link.losses
            else { return true }
            return losses.errors > 0 || losses.receiveDrops >= fewestDrops
        }
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
            (losses.receiveErrors, FactPhrase.cameDamaged), (losses.transmitErrors, .couldNotBeSent),
            (losses.receiveDrops, .droppedIn), (losses.transmitDrops, .droppedOut),
        ].filter { $0.0 > 0 }.map { $0.1.text(["count": "\($0.0)"]) }
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
        var facts = ["interface": shown(link.name), "network": shown(wireless.ssid ?? FactPhrase.withoutName.text)]
        if let signal = wireless.signal, signal < thresholds.signal {
            facts["signal"] = "\(signal)"
            facts["limit"] = "\(thresholds.signal)"
            findings.append(Finding(LinkCauses.weakSignal, facts))
        }
        let weakness: String? =
            switch wireless.security {
            case .open: FactPhrase.nothingEncrypted.text
            case .wep: FactPhrase.brokenCipher.text(["cipher": "WEP"])
            case .tkip: FactPhrase.brokenCipher.text(["cipher": "TKIP"])
            case .enhancedOpen, .protected, nil: nil
            }
        if let weakness {
            facts["weakness"] = weakness
            findings.append(Finding(LinkCauses.insecure, facts))
        }
        return findings
    }
}

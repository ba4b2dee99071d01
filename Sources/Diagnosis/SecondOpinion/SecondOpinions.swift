package import NetworkModel

/// The statements of the other daemons on the link about what fails here.
package struct SecondOpinions: Sendable, Hashable {
    /// The statement of one peer.
    package struct Opinion: Sendable, Hashable {
        /// Whether each thing works for the peer.
        package var works: [SharedDependency: Bool] = [:]
        /// Things for which its statement is too old to count yet.
        package var pending: Set<SharedDependency> = []
        /// This machine's interfaces to the peer.
        package var interfaces: [String] = []
        package var isRestricted = false

        package init() {}
    }

    /// What fails here and was queried.
    package var things: Set<SharedDependency>
    /// The statements of all peers that were queried.
    package var opinions: [Opinion]

    package init(things: Set<SharedDependency> = [], opinions: [Opinion] = []) {
        self.things = things
        self.opinions = opinions
    }

    /// The extent of a fault.
    ///
    /// - Returns: `nil` if the finding is about nothing that others could monitor, or if no peer was queried yet.
    package func scope(of finding: Finding, targets: [String] = []) -> FaultScope? {
        guard finding.severity > .info else { return nil }
        if let thing = dependency(of: finding) { return scope(of: [thing]) }
        guard !finding.layer.isNear else { return nil }
        return scope(
            of: Array(targets.lazy.map { .target($0) }.filter(things.contains).prefix(SharedDependency.maxCount)))
    }

    /// The finding with its scope.
    package func adding(to finding: Finding, targets: [String] = []) -> Finding {
        var finding = finding
        finding.scope = scope(of: finding, targets: targets)
        return finding
    }

    package func scope(ofTarget text: String) -> FaultScope? {
        things.contains(.target(text)) ? scope(of: [.target(text)]) : nil
    }

    /// The extent of a fault that shows in several things. A peer for which one of them fails has it as well.
    private func scope(of things: [SharedDependency]) -> FaultScope? {
        guard let first = things.first else { return nil }
        let asked = opinions.filter { opinion in first.interface.map(opinion.interfaces.contains) ?? true }
        // If no other daemon was asked, there is nothing to say about what they monitor.
        guard !asked.isEmpty else { return nil }
        var (same, well, byStatus, isPending) = (0, 0, 0, false)
        for opinion in asked {
            let words = things.compactMap { opinion.works[$0] }
            guard !words.isEmpty else {
                isPending = isPending || things.contains(where: opinion.pending.contains)
                continue
            }
            if words.contains(false) { same += 1 } else { well += 1 }
            if opinion.isRestricted { byStatus += 1 }
        }
        guard same + well > 0 || !isPending else { return nil }
        return FaultScope(
            of: first.subject, same: same, well: well, asked: asked.count,
            restricted: asked.count(where: \.isRestricted), byStatus: byStatus)
    }

    /// The thing that the finding is about; `nil` if there is none, as for a target that fails by itself.
    private func dependency(of finding: Finding) -> SharedDependency? {
        switch finding.id {
        case PathCauses.upstreamDown.id, PathCauses.filtered.id, PortalCauses.captivePortal.id, DNSCauses.hijacked.id:
            if let uplink = things.first(where: { $0.subject == .uplink }) { return uplink }
        default: break
        }
        let named = ["gateway", "server"].compactMap { finding.facts[$0] }.compactMap { IPAddress($0) }
        return things.first { thing in
            switch thing {
            case .gateway(let address, _): finding.layer == .gateway && named.contains { $0.bytes == address.bytes }
            case .resolver(let address): finding.layer == .dns && named.contains { $0.bytes == address.bytes }
            case .target, .uplink: false
            }
        }
    }
}

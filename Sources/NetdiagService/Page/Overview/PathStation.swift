import Diagnosis
import NetworkModel
import Translations

/// A station on the path from this host to its targets, with the faults there.
struct PathStation: Sendable {
    /// The stations, in the order of the path.
    enum Place: Hashable, Sendable {
        case host, gateway, uplink, resolver
        case group(String)
    }

    /// A fault at a station: an open incident, or a finding without one.
    struct StationFault: Sendable {
        let finding: Finding
        let incident: StatusDocument.Incident?

        var mark: TargetState {
            switch finding.severity {
            case .error: .down
            case .warning: .degraded
            case .info: .idle
            }
        }
    }

    let place: Place
    let title: String
    /// A short description.
    let detail: String
    /// The state of the station without its faults.
    let ownMark: TargetState
    var faults: [StationFault] = []

    /// The state of the station with its faults.
    var mark: TargetState {
        (faults.map(\.mark).filter { $0 != .idle } + [ownMark]).min() ?? ownMark
    }
}

extension PathStation {
    /// The maximum number of groups with a station; the others share one.
    private static let maxGroups = 8

    /// The stations of a machine, with every open incident and every finding at one of them.
    static func all(of document: StatusDocument, groups: [TargetGroup]) -> [PathStation] {
        var stations = [host(document), gateway(document), uplink(document), resolver(document)]
        for group in groups.prefix(maxGroups) {
            stations.append(
                PathStation(
                    place: .group(group.name), title: group.title, detail: group.counts.text, ownMark: group.mark))
        }
        if groups.count > maxGroups {
            let rest = groups.dropFirst(maxGroups)
            stations.append(
                PathStation(
                    place: .group(rest[rest.startIndex].name), title: Phrase.moreGroups.text(rest.count),
                    detail: rest.reduce(TargetCounts()) { $0 + $1.counts }.text,
                    ownMark: rest.map(\.mark).min() ?? .idle))
        }
        let home = Dictionary(
            groups.enumerated().flatMap { place, group in
                group.targets.map { ($0.status.key, min(place, maxGroups)) }
            }, uniquingKeysWith: { first, _ in first })
        for fault in faults(of: document) {
            let place = place(of: fault, home: home, groups: stations.count - 4)
            stations[place].faults.append(fault)
        }
        return stations
    }

    private static func faults(of document: StatusDocument) -> [StationFault] {
        document.incidents.filter(\.isOpen).map { StationFault(finding: $0.cause, incident: $0) }
            + document.findingsWithoutIncident.map { StationFault(finding: $0, incident: nil) }
    }

    /// - Parameter home: The positions of the targets' groups, by the targets' keys.
    private static func place(of fault: StationFault, home: [String: Int], groups: Int) -> Int {
        let finding = fault.finding
        let side = finding.side ?? finding.layer.side
        switch finding.layer {
        case .local, .link, .address: return 0
        case .gateway: return 1
        case .uplink, .path: return 2
        case .dns where side != .remote && fault.incident?.targets.isEmpty != false: return 3
        case .dns, .mdns, .tcp, .tls, .proxy, .kind: break
        }
        // Faults of targets are shown at their group, wherever they are.
        if let group = fault.incident?.targets.lazy.compactMap({ home[$0] }).first { return 4 + group }
        if fault.incident == nil {
            // The summary of a target's finding contains the target.
            let named = home.filter { finding.summary.contains(SafeText.escaped($0.key)) }
            if let group = named.max(by: { $0.key.utf8.count < $1.key.utf8.count })?.value { return 4 + group }
        }
        switch side {
        case .machine: return 0
        case .network: return 1
        case .upstream: return 2
        case .remote: return groups > 0 ? 4 : 0
        }
    }

    private static func host(_ document: StatusDocument) -> PathStation {
        let used = Set(document.gateways.map(\.interface))
        let links = document.links.filter { link in
            !link.isLoopback && (used.contains(link.name) || used.isEmpty && link.isAdminUp && link.hasCarrier)
        }
        let isUp = links.contains { $0.isAdminUp && $0.hasCarrier }
        let names = links.prefix(3).map(\.name).joined(separator: Phrase.itemSeparator)
        return PathStation(
            place: .host, title: document.host, detail: names.isEmpty ? Phrase.noLinkUp.text : names,
            ownMark: document.status == .noErr ? .idle : isUp ? .up : .down)
    }

    private static func gateway(_ document: StatusDocument) -> PathStation {
        let gateways = document.gateways
        let best = gateways.max { TargetState($0.status) < TargetState($1.status) }
        let text = gateways.prefix(2).map { gateway in
            (["\(gateway.address)"] + (gateway.roundTrip.map { [LocalQuantity.text($0)] } ?? []))
                .joined(separator: Phrase.partSeparator)
        }
        return PathStation(
            place: .gateway, title: Phrase.gateway.text,
            detail: text.isEmpty ? Phrase.noneOfThem.text : text.joined(separator: Phrase.clauseSeparator),
            ownMark: best.map { TargetState($0.status) } ?? .idle)
    }

    private static func uplink(_ document: StatusDocument) -> PathStation {
        guard let uplink = document.uplink else {
            return PathStation(
                place: .uplink, title: Phrase.uplink.text, detail: Phrase.noDefaultRoute.text, ownMark: .idle)
        }
        let mark = TargetState(uplink.status)
        let words =
            mark == .up
            ? uplink.evidence?.localSummary : uplink.detail.map(FactWords.local) ?? uplink.evidence?.localSummary
        return PathStation(
            place: .uplink, title: Phrase.uplink.text, detail: words ?? Phrase.notChecked.text, ownMark: mark)
    }

    private static func resolver(_ document: StatusDocument) -> PathStation {
        let resolvers = document.resolvers
        let marks = resolvers.map { TargetState($0.status) }
        let best = marks.max()
        let isPartial = best == .up && marks.contains(.down)
        let text = resolvers.prefix(2).map { status in
            (["\(status.resolver.address)"] + (status.duration.map { [LocalQuantity.text($0)] } ?? []))
                .joined(separator: Phrase.partSeparator)
        }
        return PathStation(
            place: .resolver, title: (resolvers.count > 1 ? Phrase.resolvers : .resolver).text,
            detail: text.isEmpty ? Phrase.noneOfThem.text : text.joined(separator: Phrase.clauseSeparator),
            ownMark: isPartial ? .degraded : best ?? .idle)
    }
}

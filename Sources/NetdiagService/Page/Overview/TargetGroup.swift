import NetworkModel
import Translations

/// The targets of one group of the configuration, worst first.
struct TargetGroup: Sendable {
    /// A target, with its position among all targets.
    struct Member: Sendable {
        let status: StatusDocument.TargetStatus
        let mark: TargetState
        /// The position in the configuration.
        let place: Int

        /// The order within the group, which the page's script also uses: worst first, then as configured.
        var rank: Int { mark.rank * 1_000_000 + place }
    }

    /// The configured name; empty for targets without a group.
    let name: String
    let title: String
    let targets: [Member]
    let counts: TargetCounts
    /// The position of its name among those of all groups.
    let place: Int

    var mark: TargetState { counts.mark }
    var rank: Int { mark.rank * 1_000_000 + place }
    var id: String { PageID.text("g", name) }

    /// All groups: by their worst target, then by name.
    static func all(of targets: [StatusDocument.TargetStatus]) -> [TargetGroup] {
        var members: [String: [Member]] = [:]
        for (place, target) in targets.enumerated() {
            members[target.group ?? "", default: []].append(
                Member(status: target, mark: TargetState(target), place: place))
        }
        let isOnly = members.count == 1
        let names = TargetState.orderedNames(members.keys.map { $0.isEmpty ? nil : $0 })
        let groups = names.enumerated().compactMap { place, name -> TargetGroup? in
            let name = name ?? ""
            guard let members = members[name] else { return nil }
            return TargetGroup(
                name: name, title: name.isEmpty ? (isOnly ? Phrase.targets : .otherTargets).text : name,
                targets: members.sorted { $0.rank < $1.rank },
                counts: members.reduce(into: TargetCounts()) { $0.add($1.mark) }, place: place)
        }
        return groups.sorted { $0.rank < $1.rank }
    }
}

/// The number of targets in each state.
struct TargetCounts: Sendable, Hashable {
    private var counts: [TargetState: Int] = [:]

    var total: Int { counts.values.reduce(0, +) }
    subscript(mark: TargetState) -> Int { counts[mark] ?? 0 }
    var mark: TargetState { counts.keys.min() ?? .idle }

    mutating func add(_ mark: TargetState) { counts[mark, default: 0] += 1 }

    static func + (left: TargetCounts, right: TargetCounts) -> TargetCounts {
        var sum = left
        sum.counts.merge(right.counts, uniquingKeysWith: +)
        return sum
    }

    /// The counts that are not 0, worst first.
    var parts: [(mark: TargetState, count: Int)] {
        counts.filter { $0.value > 0 }.sorted { $0.key.rank < $1.key.rank }.map { ($0.key, $0.value) }
    }

    /// The counts in the form of `all 12 up` or `1 down, 11 up`.
    var text: String {
        if total > 0, self[.up] == total { return total == 1 ? Phrase.up.text : Phrase.allUp.text(total) }
        return parts.map { $0.mark.counted($0.count) }.joined(separator: Phrase.partSeparator)
    }
}

/// The ids of page elements for names of the configuration, which can contain any character.
enum PageID {
    /// The id from the FNV-1a hash: if two names had the same id, the second would not be updated while the page is
    /// open.
    static func text(_ kind: String, _ name: String) -> String {
        kind + String(FNV1a(name.utf8).value, radix: 36)
    }

    static func target(_ key: String) -> String { "/targets/" + PercentEncoding.encoded(key) }
}

/// The targets of a ``HealthyOffice``, of every kind, with their options.
enum TargetsOfKinds {
    /// Those that are announced on the link.
    private static let announced: [HealthyTarget] = ["http://router.local/", "Web, one._http._tcp.local"]

    /// Targets that are checked with the same options, by one command.
    static let groups: [(targets: [String], options: [String])] = {
        var groups: [(targets: [String], options: [String])] = []
        for healthy in LabKinds.all.flatMap({ $0.healthyTargets }) + announced {
            if let index = groups.firstIndex(where: { $0.options == healthy.options }) {
                groups[index].targets.append(healthy.target)
            } else {
                groups.append(([healthy.target], healthy.options))
            }
        }
        return groups
    }()

    static var count: Int { groups.reduce(0) { $0 + $1.targets.count } }
}

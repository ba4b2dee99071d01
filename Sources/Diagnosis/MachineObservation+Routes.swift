import NetworkModel

extension MachineObservation {
    var hasDefaultRoute: Bool { snapshot.routes.contains { $0.isDefault } }

    /// Whether the machine has no default route, and is not known to have lost one: it is meant for its own networks.
    package var isWithoutUplink: Bool { !hasDefaultRoute && remembered.isEmpty }
}

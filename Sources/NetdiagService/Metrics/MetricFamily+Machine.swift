import NetworkModel

extension MetricFamily {
    /// The metrics of the machine, its links and its incidents.
    static func ofMachine(_ document: StatusDocument) -> [MetricFamily] {
        let opened = Dictionary(grouping: document.incidents) { $0.cause.id.rawValue }
        return [
            .init(
                "netdiag_machine_status", .gauge, "The overall status of the machine: 1 for the one that it has.",
                states(document.status)),
            .init(
                "netdiag_machine_degraded", .gauge, "Whether the machine is up, with a warning.",
                document.degraded ? 1 : 0),
            .init(
                "netdiag_machine_cause_info", .gauge, "The root cause of what is wrong with the machine.",
                document.cause.map { [(labels($0), 1)] } ?? []),
            .init(
                "netdiag_incidents", .gauge, "Open incidents by their cause.",
                opened.sorted { $0.key < $1.key }.map { ([("cause", $0.key)], Double($0.value.count)) }),
            .init("netdiag_incidents_open", .gauge, "Open incidents.", Double(document.incidents.count)),
            .init("netdiag_targets", .gauge, "Targets that are configured.", Double(document.targets.count)),
            .init(
                "netdiag_targets_without_histograms", .gauge,
                "Targets beyond those that histograms are kept of.",
                Double(max(0, document.targets.count - TargetMetrics.maxHistograms))),
            .init(
                "netdiag_published", .gauge, "Whether the daemon's own service is announced, where it shall be.",
                isPublished(document.publication)),
            .init(
                "netdiag_history_failing", .gauge, "Whether results are not recorded that should be.",
                document.history == nil ? 0 : 1),
        ] + ofLinks(document) + ofServers(document)
    }

    private static func isPublished(_ publication: Publication) -> Double? {
        switch publication.state {
        case .published, .renamed: 1
        case .waiting: 0
        case .off: nil
        }
    }

    /// The maximum number of interfaces; the others, as on a host of containers, are omitted.
    private static let maxLinks = 256

    private static func ofLinks(_ document: StatusDocument) -> [MetricFamily] {
        let links = document.links.prefix(maxLinks).filter { !$0.isLoopback }
        func each(_ value: (Link) -> Double?) -> [(labels: [MetricText.Label], value: Double)] {
            links.compactMap { link in value(link).map { ([("interface", link.name)], $0) } }
        }
        return [
            .init(
                "netdiag_link_up", .gauge, "Whether an interface is administratively up and has a carrier.",
                each { $0.isAdminUp && $0.hasCarrier ? 1 : 0 }),
            .init(
                "netdiag_link_admin_up", .gauge, "Whether an interface is administratively up.",
                each { $0.isAdminUp ? 1 : 0 }),
            .init("netdiag_link_mtu_bytes", .gauge, "Largest packet of an interface.", each { Double($0.mtu) }),
            .init(
                "netdiag_link_speed_bytes", .gauge, "Speed of an interface, in bytes a second.",
                each { $0.speed.map { Double($0) * 125_000 } }),
            .init(
                "netdiag_link_carrier_changes_total", .counter, "How often the carrier of an interface has changed.",
                each { $0.carrierChanges.map(Double.init) }),
        ]
    }

    private static func ofServers(_ document: StatusDocument) -> [MetricFamily] {
        func gateway(_ gateway: StatusDocument.Gateway) -> [MetricText.Label] {
            [("address", gateway.address.description), ("interface", gateway.interface)]
        }
        // The same server may be listed several times, for domains of different links.
        var seen: Set<String> = []
        let resolvers = document.resolvers.prefix(maxLinks).compactMap { server -> (String, Double, Double?)? in
            let address = server.resolver.address.description
            guard let up = up(server.status), seen.insert(address).inserted else { return nil }
            return (address, up, server.duration.map { $0.duration / .seconds(1) })
        }
        let gateways = document.gateways.prefix(maxLinks).reduce(into: [StatusDocument.Gateway]()) { result, one in
            if !result.contains(where: { ($0.address, $0.interface) == (one.address, one.interface) }) {
                result.append(one)
            }
        }
        return [
            .init(
                "netdiag_uplink_up", .gauge,
                "Whether the way from the gateway to the Internet works, where that is known.",
                document.uplink.flatMap { up($0.status) }),
            .init(
                "netdiag_gateway_up", .gauge, "Whether a gateway answers, where that is known.",
                gateways.compactMap { one in up(one.status).map { (gateway(one), $0) } }),
            .init(
                "netdiag_gateway_round_trip_seconds", .gauge, "Shortest round trip to a gateway.",
                gateways.compactMap { one in one.roundTrip.map { (gateway(one), $0.duration / .seconds(1)) } }),
            .init(
                "netdiag_resolver_up", .gauge, "Whether a DNS server answers, where that is known.",
                resolvers.map { ([("address", $0.0)], $0.1) }),
            .init(
                "netdiag_resolver_duration_seconds", .gauge, "How long the last answer of a DNS server took.",
                resolvers.compactMap { one in one.2.map { ([("address", one.0)], $0) } }),
        ]
    }

    /// A series for each status, with the value 1 for the current one.
    private static func states(_ status: ConnectionStatus) -> [(labels: [MetricText.Label], value: Double)] {
        ConnectionStatus.allCases.map { ([("status", $0.rawValue)], $0 == status ? 1 : 0) }
    }

    static func labels(_ cause: Finding) -> [MetricText.Label] {
        [("cause", cause.id.rawValue), ("layer", cause.layer.rawValue)]
    }

    /// The value of `up`; `nil` if it is not known.
    static func up(_ status: ConnectionStatus) -> Double? {
        switch status {
        case .connectionUp: 1
        case .connectionDown: 0
        case .noErr, .err, .connectionIndeterminate: nil
        }
    }
}

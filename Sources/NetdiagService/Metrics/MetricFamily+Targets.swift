import NetworkModel

/// Access to the configured targets while their data is sent.
struct TargetAccess: Sendable {
    let store: StatusStore
    let targets: TargetMetrics.View

    init(_ store: StatusStore) {
        self.store = store
        targets = store.metrics.view
    }

    /// Passes the status of a target and its counters to the closure.
    func read(_ place: Int, _ body: (StatusDocument.TargetStatus, TargetSeries) -> Void) {
        targets.read(place) { series in
            store.readTarget(at: place) { status in
                if status.key == series.key { body(status, series) }
            }
        }
    }
}

extension MetricFamily {
    /// The metrics of the configured targets, one part for each target.
    static func ofTargets(_ reading: TargetAccess) -> [MetricFamily] {
        [
            status("netdiag_up", "Whether a target works, where that is known.", reading) { up($0.status) },
            status("netdiag_degraded", "Whether a target works, with a warning.", reading) { $0.degraded ? 1 : 0 },
            states(reading), causes(reading),
            status("netdiag_maintenance", "Whether a maintenance window of a target is open.", reading) {
                $0.isInMaintenance ? 1 : 0
            },
            status(
                "netdiag_last_check_timestamp_seconds", "When a target was last checked, in seconds since 1970.",
                reading
            ) { $0.last.map { Double($0.millisecondsSince1970) / 1_000 } },
            counted(
                "netdiag_last_check_duration_seconds", .gauge, "How long the last check of a target took.", reading
            ) { $0.duration },
            checks(reading),
            counted(
                "netdiag_certificate_expiry_timestamp_seconds", .gauge,
                "When the first certificate ends that a target sent, in seconds since 1970.", reading
            ) { $0.certificateEnd.map { Double($0.millisecondsSince1970 / 1_000) } },
            counted(
                "netdiag_packet_loss_ratio", .gauge, "Echo requests of the last check that were not answered, 0 to 1.",
                reading
            ) { $0.loss },
            counted("netdiag_echo_requests_total", .counter, "Echo requests that were sent to a target.", reading) {
                $0.echoRequests > 0 ? Double($0.echoRequests) : nil
            },
            counted("netdiag_echo_replies_total", .counter, "Echo replies of a target.", reading) {
                $0.echoRequests > 0 ? Double($0.echoReplies) : nil
            },
            phases(reading), roundTrips(reading),
        ]
    }

    /// A family with a sample of each target whose status has a value.
    private static func status(
        _ name: String, _ help: String, _ reading: TargetAccess,
        _ value: @escaping @Sendable (StatusDocument.TargetStatus) -> Double?
    ) -> MetricFamily {
        .init(name: name, kind: .gauge, help: help, count: reading.targets.count) { place, text in
            reading.read(place) { status, series in
                if let value = value(status) { text.sample(name, labels: series.labels, value) }
            }
        }
    }

    /// A family with a sample of each target whose counters have a value.
    private static func counted(
        _ name: String, _ kind: MetricText.Kind, _ help: String, _ reading: TargetAccess,
        _ value: @escaping @Sendable (TargetSeries) -> Double?
    ) -> MetricFamily {
        .init(name: name, kind: kind, help: help, count: reading.targets.count) { place, text in
            reading.targets.read(place) { series in
                if let value = value(series) { text.sample(name, labels: series.labels, value) }
            }
        }
    }

    private static func states(_ reading: TargetAccess) -> MetricFamily {
        let name = "netdiag_status"
        let labels = ConnectionStatus.allCases.map { ($0, Array(",status=\"\($0.rawValue)\"".utf8)) }
        return .init(
            name: name, kind: .gauge, help: "The status of a target: 1 for the one that it has.",
            count: reading.targets.count
        ) { place, text in
            reading.read(place) { status, series in
                for (one, label) in labels {
                    text.sample(name, labels: series.labels, and: label, one == status.status ? 1 : 0)
                }
            }
        }
    }

    private static func causes(_ reading: TargetAccess) -> MetricFamily {
        let name = "netdiag_cause_info"
        return .init(
            name: name, kind: .gauge, help: "The root cause of what is wrong with a target.",
            count: reading.targets.count
        ) { place, text in
            reading.read(place) { status, series in
                guard let cause = status.cause else { return }
                let label = Array(("," + MetricText.text(labels(cause))).utf8)
                text.sample(name, labels: series.labels, and: label, 1)
            }
        }
    }

    private static func checks(_ reading: TargetAccess) -> MetricFamily {
        let name = "netdiag_checks_total"
        let labels = ConnectionStatus.allCases.map { ($0, Array(",status=\"\($0.rawValue)\"".utf8)) }
        return .init(
            name: name, kind: .counter, help: "Checks of a target, by what they said.", count: reading.targets.count
        ) { place, text in
            reading.targets.read(place) { series in
                for (status, label) in labels {
                    guard let count = series.checks[status] else { continue }
                    text.sample(name, labels: series.labels, and: label, Double(count))
                }
            }
        }
    }

    private static func phases(_ reading: TargetAccess) -> MetricFamily {
        let name = "netdiag_phase_duration_seconds"
        let names = TargetSeries.Phase.allCases.map { ($0, HistogramNames(name, labels: "phase=\"\($0.rawValue)\"")) }
        return .init(
            name: name, kind: .histogram, help: "How long the phases of checks took.", count: reading.targets.count
        ) { place, text in
            reading.targets.read(place) { series in
                for (phase, names) in names {
                    if let histogram = series.phases[phase] { text.histogram(histogram, names, labels: series.labels) }
                }
            }
        }
    }

    private static func roundTrips(_ reading: TargetAccess) -> MetricFamily {
        let name = "netdiag_round_trip_seconds"
        let names = HistogramNames(name)
        return .init(
            name: name, kind: .histogram, help: "Round trips of echo requests to a target.",
            count: reading.targets.count
        ) { place, text in
            reading.targets.read(place) { series in
                if let histogram = series.roundTrips { text.histogram(histogram, names, labels: series.labels) }
            }
        }
    }
}

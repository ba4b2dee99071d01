import NetworkModel

/// Settings of the wall clock. An incident that began before and ends after one would seem to have lasted for that much longer or
/// shorter: a machine without a battery clock sets it as soon as the network is back.
extension IncidentReducer {
    /// A difference that is not due to rounding, in milliseconds.
    private static let leastSetting: Int64 = 1_000

    /// Records the time of an input. If the wall clock was set since the last one, what is open began as long ago as the monotonic
    /// clock says.
    mutating func observe(at moment: DualClockTime, _ events: inout IncidentChanges) {
        observed = max(observed ?? moment.clock, moment.clock)
        guard let last = wallClock else {
            wallClock = moment
            return
        }
        let setting = last.restated(at: moment).wall.millisecondsSince1970 - last.wall.millisecondsSince1970
        guard abs(setting) >= Self.leastSetting else { return }
        (wallClock, wallClockSet) = (moment, moment.clock)
        changes.restate(at: moment)
        for fault in pendingIncidents.keys {
            guard let first = pendingIncidents[fault]?.first else { continue }
            pendingIncidents[fault]?.first = first.restated(at: moment)
        }
        for (target, trouble) in troubles where !trouble.earlier.isEmpty {
            troubles[target]?.earlier = trouble.earlier.mapValues { $0.restated(at: moment) }
        }
        for (id, incident) in open where !incident.isOfEarlierRun {
            open[id]?.restate(by: setting, at: moment)
            events.changed.insert(id)
        }
    }

    /// A moment in the past by the present wall clock, which may have been set since.
    func restated(_ past: DualClockTime, at moment: DualClockTime) -> DualClockTime {
        wallClockSet.map { past.clock < $0 } == true ? past.restated(at: moment) : past
    }
}

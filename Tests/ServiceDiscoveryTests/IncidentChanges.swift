import Foundation
import Lab
import NetworkModel
import Synchronization

/// The sum of a browser's events on one interface, and their contradictions.
struct IncidentChanges {
    private(set) var present: [String: ServiceInstance] = [:]
    /// Services that were added twice, removed without having been added, or updated before they were added.
    private(set) var faults: [String] = []

    mutating func take(_ event: ServiceEvent) {
        let instance = event.instance
        let key = "\(instance.name).\(instance.type)"
        switch event.event {
        case .added where present[key] != nil: faults.append("\(key) was added twice")
        case .removed where present.removeValue(forKey: key) == nil: faults.append("\(key) was removed twice")
        case .removed: break
        case .resolved where present[key]?.host != nil: faults.append("\(key) was resolved twice")
        case .resolved where present[key] == nil, .updated where present[key] == nil:
            faults.append("\(key) changed before it came")
        case .added, .resolved, .updated: present[key] = instance
        }
    }
}

/// The services that a browser had when it should have had others.
struct Unsettled: Error, CustomStringConvertible {
    let error: LabError
    let browser: String
    let present: [String: ServiceInstance]

    var description: String {
        let lines = present.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(error); \(browser) has:\n\(lines.joined(separator: "\n"))"
    }
}

extension Probe {
    func ledger(on interface: String = "eth0") -> IncidentChanges {
        var ledger = IncidentChanges()
        for event in instances where event.instance.interface == interface { ledger.take(event) }
        return ledger
    }

    /// Waits until the sum of the events meets the condition.
    ///
    /// - Throws: ``Unsettled`` with the instances that are present, if it does not within the limit.
    @discardableResult
    func settled(
        _ what: String, on interface: String = "eth0", within limit: Duration = .unexpectedlyLong,
        _ condition: @escaping @Sendable ([String: ServiceInstance]) -> Bool
    ) async throws -> [String: ServiceInstance] {
        let ledger = Mutex(IncidentChanges())
        do {
            try await process.output.first(what, within: limit) { line in
                guard let event = Probe.event(line), event.instance.interface == interface else { return false }
                return ledger.withLock { ledger in
                    ledger.take(event)
                    return condition(ledger.present)
                }
            }
        } catch let error as LabError {
            throw Unsettled(error: error, browser: host.name, present: ledger.withLock(\.present))
        }
        return ledger.withLock(\.present)
    }

    /// Waits until `allForNow` was reported the given number of times.
    func drained(times: Int) async throws {
        let count = Counter()
        try await process.output.first("the end of search \(times)", within: .unexpectedlyLong) { line in
            line.contains("allForNow") && count.next() == times
        }
    }

    func line(_ text: String, after skipped: Int = 0, within limit: Duration = .unexpectedlyLong) async throws {
        let count = Counter()
        try await process.output.first(text, within: limit) { $0.contains(text) && count.next() > skipped }
    }
}

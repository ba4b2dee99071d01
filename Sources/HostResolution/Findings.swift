import NetworkModel

/// What the wire and the system said, put together.
struct Findings: Sendable {
    var wire: WireLookup.Outcome
    /// `nil` if the system was not asked.
    var system: SystemAnswer?
    /// What the system's failure is listed as: multicast DNS where that alone could have answered.
    var systemSource = Resolution.Source.system

    var failures: [Resolution.Failure] {
        guard let system, let reason = systemFailure else { return wire.failures }
        return wire.failures + [.init(source: systemSource, reason: reason, duration: system.duration)]
    }

    /// Why the system has no answer. It has one word for whatever is temporary, of which the wire knows more.
    private var systemFailure: Resolution.FailureReason? {
        guard let system, system.isTemporary, wire.answers.isEmpty else { return system?.failure }
        return wire.failures.last { $0.reason.isFinal == false }?.reason ?? system.failure
    }

    var systemLookup: SystemLookup? {
        guard let system else { return nil }
        return SystemLookup(
            addresses: system.entries.map(\.address), failure: systemFailure, duration: system.duration)
    }

    /// The system's order, which is that of RFC 6724, then what only the wire knows. An answer that the system has
    /// from the same servers as the wire is one answer; what the hosts file says stands beside it.
    func answers(types: [DNSRecordType], about address: IPAddress? = nil) -> [Resolution.Answer] {
        var onWire = types.flatMap { type in
            wire.answers.filter { $0.type == type }.flatMap { answer in
                answer.records.map { Self.answer($0, of: answer, about: address) }
            }
        }
        var answers: [Resolution.Answer] = []
        for entry in system?.entries ?? [] {
            if entry.source != .system {
                answers.append(Self.answer(entry, after: system?.duration ?? .zero))
            }
            let same = onWire.filter { Self.isSame($0, entry) }
            onWire.removeAll { Self.isSame($0, entry) }
            answers += same
            if entry.source == .system, same.isEmpty {
                answers.append(Self.answer(entry, after: system?.duration ?? .zero))
            }
        }
        return answers + onWire
    }

    private static func isSame(_ answer: Resolution.Answer, _ entry: SystemAnswer.Entry) -> Bool {
        guard let name = entry.name else { return answer.address == entry.address }
        return answer.name?.lowercased() == name.lowercased()
    }

    private static func answer(_ entry: SystemAnswer.Entry, after duration: Duration) -> Resolution.Answer {
        .init(address: entry.address, name: entry.name, source: entry.source, duration: duration)
    }

    private static func answer(
        _ record: DNSRecord, of answer: DNSAnswer, about address: IPAddress?
    ) -> Resolution.Answer {
        var result = Resolution.Answer(
            address: address, source: .dns, server: answer.server.shownServer, ttl: record.ttl,
            duration: answer.duration)
        result.extendedErrors = answer.extendedErrors.isEmpty ? nil : answer.extendedErrors
        switch record.value {
        case .address(let address):
            result.address = address
            result.family = address.family
        case .name(let name) where answer.type == .ptr:
            result.name = name
        default:
            result.record = record.value.presentation
        }
        return result
    }
}

import NetworkModel

/// The combined results of the wire and the system resolver.
struct LookupFindings: Sendable {
    var wire: WireLookup.Outcome
    /// The result of the system resolver; `nil` if it was not queried.
    var system: SystemLookupResult?
    /// The source of the system resolver's failure: multicast DNS, if only that could have had the answer.
    var systemSource = Resolution.Source.system

    var failures: [Resolution.Failure] {
        guard let system, let reason = systemFailure else { return wire.failures }
        return wire.failures + [.init(source: systemSource, reason: reason, duration: system.duration)]
    }

    /// The least time that the system resolver waits for a silent server (resolv.conf(5), `timeout`), less the imprecision of clocks.
    private static let leastWait = Duration.milliseconds(900)

    /// Why the system resolver has no answer. It has a single code for temporary failures, about which the wire says more. One that
    /// it reports at once is no silence, whatever the wire got.
    private var systemFailure: Resolution.FailureReason? {
        guard let system, system.isTemporary, wire.answers.isEmpty else { return system?.failure }
        let mayBeSilence = system.duration >= Self.leastWait
        return wire.failures.last { !$0.reason.isFinal && (mayBeSilence || $0.reason != .timeout) }?.reason
            ?? system.failure
    }

    var systemLookup: SystemLookup? {
        guard let system else { return nil }
        return SystemLookup(
            addresses: system.entries.map(\.address), failure: systemFailure, duration: system.duration)
    }

    /// The answers in the system's order, which is that of RFC 6724, followed by those only on the wire. An answer that both
    /// have from the same servers is listed once; those of the hosts file are separate. If the system resolver has not
    /// returned, those on the wire are in the order in which it would return them.
    func answers(
        types: [DNSRecordType], about address: IPAddress? = nil, in order: AddressOrder? = nil
    ) -> [Resolution.Answer] {
        var onWire = types.flatMap { type in
            wire.answers.filter { $0.type == type }.flatMap { answer in
                answer.records.map { Self.converted($0, of: answer, about: address) }
            }
        }
        var answers: [Resolution.Answer] = []
        for entry in system?.entries ?? [] {
            if entry.source != .system {
                answers.append(Self.converted(entry, after: system?.duration ?? .zero))
            }
            let same = onWire.filter { Self.isSame($0, entry) }
            onWire.removeAll { Self.isSame($0, entry) }
            answers += same
            if entry.source == .system, same.isEmpty {
                answers.append(Self.converted(entry, after: system?.duration ?? .zero))
            }
        }
        guard let system, system.entries.isEmpty, system.failure == .timeout, answers.isEmpty else {
            return answers + onWire
        }
        return Self.sorted(onWire, in: order)
    }

    /// Programs wait longer for servers that are silent, and get these addresses then.
    private static func sorted(_ answers: [Resolution.Answer], in order: AddressOrder?) -> [Resolution.Answer] {
        let addresses = answers.compactMap(\.address)
        guard addresses.count > 1, addresses.count == answers.count else { return answers }
        var left = answers
        return (order ?? AddressOrder()).sorted(addresses).compactMap { address in
            left.firstIndex { $0.address == address }.map { left.remove(at: $0) }
        }
    }

    private static func isSame(_ answer: Resolution.Answer, _ entry: SystemLookupResult.Entry) -> Bool {
        guard let name = entry.name else { return answer.address == entry.address }
        return answer.name?.lowercased() == name.lowercased()
    }

    private static func converted(_ entry: SystemLookupResult.Entry, after duration: Duration) -> Resolution.Answer {
        .init(address: entry.address, name: entry.name, source: entry.source, duration: duration)
    }

    private static func converted(
        _ record: DNSRecord, of answer: DNSAnswer, about address: IPAddress?
    ) -> Resolution.Answer {
        var result = Resolution.Answer(
            address: address, source: .dns, server: answer.server.shownServer, ttl: record.ttl,
            duration: answer.duration)
        result.extendedErrors = answer.extendedErrors.isEmpty ? nil : answer.extendedErrors
        result.isRepeated = answer.isRepeated ? true : nil
        result.isEDNSRejected = answer.isEDNSRejected ? true : nil
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

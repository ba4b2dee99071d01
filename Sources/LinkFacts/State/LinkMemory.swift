import NetworkModel

/// What the kernel's messages, and readings of counters, said over time: a dump says how things are, not how they came
/// about.
struct LinkMemory {
    /// Carrier changes longer ago than this do not count as recent.
    static let window: UInt64 = 120_000_000_000
    /// Of an interface that changes faster than this, the latest changes are kept.
    static let maxChanges = 64
    /// Addresses that ran out, beyond which the oldest are forgotten.
    static let maxExpired = 32

    /// Announced prefixes of NAT64, beyond which the oldest are forgotten.
    static let maxTranslations = 16

    /// An address whose lifetime ran out.
    struct Expired: Hashable {
        var index: UInt32
        var address: [UInt8]
        var ended: Timestamp
    }

    /// Whether messages are listened to; without them, that nothing was heard says nothing.
    var isListening = false
    /// When the carrier changed, nanoseconds of `CLOCK_MONOTONIC`, oldest first.
    private(set) var carrierChanges: [UInt32: [UInt64]] = [:]
    private(set) var expired: [Expired] = []
    /// Oldest first.
    private(set) var translations: [TranslationRecord] = []
    /// What was lost from one reading of the counters to the next, where that was anything.
    var losses: [UInt32: LinkLosses] = [:]

    /// Takes note of what a message says of the carrier. What the administrator does by setting the interface down is no
    /// fault of the cable.
    mutating func record(_ after: LinkRecord, before: LinkRecord, at now: UInt64) {
        guard after.isAdminUp, before.isAdminUp else { return }
        var count = after.hasCarrier == before.hasCarrier ? 0 : 1
        // The kernel gathers changes that follow fast upon each other, and tells of the last.
        if let new = after.carrierChanges, let old = before.carrierChanges { count = max(count, new - old) }
        guard count > 0 else { return }
        var changes = (carrierChanges[after.index] ?? []).filter { now &- $0 < Self.window }
        changes += repeatElement(now, count: min(count, Self.maxChanges))
        carrierChanges[after.index] = changes.suffix(Self.maxChanges)
    }

    /// How often the carrier changed lately; `nil` if nobody has been listening.
    func recentChanges(of index: UInt32, at now: UInt64) -> Int? {
        guard isListening else { return nil }
        return carrierChanges[index]?.count { now &- $0 < Self.window } ?? 0
    }

    /// Takes note of an address that went. It ran out where nothing was left of its lifetime; the kernel looks once a
    /// second, so that a second may be left.
    mutating func recordRemoval(_ record: AddressRecord, at now: UInt64) {
        guard let left = record.lifetimes.left(record.lifetimes.valid, at: now), left <= 1 else { return }
        expired.removeAll { $0.index == record.key.index && $0.address == record.key.address }
        expired.append(Expired(index: record.key.index, address: record.key.address, ended: Timestamp()))
        if expired.count > Self.maxExpired { expired.removeFirst() }
    }

    /// A new address of the family is a new lease.
    mutating func recordAddition(_ record: AddressRecord) {
        guard record.scope == .global else { return }
        expired.removeAll { $0.index == record.key.index && $0.address.count == record.key.address.count }
    }

    /// Takes note of a prefix that a router announces; with a lifetime of nothing, it takes it back.
    mutating func record(_ announced: TranslationRecord, at now: UInt64) {
        translations.removeAll {
            $0.expires <= now
                || ($0.index, $0.prefix, $0.router) == (announced.index, announced.prefix, announced.router)
        }
        guard announced.expires > now else { return }
        translations.append(announced)
        if translations.count > Self.maxTranslations { translations.removeFirst() }
    }

    /// Interfaces that have gone, by their indices; beyond this many, all are forgotten.
    static let maxFormerNames = 64
    private(set) var formerNames: [UInt32: String] = [:]

    mutating func recordName(_ name: String, of index: UInt32) {
        if formerNames.count >= Self.maxFormerNames { formerNames.removeAll() }
        formerNames[index] = name
    }

    mutating func forget(_ index: UInt32) {
        translations.removeAll { $0.index == index }
        carrierChanges[index] = nil
        losses[index] = nil
        expired.removeAll { $0.index == index }
    }
}

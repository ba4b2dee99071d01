import NetworkModel

/// Information from the kernel's messages, and from readings of counters, over time: a dump contains the current state, not
/// its history.
struct LinkMemory {
    /// The time after which carrier changes do not count as recent, in nanoseconds.
    static let window: UInt64 = 120_000_000_000
    /// The maximum number of carrier changes of an interface; beyond it, the latest are kept.
    static let maxChanges = 64
    /// The maximum number of expired addresses, beyond which the oldest are forgotten.
    static let maxExpired = 32

    /// The maximum number of announced NAT64 prefixes, beyond which the oldest are forgotten.
    static let maxTranslations = 16

    /// An address whose lifetime has expired.
    struct Expired: Hashable {
        var index: UInt32
        var address: [UInt8]
        var ended: Timestamp
    }

    /// Whether messages are received; without them, their absence says nothing.
    var isListening = false
    /// When the carrier changed, in nanoseconds of `CLOCK_MONOTONIC`, oldest first.
    private(set) var carrierChanges: [UInt32: [UInt64]] = [:]
    private(set) var expired: [Expired] = []
    /// The announced prefixes, oldest first.
    private(set) var translations: [TranslationRecord] = []
    /// The losses between two readings of the counters, if there were any.
    var losses: [UInt32: LinkLosses] = [:]

    /// Records the carrier in a message. If the administrator sets the interface down, that is no fault of the cable.
    mutating func record(_ after: LinkRecord, before: LinkRecord, at now: UInt64) {
        guard after.isAdminUp, before.isAdminUp else { return }
        var count = after.hasCarrier == before.hasCarrier ? 0 : 1
        // The kernel combines changes in quick succession, and reports the last one.
        if let new = after.carrierChanges, let old = before.carrierChanges { count = max(count, new - old) }
        guard count > 0 else { return }
        var changes = (carrierChanges[after.index] ?? []).filter { now &- $0 < Self.window }
        changes += repeatElement(now, count: min(count, Self.maxChanges))
        carrierChanges[after.index] = changes.suffix(Self.maxChanges)
    }

    /// How often the carrier changed recently; `nil` without a listener.
    func recentChanges(of index: UInt32, at now: UInt64) -> Int? {
        guard isListening else { return nil }
        return carrierChanges[index]?.count { now &- $0 < Self.window } ?? 0
    }

    /// Records the removal of an address. It expired if nothing of its lifetime was left; the kernel checks once per second,
    /// so that a second may be left.
    mutating func recordRemoval(_ record: AddressRecord, at now: UInt64) {
        guard let left = record.lifetimes.left(record.lifetimes.valid, at: now), left <= 1 else { return }
        expired.removeAll { $0.index == record.key.index && $0.address == record.key.address }
        expired.append(Expired(index: record.key.index, address: record.key.address, ended: Timestamp()))
        if expired.count > Self.maxExpired { expired.removeFirst() }
    }

    /// Records an addition: a new address of the family is a new lease.
    mutating func recordAddition(_ record: AddressRecord) {
        guard record.scope == .global else { return }
        expired.removeAll { $0.index == record.key.index && $0.address.count == record.key.address.count }
    }

    /// Records a prefix that a router announces; a lifetime of zero withdraws it.
    mutating func record(_ announced: TranslationRecord, at now: UInt64) {
        translations.removeAll {
            $0.expires <= now
                || ($0.index, $0.prefix, $0.router) == (announced.index, announced.prefix, announced.router)
        }
        guard announced.expires > now else { return }
        translations.append(announced)
        if translations.count > Self.maxTranslations { translations.removeFirst() }
    }

    /// The maximum number of removed interfaces whose names are kept by index; beyond it, all are forgotten.
    static let maxFormerNames = 64
    private(set) var formerNames: [UInt32: String] = [:]

    mutating func recordName(_ name: String, of index: UInt32) {
        if formerNames.count >= Self.maxFormerNames { formerNames.removeAll() }
        formerNames[index] = name
    }

    mutating func remove(_ index: UInt32) {
        translations.removeAll { $0.index == index }
        carrierChanges[index] = nil
        losses[index] = nil
        expired.removeAll { $0.index == index }
    }
}

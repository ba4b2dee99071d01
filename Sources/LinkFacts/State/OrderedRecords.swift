/// Records by their keys, in the order in which they came: found, replaced and removed without looking at the others.
struct OrderedRecords<Key: Hashable, Record> {
    /// `nil` if one has been removed.
    private var slots: [(key: Key, record: Record)?] = []
    private var places: [Key: Int] = [:]

    var count: Int { places.count }
    /// The oldest first.
    var values: some Sequence<Record> { slots.lazy.compactMap { $0?.record } }

    subscript(key: Key) -> Record? { places[key].flatMap { slots[$0]?.record } }

    /// Replaces the record of the key where it is, or adds it behind all others.
    mutating func update(_ record: Record, _ key: Key) {
        if let place = places[key] {
            slots[place]?.record = record
        } else {
            places[key] = slots.count
            slots.append((key, record))
        }
    }

    mutating func remove(_ key: Key) -> Record? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        let record = slots[place]?.record
        slots[place] = nil
        // So that holes are never more than the records, and closing them costs as much as making them did.
        if slots.count > 2 * places.count + 16 { close() }
        return record
    }

    mutating func removeAll(where isToGo: (Record) -> Bool) {
        guard values.contains(where: isToGo) else { return }
        for (place, slot) in slots.enumerated() {
            guard let slot, isToGo(slot.record) else { continue }
            slots[place] = nil
        }
        close()
    }

    private mutating func close() {
        slots.removeAll { $0 == nil }
        places.removeAll(keepingCapacity: true)
        for (place, slot) in slots.enumerated() {
            if let slot { places[slot.key] = place }
        }
    }
}

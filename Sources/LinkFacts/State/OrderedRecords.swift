/// Records by key, in the order in which they were added. They are found, replaced and removed without searching.
struct OrderedRecords<Key: Hashable, Record> {
    /// The records; `nil` for a removed one.
    private var slots: [(key: Key, record: Record)?] = []
    private var places: [Key: Int] = [:]

    var count: Int { places.count }
    /// The records, oldest first.
    var values: some Sequence<Record> { slots.lazy.compactMap { $0?.record } }

    subscript(key: Key) -> Record? { places[key].flatMap { slots[$0]?.record } }

    /// Replaces the record of a key in its place, or adds it at the end.
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
        // There are never more gaps than records, and closing them costs as much as creating them.
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

/// The state that a page shows: later changes are sent to it while it is open. A browser returns it unchanged.
struct PageVersion: Sendable, Hashable {
    /// The run of the daemon.
    let run: String
    /// The configuration of targets.
    let generation: UInt64
    /// The last result.
    let result: UInt64
    /// The last event.
    let event: UInt64

    init(_ store: StatusStore) {
        run = store.events.run
        generation = store.recent.generation
        result = store.recent.sequence
        event = store.events.lastNumber
    }

    /// - Returns: `nil` for what is none.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 96, parts.count == 4, let generation = UInt64(parts[1]), let result = UInt64(parts[2]),
            let event = UInt64(parts[3])
        else { return nil }
        run = String(parts[0])
        (self.generation, self.result, self.event) = (generation, result, event)
    }

    var text: String { "\(run).\(generation).\(result).\(event)" }
}

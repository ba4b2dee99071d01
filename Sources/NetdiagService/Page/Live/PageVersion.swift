/// The state that a page shows, so that later changes are sent to it while it is open. A browser returns it unchanged.
struct PageVersion: Sendable, Hashable {
    /// The identifier of the daemon's run.
    let run: String
    /// The number of the configuration of targets.
    let generation: UInt64
    /// The number of the last result.
    let result: UInt64
    /// The number of the last event.
    let event: UInt64

    init(_ store: StatusStore) {
        run = store.events.run
        generation = store.recent.generation
        result = store.recent.sequence
        event = store.events.lastNumber
    }

    /// - Returns: `nil` if the text is invalid.
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

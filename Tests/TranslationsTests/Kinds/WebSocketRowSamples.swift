import NetworkModel

/// Evidence about WebSockets, in all variants that its rows have.
enum WebSocketRowSamples: KindSamples {
    static let latin: Set = ["pong"]

    static func all() throws -> [any LayerEvidence] {
        var samples = WebSocketEvidence.Outcome.allCases.map {
            WebSocketEvidence(url: "ws://h/", outcome: $0, status: 403, detail: "Connection refused")
        }
        var done = WebSocketEvidence(url: "ws://h/", outcome: .done, status: 101)
        done.subprotocol = "CHAT"
        done.roundTrip = Milliseconds(RowSamples.time)
        done.answer = Milliseconds(RowSamples.time)
        done.closeCode = 1_000
        samples.append(done)
        return samples
    }
}

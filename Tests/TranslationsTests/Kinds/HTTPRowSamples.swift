import NetworkModel

/// Evidence about web pages, in all variants that its rows have.
enum HTTPRowSamples: KindSamples {
    static let latin: Set = ["basic"]

    static func all() throws -> [any LayerEvidence] { responses }

    static var responses: [HTTPEvidence] {
        var samples = HTTPEvidence.Outcome.allCases.map { HTTPEvidence(url: "http://h/", outcome: $0) }
        for (count, version) in [(0, "1.1"), (1, "2"), (2, "1.1"), (2, nil), (0, nil)] {
            var evidence = HTTPEvidence(
                url: "http://h/", outcome: .response, status: 200, version: version, bodyBytes: 10_000 * count + 1,
                firstByte: .milliseconds(2_540),
                redirects: Array(repeating: .init(status: 302, location: "/"), count: count))
            evidence.authentication = .init(outcome: .accepted, used: count == 0 ? nil : .basic)
            samples.append(evidence)
        }
        return samples
    }
}

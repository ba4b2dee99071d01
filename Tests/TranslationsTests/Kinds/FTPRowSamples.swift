import NetworkModel

/// Evidence about FTP servers, in all variants that its rows have.
enum FTPRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        var samples = FTPEvidence.Outcome.allCases.map {
            FTPEvidence(url: "ftp://h/", outcome: $0, detail: "Connection refused")
        }
        for count in [1, 3] {
            let steps = Array(repeating: FTPEvidence.Step(name: "login", duration: RowSamples.time), count: count)
            samples.append(FTPEvidence(url: "ftp://h/", outcome: .done, steps: steps, size: count))
            var listed = FTPEvidence(url: "ftp://h/", outcome: .done, steps: steps)
            listed.entryCount = count
            samples.append(listed)
        }
        return samples
    }
}

import Lab

extension Fault {
    /// The text after an option of `netdiag check`.
    func value(of option: String) -> String? {
        options.firstIndex(of: option).flatMap { options.dropFirst($0 + 1).first }
    }

    /// What blackbox_exporter reports: `probe_success` and the reason in its debug output. `nil` if it does not apply.
    func askBlackbox(on client: Host) async throws -> PeerAnswer? {
        var login: String?
        if let path = value(of: "--credentials") { login = try await client.read(path) }
        guard let check = PeerCheck(self, login: login),
            let module = LabKinds.kind(of: check.target)?.blackboxModule(for: check)
        else { return nil }
        let exporter: HostProcess
        do {
            exporter = try await client.startBlackboxExporter("modules: {row: \(module.text)}\n")
        } catch let error as LabError {
            // A setting that it does not accept, such as that of a proxy.
            return PeerAnswer(words: "does not start: \("\(error)".inOneLine)", isFailure: true, time: .zero)
        }
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: [
                "curl", "-sS", "--noproxy", "*", "-G", "-m", "10", "--data-urlencode", "target=\(module.target)",
                "http://127.0.0.1:9115/probe?module=row&debug=true",
            ])
        let time = begun.duration(to: .now)
        exporter.killGroup()
        return Self.answer(in: result.output, time: time)
    }

    private static func answer(in output: String, time: Duration) -> PeerAnswer {
        let lines = output.split(whereSeparator: \.isNewline)
        let isFailure = !lines.contains("probe_success 1")
        let logged = lines.prefix { !$0.hasPrefix("Metrics that") }.filter {
            $0.hasPrefix("ts=") && !$0.contains("msg=\"Probe ") && !$0.contains("msg=\"Response timings")
        }
        let last = logged.last { $0.contains("level=error") } ?? logged.last
        let words = last.map { line in line.firstRange(of: "msg=").map { line[$0.lowerBound...] } ?? line } ?? ""
        let reason = isFailure && !words.isEmpty ? ": \(String(words).inOneLine)" : ""
        return PeerAnswer(words: "probe_success \(isFailure ? 0 : 1)\(reason)", isFailure: isFailure, time: time)
    }
}

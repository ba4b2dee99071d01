import Lab

extension Fault {
    /// The arguments for the equivalent check by curl; `nil` if it has none.
    var curlArguments: [String]? {
        guard let check = PeerCheck(self, login: nil),
            let place = LabKinds.kind(of: check.target)?.curlArguments(for: check)
        else { return nil }
        var arguments = ["curl", "-sS", "--fail", "--location", "--max-time", "5", "-o", "/dev/null"]
        for (index, option) in options.enumerated() {
            let value = options.dropFirst(index + 1).first ?? ""
            switch option {
            case "--proxy": arguments += ["--proxy", value]
            case "--netrc": arguments.append("--netrc")
            case "-4", "-6": arguments.append(option)
            default: break
            }
        }
        return arguments + place
    }

    /// What curl reports; `nil` if it does not apply.
    func askCurl(on client: Host) async throws -> PeerAnswer? {
        guard var arguments = curlArguments else { return nil }
        if let index = options.firstIndex(of: "--credentials"), options.count > index + 1 {
            arguments += ["--user", try await client.read(options[index + 1])]
        }
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: under + arguments, environment: ["HOME": "/run/home"].merging(environment) { $1 })
        let time = begun.duration(to: .now)
        guard case .exited(let code) = result.status else { return nil }
        // The following lines are general advice about certificates.
        let words = result.diagnostics.split(whereSeparator: \.isNewline).first.map { String($0).inOneLine } ?? ""
        return PeerAnswer(words: "exit \(code)\(words.isEmpty ? "" : ": \(words)")", isFailure: code != 0, time: time)
    }

    /// Whether a target is checked, and not the machine.
    var asksTarget: Bool {
        if case .machine = way { return false }
        return true
    }
}

import Lab

extension Fault {
    /// What the protocol's own client reports; `nil` if it does not apply.
    func askClient(on client: Host) async throws -> PeerAnswer? {
        var login: String?
        if let path = value(of: "--credentials") { login = try await client.read(path) }
        guard let check = PeerCheck(self, login: login),
            let command = LabKinds.kind(of: check.target)?.clientCommand(for: check), let program = command.first
        else { return nil }
        let limited = under + ["timeout", "5"] + command
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: limited, environment: ["LDAPTLS_CACERT": PeerCheck.authorities].merging(environment) { $1 })
        let time = begun.duration(to: .now)
        guard case .exited(let code) = result.status else { return nil }
        // timeout(1) did not find the program.
        if code == 127 { throw LabError.failed(command: limited, result: result) }
        // For the version that ncat prints first, see its option -v.
        let lines = result.diagnostics.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("Ncat: Version") }
        let words = lines.joined(separator: "\n").inOneLine
        // An SSH server that asks for a login works.
        let isLogin = program == "ssh" && words.contains("Permission denied (")
        return PeerAnswer(
            words: "\(program): exit \(code)\(words.isEmpty ? "" : ": \(words)")", isFailure: code != 0 && !isLogin,
            time: time)
    }
}

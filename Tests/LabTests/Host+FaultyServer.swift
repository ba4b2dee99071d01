import Lab

extension Host {
    /// Starts a server of `netdiag serve` with one fault, on all addresses of the host.
    ///
    /// - Parameter fault: As `--fault` takes it: `http.malformed=kind=chunk`.
    @discardableResult
    func startFaultyServer(_ fault: String, port: UInt16) async throws -> HostProcess {
        let process = try spawn([
            Programs.serve, "--fault", fault, "--listen", "0.0.0.0", "--port", "\(port)", "--json",
            // Hosts have PIDs of their own, and one directory for the sockets of their runs.
            "--name", "lab-\(UInt64.random(in: 0...UInt64.max))",
        ])
        do {
            try await process.output.first("the URL of \(fault)") { $0.contains("\"url\"") }
        } catch {
            throw LabError.ended(waitingFor: "the URL of \(fault)", output: process.diagnostics.text)
        }
        return process
    }
}

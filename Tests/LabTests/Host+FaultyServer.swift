import Lab

extension Host {
    /// Starts a server of `netdiag serve` with one fault.
    ///
    /// - Parameters:
    ///   - fault: As in `--fault`: `http.malformed=kind=chunk`.
    ///   - address: By default all IPv4 addresses; `::` for all addresses of both families.
    @discardableResult
    func startFaultyServer(_ fault: String, port: UInt16, address: String = "0.0.0.0") async throws -> HostProcess {
        let process = try spawn([
            Programs.serve, "--fault", fault, "--listen", address, "--port", "\(port)", "--json",
            // Hosts have PID namespaces of their own, but share one directory for the sockets of runs.
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

import Lab
import Testing

extension Host {
    /// Starts a DNS server of `netdiag serve` that answers as it is told to.
    ///
    /// - Parameters:
    ///   - port: 0 for one that is free.
    ///   - address: `::` for all addresses of both families.
    /// - Returns: Its port.
    @discardableResult
    func startDNS(_ rules: [DNSScript.Rule], port: Int = 53, address: String = "::") async throws -> Int {
        let number = UInt64.random(in: 0...UInt64.max)
        let path = "/run/dns-\(number).yaml"
        try await write(path, DNSScript(rules: rules).file(port: port, address: address))
        // Hosts have PIDs of their own, and one directory for the sockets of their runs.
        let process = try spawn([Programs.serve, path, "--json", "--name", "lab-\(number)"])
        do {
            let line = try await process.output.first("the URL of a zone") { $0.contains(#""url""#) }
            let digits = try #require(line.firstRange(of: #""port":"#), "\(line)").upperBound
            return try #require(Int(line[digits...].prefix { $0.isNumber }), "\(line)")
        } catch {
            throw LabError.ended(waitingFor: "the URL of a zone", output: process.diagnostics.text)
        }
    }
}

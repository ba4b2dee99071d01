import Lab
import Testing

extension Host {
    /// Starts a DNS server of `netdiag serve` with these rules.
    ///
    /// - Parameters:
    ///   - port: 0 for a free one.
    ///   - address: `::` for all addresses of both families.
    /// - Returns: Its port.
    @discardableResult
    func startDNS(_ rules: [DNSScript.Rule], port: Int = 53, address: String = "::") async throws -> Int {
        let number = UInt64.random(in: 0...UInt64.max)
        let path = "/run/dns-\(number).yaml"
        try await write(path, DNSScript(rules: rules).file(port: port, address: address))
        // Hosts have PID namespaces of their own, but share one directory for the sockets of runs.
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

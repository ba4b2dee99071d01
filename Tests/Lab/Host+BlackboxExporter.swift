extension Host {
    /// Starts a prometheus-blackbox-exporter on port 9115 of the loopback interface.
    @discardableResult
    public func startBlackboxExporter(_ configuration: String) async throws -> HostProcess {
        try await write("/run/blackbox.yml", configuration)
        let exporter = try spawn([
            "prometheus-blackbox-exporter", "--config.file=/run/blackbox.yml", "--web.listen-address=127.0.0.1:9115",
        ])
        try await exporter.diagnostics.first("the start of blackbox_exporter on \(name)") {
            $0.contains("Listening on")
        }
        return exporter
    }
}

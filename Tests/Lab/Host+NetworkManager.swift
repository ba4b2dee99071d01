extension Host {
    /// Starts a bus and NetworkManager on the host, and waits until NetworkManager is connected. It does not change the
    /// host's interfaces.
    ///
    /// - Parameters:
    ///   - uri: The URI of its connectivity check.
    ///   - response: The expected start of the response.
    @discardableResult
    public func startNetworkManager(uri: String, response: String) async throws -> HostProcess {
        try await startBus()
        try await write(
            "/etc/NetworkManager/NetworkManager.conf",
            """
            [main]
            plugins=keyfile
            dns=none
            rc-manager=unmanaged
            no-auto-default=*
            auth-polkit=false
            [connectivity]
            enabled=true
            uri=\(uri)
            response=\(response)
            interval=3600

            """)
        // If /sys is writable, it waits for udev, which does not run on the host.
        let manager = try spawn([
            "unshare", "-m", "sh", "-euc",
            "mount -o remount,bind,ro /sys; exec NetworkManager --no-daemon --debug --log-level=INFO",
        ])
        try await manager.diagnostics.first("the start of NetworkManager on \(name)") {
            $0.contains("startup complete")
        }
        return manager
    }
}

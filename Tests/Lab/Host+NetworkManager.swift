extension Host {
    /// Starts the host's own bus and NetworkManager, which leaves the host's interfaces as they are, and waits until it
    /// takes the host to be connected.
    ///
    /// - Parameters:
    ///   - uri: what it asks for to see whether there is connectivity.
    ///   - response: how the answer has to begin.
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
        // Where /sys can be written to, it waits for udev, of which the host has none.
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

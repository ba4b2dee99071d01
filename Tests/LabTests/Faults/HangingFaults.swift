import Lab

import enum NetworkModel.ConnectionStatus

/// Programs of this machine that wait for hosts which do not respond, in the machine's own status: those hosts may be dead
/// themselves, or the uplink has lost connections while names are resolved and routers respond.
enum HangingFaults {
    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")

    static let rows: [Fault] = [
        Fault(
            nil, .connectionUp, "", name: "a connection that ended while programs waited for three dead hosts",
            way: once
        ) { try await $0.waitForDeadHosts(isConnectionLast: true) },
        Fault(
            nil, .connectionIndeterminate, "", name: "a connection that ended before programs waited for three hosts",
            way: once
        ) { try await $0.waitForDeadHosts(isConnectionLast: false) },
    ]
}

extension OfficeAtWork {
    /// Makes the router the DNS server, adds a router behind the provider's, and keeps three connections of the client in progress
    /// to hosts that do not respond. Another one is opened and closed.
    ///
    /// - Parameter isConnectionLast: Whether that happens after the SYNs, and not before.
    fileprivate func waitForDeadHosts(isConnectionLast: Bool) async throws {
        try await beHome()
        try await addCore()
        try await office.names.run(["ip", "route", "add", "local", "11.0.0.0/28", "dev", "lo"])
        try await office.router.run(["ip", "route", "add", "11.0.0.0/28", "via", office.namesCable.a.ipv4])
        try await office.router.run(["ip", "route", "add", "blackhole", "11.0.1.0/24"])
        let server = try office.names.spawn(["/usr/bin/env", "python3", "-uc", Self.server])
        for await line in server.output.lines where line == "ready" { break }
        let programs = try client.spawn([
            "/usr/bin/env", "python3", "-uc", Self.programs, isConnectionLast ? "last" : "first",
        ])
        for await line in programs.output.lines where line == "ready" { break }
    }

    private static let server = """
        import socket
        listener = socket.create_server(("", 7007))
        print("ready")
        peer, _ = listener.accept()
        while peer.recv(9): pass
        peer.close()
        """

    /// The end that closes first keeps the connection for a minute (`TIME-WAIT`). Three seconds after the first SYN, it has been sent
    /// three times.
    private static let programs = """
        import socket, sys, time
        def visit():
            visit = socket.create_connection(("11.0.0.1", 7007), 5)
            visit.send(b"x")
            visit.shutdown(socket.SHUT_WR)
            visit.recv(9)
            visit.close()
        def wait(host):
            waiting = socket.socket()
            waiting.setblocking(False)
            waiting.connect_ex((f"11.0.1.{host}", 6881))
            return waiting
        if sys.argv[1] == "first": visit()
        waiting = [wait(host) for host in (1, 2, 3)]
        time.sleep(3.5)
        if sys.argv[1] == "last": visit()
        print("ready")
        time.sleep(90)
        """
}

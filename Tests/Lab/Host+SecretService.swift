/// A session of a user without a desktop, with its own bus and directories.
public struct Session: Sendable {
    /// The bus.
    public let bus: HostProcess
    /// The environment variables of programs in the session.
    public let environment: [String: String]
    fileprivate let host: Host

    /// Runs a program in the session, as ``Host/run(_:input:environment:within:)`` does.
    @discardableResult
    public func run(_ arguments: [String], input: String? = nil) async throws -> String {
        try await host.run(arguments, input: input, environment: environment)
    }

    /// Runs a program in the session, as ``Host/result(of:input:environment:within:)`` does.
    public func result(of arguments: [String], input: String? = nil) async throws -> CommandResult {
        try await host.result(of: arguments, input: input, environment: environment)
    }

    /// Starts a gnome-keyring-daemon as the Secret Service, with one collection, which is unlocked.
    @discardableResult
    public func startSecretService() async throws -> HostProcess {
        let service = try host.spawn(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], environment: environment,
            input: "keyring")
        try await run(["gdbus", "wait", "--session", "--timeout", "10", "org.freedesktop.secrets"])
        return service
    }

    /// Stores a secret with the attributes for its lookup.
    public func store(_ secret: String, label: String, attributes: [String: String]) async throws {
        let words = attributes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        try await run(["secret-tool", "store", "--label", label] + words, input: secret)
    }

    /// Locks the collection: secrets are found, but reading them requires a password, and there is no desktop to prompt
    /// for it.
    public func lock() async throws {
        try await run([
            "gdbus", "call", "--session", "--dest", "org.freedesktop.secrets", "--object-path",
            "/org/freedesktop/secrets", "--method", "org.freedesktop.Secret.Service.Lock",
            "['/org/freedesktop/secrets/collection/login']",
        ])
    }
}

extension Host {
    /// Starts the bus of a session. It activates no services; only those that a test starts are available.
    public func startSession() async throws -> Session {
        let folder = try await makeFolder(for: "session")
        try await run(["mkdir", "-m", "700", "\(folder)/run"])
        let address = "unix:path=\(folder)/bus"
        let environment = [
            "HOME": folder, "XDG_RUNTIME_DIR": "\(folder)/run", "XDG_DATA_HOME": "\(folder)/data",
            "XDG_CONFIG_HOME": "\(folder)/config", "XDG_CACHE_HOME": "\(folder)/cache",
            "DBUS_SESSION_BUS_ADDRESS": address,
        ]
        try await write(
            "\(folder)/bus.conf",
            """
            <busconfig>
            <type>session</type>
            <listen>\(address)</listen>
            <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
            </policy>
            </busconfig>

            """)
        let bus = try spawn(
            ["dbus-daemon", "--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile", "--print-address"],
            environment: environment)
        try await bus.output.first("the session bus of \(name)") { $0.hasPrefix("unix:") }
        return Session(bus: bus, environment: environment, host: self)
    }
}

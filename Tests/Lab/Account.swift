/// The account that the servers of the lab accept.
public enum Account {
    /// Its name.
    public static let name = "alice"
    /// Its password.
    public static let password = "secret"
    /// The name and the password in the format of curl's `--user`.
    public static let pair = "\(name):\(password)"
}

extension Host {
    /// Adds ``Account`` to the users of the host, unless it exists.
    public func addAccount() async throws {
        try await run([
            "sh", "-euc",
            "id \"$1\" >/dev/null 2>&1 || useradd -M -d / -s /bin/sh -p \"$(openssl passwd -6 \"$2\")\" \"$1\"",
            "-", Account.name, Account.password,
        ])
    }
}

/// The one account that the servers of the lab know.
public enum Account {
    /// Its name.
    public static let name = "alice"
    /// Its password.
    public static let password = "secret"
    /// Name and password as curl's `--user` takes them.
    public static let pair = "\(name):\(password)"
}

extension Host {
    /// Makes ``Account`` one of the host's own users as well, unless it is already.
    public func addAccount() async throws {
        try await run([
            "sh", "-euc",
            "id \"$1\" >/dev/null 2>&1 || useradd -M -d / -s /bin/sh -p \"$(openssl passwd -6 \"$2\")\" \"$1\"",
            "-", Account.name, Account.password,
        ])
    }
}

import Glibc

/// The user of this process, if it is one who logs in.
enum LoginUser {
    /// The first number of such users, and those that systemd assigns to services (systemd.exec(5), `DynamicUser=`), as
    /// for a daemon.
    private static let first: UInt32 = 1_000, dynamic: ClosedRange<UInt32> = 61_184...65_519

    /// The number of the user; `nil` for root and the users of services, who diagnose the machine and not their own programs.
    static var current: UInt32? { number(geteuid()) }

    static func number(_ user: UInt32) -> UInt32? { user >= first && !dynamic.contains(user) ? user : nil }
}

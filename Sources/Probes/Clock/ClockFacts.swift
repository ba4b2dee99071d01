import CClock
import Glibc
public import NetworkModel

/// The machine's own knowledge of its clock, without queries to others.
public struct ClockFacts: Sendable {
    /// When this program was built; a day earlier, since the compiler does not state the time zone.
    public let built: Timestamp?
    /// Whether the kernel considers the clock synchronized; `nil` if it does not say.
    public let isSynchronized: Bool?
    /// The installed time synchronization; `nil` for none.
    public let keeper: String?

    /// Reads the facts: of the program, of the kernel (adjtimex(2)), and of the installed packages.
    public init() {
        built = Self.built
        let state = netdiag_clock_is_synchronized()
        isSynchronized = state < 0 ? nil : state == 1
        let programs = [
            ("/usr/sbin/chronyd", "chrony"), ("/usr/sbin/ntpd", "ntpsec"),
            ("/usr/lib/systemd/systemd-timesyncd", "systemd-timesyncd"),
            ("/lib/systemd/systemd-timesyncd", "systemd-timesyncd"),
        ]
        keeper = programs.first { access($0.0, X_OK) == 0 }?.1
    }

    /// Parsed from C's `__DATE__`, as in `Nov 21 2026`.
    private static let built: Timestamp? = {
        let words = String(cString: netdiag_build_date()).split(separator: " ")
        guard words.count == 3 else { return nil }
        let day = words[1].utf8.count == 1 ? "0\(words[1])" : String(words[1])
        guard let noon = Timestamp(httpDate: "Day, \(day) \(words[0]) \(words[2]) 00:00:00 GMT") else { return nil }
        return Timestamp(millisecondsSince1970: noon.millisecondsSince1970 - 86_400_000)
    }()
}

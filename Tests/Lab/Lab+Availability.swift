import CLab
import Glibc
public import Testing

extension Lab {
    /// The reason why no lab can run on this machine; `nil` if one can.
    ///
    /// With `NETDIAG_LAB=required` in the environment (as in `make lab` and CI), it is always `nil`: the tests run and
    /// fail instead of being skipped. `NETDIAG_LAB=off` skips them.
    public static let obstacle: String? = {
        switch getenv("NETDIAG_LAB").map({ String(cString: $0) }) {
        case "required": return nil
        case "off": return "switched off by NETDIAG_LAB=off"
        default: break
        }
        guard geteuid() == 0 else { return "it needs root (try: sudo make lab)" }
        let missing = ["ip", "sh"].filter { !isInstalled($0) }
        guard missing.isEmpty else {
            return "these programs are missing: \(missing.joined(separator: " ")) (try: make lab)"
        }
        do {
            let pipe = try Pipe()
            defer { pipe.close() }
            _ = try HostProcess(["true"], in: nil, input: pipe.readEnd, environment: Host.environment)
            return nil
        } catch {
            return "namespaces cannot be made here: \(error)"
        }
    }()

    /// Whether a lab can run on this machine; otherwise, ``obstacle`` has the reason.
    public static var isAvailable: Bool { obstacle == nil }

    /// Whether a program exists in the `PATH` of hosts.
    public static func isInstalled(_ program: String) -> Bool {
        (Host.environment["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs the test or suite only if a lab can run, and otherwise reports the reason.
    public static var lab: Self {
        .enabled(if: Lab.isAvailable, Comment(rawValue: "no lab: \(Lab.obstacle ?? "")"))
    }
}

extension Tag {
    /// Tests that bring up hosts in network namespaces.
    @Tag public static var lab: Self
}

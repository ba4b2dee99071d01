import Glibc
import NetdiagConfiguration

/// Checks whether this user may have the daemon send traffic.
struct DoctorAccess {
    /// The configuration; `nil` if it cannot be read.
    let configuration: Configuration?

    var finding: DoctorFinding {
        guard let access = configuration?.access else {
            return DoctorFinding("access", .note, "without the configuration, it is not known who may run checks")
        }
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(CInt(groups.count), &groups)
        let own = Set(groups.prefix(max(0, Int(count))) + [getegid()])
        if geteuid() == 0 || access.owner == geteuid() || access.group.map(own.contains) == true {
            return DoctorFinding("access", .ok, "this user may have the daemon run checks")
        }
        return DoctorFinding(
            "access", .note,
            "this user can read everything from the daemon; its own checks run in a separate process",
            fix: "To let a group run checks through the daemon: access: group: in netdiag.yaml(5)")
    }
}

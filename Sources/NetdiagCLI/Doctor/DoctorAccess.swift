import Glibc
import NetdiagConfiguration
import Translations

/// Checks whether this user may have the daemon send traffic.
struct DoctorAccess {
    /// The configuration; `nil` if it cannot be read.
    let configuration: Configuration?

    var finding: DoctorFinding {
        guard let access = configuration?.access else {
            return DoctorFinding("access", .note, .accessUnknown)
        }
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(CInt(groups.count), &groups)
        let own = Set(groups.prefix(max(0, Int(count))) + [getegid()])
        if geteuid() == 0 || access.owner == geteuid() || access.group.map(own.contains) == true {
            return DoctorFinding("access", .ok, .accessAllowed)
        }
        return DoctorFinding(
            "access", .note, .accessOwnProcess, fix: LocalSentence(.allowGroup))
    }
}

import Glibc
import Translations

/// Checks whether echo requests can be sent without privileges (icmp(7)).
struct DoctorPing {
    /// The groups of the transient users that systemd allocates for services (DynamicUser=, systemd.exec(5)).
    private static let dynamicGroups: ClosedRange<UInt32> = 61_184...65_519
    private static let setting = "/proc/sys/net/ipv4/ping_group_range"

    var findings: [DoctorFinding] {
        let range = String(decoding: SystemFile.read(Self.setting), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
        let isUnitInstalled = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"].contains {
            access("\($0)/systemd/system/netdiagd.service", F_OK) == 0
        }
        return Self.findings(error: Self.error(), range: range, group: getegid(), isUnitInstalled: isUnitInstalled)
    }

    /// The error with which the kernel refuses echo requests of this user; `nil` if it permits them.
    private static func error() -> CInt? {
        func open(_ type: __socket_type) -> CInt {
            socket(AF_INET, CInt(type.rawValue) | CInt(SOCK_CLOEXEC.rawValue), CInt(IPPROTO_ICMP))
        }
        var descriptor = open(SOCK_DGRAM)
        let error = errno
        // A user with the right to open raw sockets needs no range.
        if descriptor < 0 { descriptor = open(SOCK_RAW) }
        guard descriptor >= 0 else { return error }
        close(descriptor)
        return nil
    }

    /// - Parameters:
    ///   - error: The error with which the kernel refused; `nil` if this user may send echo requests.
    ///   - range: The two numbers of `ping_group_range`.
    ///   - group: The group of this user.
    static func findings(
        error: CInt?, range: [UInt32], group: gid_t, isUnitInstalled: Bool
    ) -> [DoctorFinding] {
        let facts = ["range": range.map(String.init).joined(separator: " "), "group": "\(group)"]
        let fix = LocalSentence(
            .allowNow, ["command": "sudo sysctl -w net.ipv4.ping_group_range='0 2147483647'"])
        let keep = LocalSentence(
            .allowAtBoot,
            ["command": "echo net.ipv4.ping_group_range = 0 2147483647 | sudo tee /etc/sysctl.d/60-ping.conf"])
        let isOpen =
            range.count == 2 && range[0] <= dynamicGroups.lowerBound && range[1] >= dynamicGroups.upperBound
        var findings: [DoctorFinding] = []
        switch error {
        case nil: findings.append(DoctorFinding("ping", .ok, .pingAllowed))
        // The setting of the package, with which the daemon sends them for this user.
        case EACCES where isUnitInstalled && isOpen:
            findings.append(DoctorFinding("ping", .note, .pingOfDaemonAlone, facts))
        case EACCES:
            findings.append(DoctorFinding("ping", .error, .pingForbidden, facts, fix: fix, keep))
        case let error?:
            findings.append(
                DoctorFinding(
                    "ping", .error, .pingImpossible, ["error": ErrorNumber.text(error)], fix: fix, keep))
        }
        guard isUnitInstalled, range.count == 2 else { return findings }
        findings.append(
            isOpen
                ? DoctorFinding("ping.daemon", .ok, .daemonPingAllowed)
                : DoctorFinding(
                    "ping.daemon", .error, .daemonPingForbidden,
                    facts.merging([
                        "first": "\(dynamicGroups.lowerBound)", "last": "\(dynamicGroups.upperBound)",
                    ]) { $1 }, fix: fix, keep))
        return findings
    }
}

import Glibc

/// Checks whether echo requests can be sent without privileges (icmp(7)).
struct DoctorPing {
    /// The groups of the transient users that systemd allocates for services (DynamicUser=, systemd.exec(5)).
    private static let dynamicGroups: ClosedRange<UInt32> = 61_184...65_519
    private static let setting = "/proc/sys/net/ipv4/ping_group_range"

    var findings: [DoctorFinding] {
        let range = String(decoding: SystemFile.read(Self.setting), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
        let shown = range.map(String.init).joined(separator: " ")
        let fix = "Allow it now: sudo sysctl -w net.ipv4.ping_group_range='0 2147483647'"
        let keep =
            "And for each boot: echo net.ipv4.ping_group_range = 0 2147483647 | sudo tee /etc/sysctl.d/60-ping.conf"
        var findings: [DoctorFinding] = []
        func open(_ type: __socket_type) -> CInt {
            socket(AF_INET, CInt(type.rawValue) | CInt(SOCK_CLOEXEC.rawValue), CInt(IPPROTO_ICMP))
        }
        var descriptor = open(SOCK_DGRAM)
        let error = errno
        // A user with the right to open raw sockets needs no range.
        if descriptor < 0 { descriptor = open(SOCK_RAW) }
        if descriptor >= 0 {
            close(descriptor)
            findings.append(DoctorFinding("ping", .ok, "this user may send echo requests"))
        } else {
            findings.append(
                DoctorFinding(
                    "ping", .error,
                    error == EACCES
                        ? "this user may not send echo requests: net.ipv4.ping_group_range is \"\(shown)\", which leaves out group \(getegid())"
                        : "echo requests cannot be sent: \(ErrorNumber.text(error))", fix: fix, keep))
        }
        let isUnitInstalled = ["/etc", "/usr/local/lib", "/usr/lib", "/lib"].contains {
            access("\($0)/systemd/system/netdiagd.service", F_OK) == 0
        }
        guard isUnitInstalled, range.count == 2 else { return findings }
        let isOpen = range[0] <= Self.dynamicGroups.lowerBound && range[1] >= Self.dynamicGroups.upperBound
        findings.append(
            isOpen
                ? DoctorFinding("ping.daemon", .ok, "the daemon may send echo requests")
                : DoctorFinding(
                    "ping.daemon", .error,
                    "the daemon may not send echo requests: net.ipv4.ping_group_range is \"\(shown)\", which leaves out "
                        + "the groups of its unit, 61184 to 65519", fix: fix, keep))
        return findings
    }
}

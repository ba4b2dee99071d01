import Glibc

/// Checks the requirements of `netdiag with`.
struct DoctorNamespaces {
    var findings: [DoctorFinding] { [tunnels, namespaces] }

    private var tunnels: DoctorFinding {
        // Opening it changes nothing; only the request for an interface does. A user namespace gives no right to the file.
        let file = open("/dev/net/tun", O_RDWR | O_CLOEXEC)
        guard file < 0 else {
            close(file)
            return DoctorFinding("with.tun", .ok, "this user may open /dev/net/tun, which netdiag with needs")
        }
        let code = errno
        guard [ENOENT, ENOTDIR, ENODEV, ENXIO].contains(code) else {
            return DoctorFinding(
                "with.tun", .warning,
                "/dev/net/tun cannot be opened by this user: \(ErrorNumber.text(code)); "
                    + "netdiag with cannot make a network for a command",
                fix: "Allow it: sudo chmod 666 /dev/net/tun, which is its usual mode; or run netdiag with as root")
        }
        return DoctorFinding(
            "with.tun", .warning, "there is no /dev/net/tun: netdiag with cannot make a network for a command",
            fix: "sudo modprobe tun; in a container, pass the device on, as with --device /dev/net/tun")
    }

    private var namespaces: DoctorFinding {
        let isRoot = geteuid() == 0
        if Self.number("/proc/sys/user/max_user_namespaces") == 0 {
            return refused("user.max_user_namespaces is 0", "sudo sysctl -w user.max_user_namespaces=10000")
        }
        if !isRoot, Self.number("/proc/sys/kernel/unprivileged_userns_clone") == 0 {
            return refused(
                "kernel.unprivileged_userns_clone is 0", "sudo sysctl -w kernel.unprivileged_userns_clone=1")
        }
        if !isRoot, Self.number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == 1 {
            return refused(
                "AppArmor restricts user namespaces",
                "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or run netdiag with as root")
        }
        return DoctorFinding("with.namespaces", .ok, "user namespaces are allowed, which netdiag with needs")
    }

    private func refused(_ why: String, _ fix: String) -> DoctorFinding {
        DoctorFinding("with.namespaces", .warning, "netdiag with cannot make a network for a command: \(why)", fix: fix)
    }

    private static func number(_ path: String) -> Int? {
        Int(String(decoding: SystemFile.read(path), as: UTF8.self).filter { !$0.isWhitespace })
    }
}

import Glibc
import Translations

/// Checks the requirements of `netdiag with`.
struct DoctorNamespaces {
    var findings: [DoctorFinding] { [tunnels, namespaces] }

    private static let device = "/dev/net/tun"

    private var tunnels: DoctorFinding {
        // Opening it changes nothing; only the request for an interface does. A user namespace gives no right to the file.
        let file = open(Self.device, O_RDWR | O_CLOEXEC)
        guard file < 0 else {
            close(file)
            return DoctorFinding("with.tun", .ok, .tunnelsAllowed, ["device": Self.device])
        }
        let code = errno
        guard [ENOENT, ENOTDIR, ENODEV, ENXIO].contains(code) else {
            return DoctorFinding(
                "with.tun", .warning, .tunnelsRefused, ["device": Self.device, "error": ErrorNumber.text(code)],
                fix: LocalSentence(.allowTunnels, ["command": "sudo chmod 666 \(Self.device)"]))
        }
        return DoctorFinding(
            "with.tun", .warning, .tunnelsMissing, ["device": Self.device],
            fix: LocalSentence(
                .loadTunnels, ["command": "sudo modprobe tun", "option": "--device \(Self.device)"]))
    }

    private var namespaces: DoctorFinding {
        let isRoot = geteuid() == 0
        if Self.number("/proc/sys/user/max_user_namespaces") == 0 {
            return refused(
                Self.zero("user.max_user_namespaces"),
                LocalSentence(command: "sudo sysctl -w user.max_user_namespaces=10000"))
        }
        if !isRoot, Self.number("/proc/sys/kernel/unprivileged_userns_clone") == 0 {
            return refused(
                Self.zero("kernel.unprivileged_userns_clone"),
                LocalSentence(command: "sudo sysctl -w kernel.unprivileged_userns_clone=1"))
        }
        if !isRoot, Self.number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == 1 {
            return refused(
                CommandPhrase.restrictedByAppArmor.text,
                LocalSentence(
                    .orWithAsRoot, ["command": "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"]))
        }
        return DoctorFinding("with.namespaces", .ok, .namespacesAllowed)
    }

    private func refused(_ why: String, _ fix: LocalSentence) -> DoctorFinding {
        DoctorFinding("with.namespaces", .warning, .namespacesRefused, ["reason": why], fix: fix)
    }

    private static func zero(_ setting: String) -> String {
        CommandPhrase.settingIs.text(["setting": setting, "value": "0"])
    }

    private static func number(_ path: String) -> Int? {
        Int(String(decoding: SystemFile.read(path), as: UTF8.self).filter { !$0.isWhitespace })
    }
}

import EventLoopKit
import Glibc
import Synchronization

extension Lab {
    /// Creates a host with systemd, up to `basic.target` with D-Bus. Other units are started by tests.
    ///
    /// The whole file system is a copy-on-write view of this machine's, so that units can be installed with
    /// ``Host/write``.
    ///
    /// - Parameter folder: A directory of this machine that is visible on the host as ``sharedFolder``.
    public func systemdHost(
        _ name: String, sharing folder: String? = nil, within limit: Duration = .unexpectedlyLong
    ) async throws -> Host {
        let outer = try await host(name)
        let group = "lab.\(getpid()).\(Self.nextGroup.wrappingAdd(1, ordering: .relaxed).newValue)"
        // systemd needs its own control group, which is the only part of a lab that does not disappear with its
        // processes.
        try await Self.sweepGroups(and: nil)
        afterwards { try await Self.sweepGroups(and: group) }

        let bootstrap = "/proc/\(outer.pid)/root/run/.lab"
        let loop = try LabLoop.shared.get()
        let notifications = try Self.datagramSocket(at: "\(bootstrap)/notify")
        defer { close(notifications) }
        let starter = try outer.spawn(["sh", "-euc", Self.boot, "lab-systemd", group, folder ?? ""])
        try await withLimit(limit, "the start of systemd on \(name)") {
            try await withThrowingTaskGroup(of: Bool.self) { tasks in
                tasks.addTask { try await Self.isReady(notifications, loop, until: .now + limit) }
                tasks.addTask {
                    try await starter.exit(within: limit)
                    throw LabError.ended(waitingFor: "systemd", output: starter.diagnostics.text)
                }
                defer { tasks.cancelAll() }
                guard try await tasks.next() == true else { throw LabError.timedOut("the start of systemd", limit) }
            }
        }
        let inner = try Host(name, startedBy: starter, init: try Self.child(of: starter.pid))
        try await own(inner)
        return inner
    }

    /// The path of the shared directory on a host with systemd.
    public static let sharedFolder = "/srv/lab"

    private static let nextGroup = Atomic(0)

    private static func isReady(
        _ fd: CInt, _ loop: EventLoop, until deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while try await !loop.ready(fd, for: .readable, until: deadline).isEmpty {
            let count = recv(fd, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            guard count > 0 else { continue }
            let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
            if lines.contains("READY=1") { return true }
        }
        return false
    }

    private static func child(of pid: pid_t) throws -> pid_t {
        let path = "/proc/\(pid)/task/\(pid)/children"
        let fd = open(path, O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { throw LabError.system("open \(path)", code: errno) }
        defer { close(fd) }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = max(0, read(fd, &buffer, buffer.count))
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        guard let child = text.split(separator: " ").first.flatMap({ pid_t($0) }) else {
            throw LabError.system("read \(path)", code: ESRCH)
        }
        return child
    }

    private static func datagramSocket(at path: String) throws -> CInt {
        let fd = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard fd >= 0 else { throw LabError.system("socket", code: errno) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let bound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard bound else {
            let code = errno
            close(fd)
            throw LabError.system("bind \(path)", code: code)
        }
        return fd
    }

    /// Removes the control groups of test processes that have ended, and `group`.
    private static func sweepGroups(and group: String?) async throws {
        try await runOutside(["unshare", "--mount", "sh", "-euc", sweep, "lab-sweep", group ?? "-"])
    }

    private static let sweep = """
        mount -t tmpfs tmpfs /run
        mkdir /run/groups
        mount -t cgroup2 cgroup2 /run/groups
        for group in /run/groups/lab.*; do
            [ -d "$group" ] || continue
            owner=${group#*/lab.}
            [ "${group##*/}" = "$1" ] || [ ! -d "/proc/${owner%%.*}" ] || continue
            find "$group" -depth -type d -exec rmdir {} + || :
        done
        """

    /// Starts systemd on an existing host. The changes of the overlay are in the host's `/run`, and disappear with it.
    private static let boot = """
        # Packages are installed there: the programs of a debug build, twice while they are upgraded.
        mount -o remount,size=1536m /run
        mkdir /run/.lab/groups /run/.lab/up /run/.lab/work /run/.lab/root
        mount -t cgroup2 cgroup2 /run/.lab/groups
        mkdir "/run/.lab/groups/$1"
        echo 0 >"/run/.lab/groups/$1/cgroup.procs"
        mount -t overlay -o lowerdir=/,upperdir=/run/.lab/up,workdir=/run/.lab/work lab /run/.lab/root
        cd /run/.lab/root
        for file in hostname hosts resolv.conf nsswitch.conf; do
            rm -f "etc/$file"
            cp "/etc/$file" "etc/$file"
        done
        rm -rf var/lib/netdiag var/lib/private/netdiag
        dbus-uuidgen >etc/machine-id
        rm -rf etc/systemd/system/lab.target
        printf '[Unit]\\nRequires=basic.target dbus.socket\\nAfter=basic.target dbus.socket\\nAllowIsolate=yes\\n' \
            >etc/systemd/system/lab.target
        # Devices, consoles and this machine's disks are none of the host's business.
        for unit in systemd-udevd.service systemd-udev-trigger.service systemd-timesyncd.service \
            systemd-remount-fs.service systemd-firstboot.service; do
            ln -sf /dev/null "etc/systemd/system/$unit"
        done
        : >etc/fstab
        if [ -n "$2" ]; then
            mkdir -p srv/lab
            mount --bind "$2" srv/lab
        fi
        : >notify
        exec unshare --pid --fork --kill-child --mount --uts --ipc --cgroup --propagation private sh -euc '
            mount -t proc -o nosuid,nodev,noexec proc proc
            mount -t sysfs -o nosuid,nodev,noexec sysfs sys
            mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 sys/fs/cgroup
            mount --bind /run/.lab/notify notify
            mount -t tmpfs -o mode=755 tmpfs dev
            for device in null zero full random urandom tty; do
                : >"dev/$device"
                mount --bind "/dev/$device" "dev/$device"
            done
            mkdir dev/pts dev/shm
            mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts dev/pts
            ln -s pts/ptmx dev/ptmx
            ln -s /proc/self/fd dev/fd
            mount -t tmpfs -o mode=755,nosuid,nodev tmpfs run
            mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs tmp
            # Not chroot: in there, the kernel makes no user namespaces (PrivateUsers=, user_namespaces(7)).
            pivot_root . .
            umount -l .
            cd /
            # As systemd has it on a machine, and takes it for granted in a container: without, credentials do not arrive.
            mount --make-rshared /
            exec env -i container=lab NOTIFY_SOCKET=/notify PATH="$PATH" \
                /lib/systemd/systemd --unit=lab.target --log-target=journal
        '
        """
}

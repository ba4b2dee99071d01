import FoundationEssentials
import Glibc
import NetworkModel

extension MetricFamily {
    /// The metrics of the process, with the names that Prometheus's client libraries use.
    static func ofProcess() -> [MetricFamily] {
        let usage = ProcessUsage()
        return [
            .init(
                "netdiag_build_info", .gauge, "The version of netdiagd that runs.",
                [([("version", Version.text)], 1)]),
            .init("process_cpu_seconds_total", .counter, "Processor time that was used.", usage.processorTime),
            .init("process_resident_memory_bytes", .gauge, "Resident memory.", usage.residentBytes),
            .init("process_virtual_memory_bytes", .gauge, "Virtual memory.", usage.virtualBytes),
            .init("process_open_fds", .gauge, "Open file descriptors.", usage.descriptors),
            .init("process_max_fds", .gauge, "File descriptors that may be open.", usage.maxDescriptors),
            .init(
                "process_start_time_seconds", .gauge, "When netdiagd was started, in seconds since 1970.",
                usage.startTime),
        ]
    }
}

extension MetricFamily {
    /// The metrics of the delivery of alerts.
    static func ofAlerts(_ alerts: AlertTrouble) -> [MetricFamily] {
        [
            .init(
                "netdiag_alerts_failing", .gauge, "Receivers of alerts that do not accept messages.",
                Double(alerts.failing.count)),
            .init(
                "netdiag_alerts_waiting", .gauge, "Messages to receivers of alerts that are not delivered yet.",
                Double(alerts.waiting)),
        ]
    }
}

/// The resources of this process according to the kernel (proc_pid_stat(5)); `nil` if they cannot be read.
private struct ProcessUsage {
    var processorTime: Double?
    var residentBytes: Double?
    var virtualBytes: Double?
    var descriptors: Double?
    var maxDescriptors: Double?
    var startTime: Double?

    init() {
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            // RLIM_INFINITY, which Swift does not import.
            maxDescriptors = limit.rlim_cur == .max ? nil : Double(limit.rlim_cur)
        }
        descriptors = Self.openDescriptors()
        // The second field is the program's name in parentheses, which may contain any characters.
        let fields = Self.read("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
        func field(_ number: Int) -> Double? { fields.indices.contains(number - 3) ? Double(fields[number - 3]) : nil }
        let ticks = Double(sysconf(CInt(_SC_CLK_TCK)))
        if let user = field(14), let system = field(15) { processorTime = (user + system) / ticks }
        virtualBytes = field(23)
        residentBytes = field(24).map { $0 * Double(sysconf(CInt(_SC_PAGESIZE))) }
        let boot = Self.read("/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
        if let started = field(22), let boot = boot.flatMap({ Double($0.dropFirst(6)) }) {
            startTime = boot + started / ticks
        }
    }

    private static func openDescriptors() -> Double? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // This does not count `.`, `..` and the descriptor through which the directory is read.
        return Double(max(0, count - 3))
    }

    private static func read(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}

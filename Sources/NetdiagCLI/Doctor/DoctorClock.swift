import NetworkModel
import Probes

/// Whether the clock can be right: certificates, tickets and the times of incidents depend on it.
struct DoctorClock {
    var finding: DoctorFinding {
        let facts = ClockFacts()
        let keep = Self.keep(by: facts.keeper, ServiceAdvice())
        if let built = facts.built, Timestamp().millisecondsSince1970 < built.millisecondsSince1970 {
            return DoctorFinding(
                "clock", .error,
                "the clock is wrong: it says \(Timestamp()), and this program was built on \(built.description.prefix(10)) or later",
                fix: "Set it: sudo date -s \"YYYY-MM-DD HH:MM\"", keep)
        }
        switch facts.isSynchronized {
        case true?: return DoctorFinding("clock", .ok, "the clock is kept in step with others")
        case false?:
            return DoctorFinding(
                "clock", .warning, "the clock is not synchronised: it may be wrong",
                fix: keep)
        case nil: return DoctorFinding("clock", .note, "the kernel does not report whether the clock is synchronised")
        }
    }

    /// - Parameter keeper: What is installed to keep it.
    static func keep(by keeper: String?, _ advice: ServiceAdvice) -> String {
        // systemd's own service is of no use without systemd; a container has its host's clock.
        let usable = advice.isManaged ? keeper : keeper.flatMap { $0.hasPrefix("systemd") ? nil : $0 }
        if let usable { return "Start the installed time service: \(advice.start(usable))" }
        return advice.isManaged
            ? "Install a time service: sudo apt-get install systemd-timesyncd"
            : "In a container, synchronise the clock of its host; otherwise install a time service: sudo apt-get install chrony"
    }
}

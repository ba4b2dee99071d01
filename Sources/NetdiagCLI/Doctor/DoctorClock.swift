import NetworkModel
import Probes

/// Checks whether the clock can be correct: certificates, tickets and the times of incidents depend on it.
struct DoctorClock {
    var finding: DoctorFinding {
        let facts = ClockFacts()
        let keep = Self.synchronizationAdvice(by: facts.keeper, ServiceAdvice())
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

    /// - Parameter keeper: The installed time service.
    static func synchronizationAdvice(by keeper: String?, _ advice: ServiceAdvice) -> String {
        // The time service of systemd cannot be used without systemd. A container uses the clock of its host.
        let usable = advice.isManaged ? keeper : keeper.flatMap { $0.hasPrefix("systemd") ? nil : $0 }
        if let usable { return "Start the installed time service: \(advice.start(usable))" }
        return advice.isManaged
            ? "Install a time service: sudo apt-get install systemd-timesyncd"
            : "In a container, synchronise the clock of its host; otherwise install a time service: sudo apt-get install chrony"
    }
}

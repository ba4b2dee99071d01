import NetworkModel
import Probes

/// Whether the clock can be right: certificates, tickets and the times of incidents depend on it.
struct DoctorClock {
    var finding: DoctorFinding {
        let facts = ClockFacts()
        let keep =
            facts.keeper.map { "Start what is installed to keep it: sudo systemctl enable --now \($0)" }
            ?? "Install what keeps it: sudo apt-get install systemd-timesyncd"
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
                "clock", .warning, "nothing keeps the clock in step with others: it may be wrong, or go wrong",
                fix: keep)
        case nil: return DoctorFinding("clock", .note, "the kernel does not say whether the clock is kept in step")
        }
    }
}

import NetworkModel
import Probes
import Translations

/// Checks whether the clock can be correct: certificates, tickets and the times of incidents depend on it.
struct DoctorClock {
    var finding: DoctorFinding {
        let facts = ClockFacts()
        let keep = Self.synchronizationAdvice(by: facts.keeper, ServiceAdvice(in: .current))
        if let built = facts.built, Timestamp().millisecondsSince1970 < built.millisecondsSince1970 {
            return DoctorFinding(
                "clock", .error, .clockWrong,
                ["time": "\(Timestamp())", "date": String(built.description.prefix(10))],
                fix: LocalSentence(.setClock, ["command": "sudo date -s \"YYYY-MM-DD HH:MM\""]), keep)
        }
        switch facts.isSynchronized {
        case true?: return DoctorFinding("clock", .ok, .clockInStep)
        case false?:
            return DoctorFinding("clock", .warning, .clockNotInStep, fix: keep)
        case nil: return DoctorFinding("clock", .note, .clockUnknown)
        }
    }

    /// - Parameter keeper: The installed time service.
    static func synchronizationAdvice(by keeper: String?, _ advice: ServiceAdvice) -> LocalSentence {
        // The time service of systemd cannot be used without systemd. A container uses the clock of its host.
        let usable = advice.isManaged ? keeper : keeper.flatMap { $0.hasPrefix("systemd") ? nil : $0 }
        if let usable { return LocalSentence(.startTimeService, ["command": advice.start(usable)]) }
        return advice.isManaged
            ? LocalSentence(.installTimeService, ["command": "sudo apt-get install systemd-timesyncd"])
            : LocalSentence(.clockOfHost, ["command": "sudo apt-get install chrony"])
    }
}

import struct NetworkModel.CauseID
import enum NetworkModel.Layer

extension Fault {
    /// The rows of `make test` by `netdiag diagnose`: the first of each cause from this machine to the resolvers, and two
    /// without a fault. Each takes as long as the original row. `make faults` has all of them.
    static let diagnosedSample: [Fault] = {
        var seen: Set<String> = []
        return all.compactMap { row in
            guard let again = row.diagnosed else { return nil }
            let subject: String
            if let cause = row.cause {
                guard let layer = cause.layer, layer <= .dns else { return nil }
                subject = cause.rawValue
            } else {
                subject = again.target.isEmpty ? "a healthy machine" : "a healthy target"
            }
            return seen.insert(subject).inserted ? again : nil
        }
    }()

    /// The same fault by `netdiag diagnose`; `nil` if a daemon gives the verdict, which may know what a command cannot.
    var diagnosed: Fault? {
        switch way {
        case .command: return byDiagnose(of: target, nil)
        // Without a target, it examines the machine.
        case .status(let configuration): return byDiagnose(of: "", configuration)
        case .daemon, .lateDaemon, .machine, .watched, .diagnose: return nil
        }
    }

    private func byDiagnose(of target: String, _ configuration: String?) -> Fault {
        Fault(
            cause, status, target, facts, name: "diagnose: \(name.isEmpty ? self.target : name)", kind: kind,
            way: .diagnose(configuration), options: options, environment: environment, under: under,
            unobserved: unobserved, bringAbout)
    }
}

import NetworkModel
import TargetKinds

/// Checks whether the daemon responds at its socket.
struct DoctorDaemon {
    /// The time limit for the response.
    private static let patience = Duration.seconds(5)

    enum Reply {
        case status(StatusDocument)
        /// No daemon listens, or this user has no permission.
        case absent(String)
        case broken(String)
    }

    let socketPath: String

    let advice = ServiceAdvice()

    func fetchStatus() throws(Failure) -> Reply {
        switch try DaemonDocument(socketPath: socketPath, path: "/v1/status", limit: Self.patience).bytes() {
        case .success(let bytes):
            do {
                return .status(try JSON.decode(StatusDocument.self, from: bytes, kinds: TargetKinds.builtIn.evidence))
            } catch {
                return .broken(
                    "the daemon's response cannot be parsed (\(DecodingProblem.text(error))); "
                        + "netdiagd and netdiag are of different versions")
            }
        case .failure(.noDaemon(let reason)): return .absent(reason)
        case .failure(let failure): return .broken(failure.line ?? "the daemon did not answer")
        }
    }

    func finding(_ reply: Reply) -> DoctorFinding {
        switch reply {
        case .status: DoctorFinding("daemon", .ok, "netdiagd answers at \(Text.shown(socketPath))")
        case .absent(let reason):
            DoctorFinding(
                "daemon", .warning,
                "\(reason): no monitoring and no alerts while the daemon is not running",
                fix: "Start it: \(advice.start)")
        case .broken(let reason):
            DoctorFinding(
                "daemon", .error, reason, fix: "See its log: \(advice.log)", "Restart it: \(advice.restart)")
        }
    }
}

import NetworkModel
import TargetKinds
import Translations

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

    let advice = ServiceAdvice(in: .current)

    func fetchStatus() throws(Failure) -> Reply {
        switch try DaemonDocument(socketPath: socketPath, path: "/v1/status", limit: Self.patience).bytes() {
        case .success(let bytes):
            do {
                return .status(try JSON.decode(StatusDocument.self, from: bytes, kinds: TargetKinds.builtIn.evidence))
            } catch {
                return .broken(CommandPhrase.otherVersion.text(["error": DecodingProblem.text(error)]))
            }
        case .failure(.noDaemon(let reason)): return .absent(reason)
        case .failure(let failure): return .broken(failure.line ?? CommandPhrase.noDaemonReply.text)
        }
    }

    func finding(_ reply: Reply) -> DoctorFinding {
        switch reply {
        case .status: DoctorFinding("daemon", .ok, .answersAt, ["socket": Text.shown(socketPath)])
        case .absent(let reason):
            DoctorFinding(
                "daemon", .warning, .noMonitoring, ["reason": reason],
                fix: LocalSentence(.startIt, ["command": advice.start]))
        case .broken(let reason):
            DoctorFinding(
                "daemon", .error, LocalSentence(message: reason),
                fix: LocalSentence(.seeLog, ["log": advice.log]), LocalSentence(.restartIt, ["command": advice.restart])
            )
        }
    }
}

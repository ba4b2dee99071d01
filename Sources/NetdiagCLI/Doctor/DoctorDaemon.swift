import NetworkModel
import TargetKinds

/// Whether the daemon answers at its socket.
struct DoctorDaemon {
    /// How long it may take to answer.
    private static let patience = Duration.seconds(5)

    enum Reply {
        case status(StatusDocument)
        /// Nobody listens, or this user may not ask.
        case absent(String)
        case broken(String)
    }

    let socketPath: String

    func ask() throws(Failure) -> Reply {
        let socket: UnixSocket
        do throws(Failure) {
            socket = try UnixSocket(path: socketPath)
        } catch .noDaemon(let reason) {
            return .absent(reason)
        } catch .failed(let reason) {
            return .broken(reason)
        }
        var reply = Reply.broken("the daemon did not answer")
        let exchange = Exchange(
            path: socketPath, socket: socket, request: HTTPRequest(path: "/v1/status"), limit: Self.patience,
            reception: .document { (result) throws(Failure) in
                switch result {
                case .success(let bytes):
                    do {
                        reply = .status(
                            try JSON.decode(StatusDocument.self, from: bytes, kinds: TargetKinds.builtIn.evidence))
                    } catch {
                        reply = .broken(
                            "the daemon's answer cannot be understood (\(DecodingProblem.text(error))); "
                                + "netdiagd and netdiag are of different versions")
                    }
                case .failure(let failure): reply = .broken(failure.line ?? "the daemon did not answer")
                }
            })
        try Conversations.hold([exchange])
        return reply
    }

    func finding(_ reply: Reply) -> DoctorFinding {
        switch reply {
        case .status: DoctorFinding("daemon", .ok, "netdiagd answers at \(Text.shown(socketPath))")
        case .absent(let reason):
            DoctorFinding(
                "daemon", .warning,
                "\(reason): nothing is watched between two commands, and nobody is told of incidents",
                fix: "Start it: sudo systemctl enable --now netdiagd")
        case .broken(let reason):
            DoctorFinding(
                "daemon", .error, reason,
                fix: "See what it says: journalctl -u netdiagd -n 50", "Restart it: sudo systemctl restart netdiagd")
        }
    }
}

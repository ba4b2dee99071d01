import Lab

/// A row of the table with the verdicts of all programs.
struct ComparedRow: Sendable {
    let fault: Fault
    /// `nil` if the fault could not be brought about.
    var verdict: FaultVerdict?
    /// What is wrong with the verdict; empty if it is right.
    var mistakes: [String]
    /// The verdict of `netdiag diagnose`; `nil` if it cannot be asked about the row.
    var diagnosis: FaultVerdict?
    /// What is wrong with the verdict of `netdiag diagnose`; empty if it is right.
    var diagnosisMistakes: [String] = []
    var curl: PeerAnswer?
    var blackbox: PeerAnswer?
    /// That of the protocol's own client, such as `mosquitto_sub`.
    var client: PeerAnswer?
    var networkManager: PeerAnswer?

    var isRight: Bool { mistakes.isEmpty && verdict != nil }

    /// Whether the words of an answer name the cause by the rule of ``Culprit``.
    func names(_ answer: PeerAnswer?) -> Bool {
        guard let answer, answer.isFailure, let cause = fault.cause else { return false }
        return Culprit.isNamed(cause, in: answer.words, question: fault.target)
    }
}

extension ComparedRow {
    /// Brings the fault about and runs all programs: first netdiag alone, then the others at the same time.
    ///
    /// `netdiag diagnose` and NetworkManager run in labs of their own. A second command would find routers that have used up
    /// their ICMP errors. NetworkManager changes addresses and routes, and its checks are traffic in which netdiag
    /// would see that the Internet is reached, or which would use up a fault of every third packet.
    init(_ fault: Fault) async throws {
        self = try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            let verdict = try await fault.ask(office) { try await fault.bringAbout(office) }
            async let curl = fault.askCurl(on: office.client)
            async let blackbox = fault.askBlackbox(on: office.client)
            async let client = fault.askClient(on: office.client)
            return ComparedRow(
                fault: fault, verdict: verdict, mistakes: fault.mistakes(in: verdict), curl: try await curl,
                blackbox: try await blackbox, client: try await client)
        }
        if let again = fault.diagnosed {
            let verdict = try await Lab.run { try await again.run(in: $0) }
            (diagnosis, diagnosisMistakes) = (verdict, again.mistakes(in: verdict))
        }
        networkManager = try await fault.verdictOfNetworkManager()
    }
}

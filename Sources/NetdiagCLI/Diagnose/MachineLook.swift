import FoundationEssentials
import Glibc
import NetworkModel

/// The machine's own network, looked at anew.
enum MachineLook {
    /// By a process of its own even where a daemon runs: what the daemon last heard of gateways and resolvers may be older
    /// than what a person has just done about them.
    static func document() throws(Failure) -> StatusDocument {
        let program = try OnceProgram(insteadOf: "the network is looked at anew")
        let progress = Progress()
        defer { progress.clear() }
        var lines: [[UInt8]] = []
        let output = ProgramOutput { () throws(Failure) in
            try program.start(["status"])
        } receive: { (line) throws(Failure) in
            lines.append(line)
        }
        try Conversations.hold([output], interval: progress.interval) { progress.draw("looking at the network") }
        guard let line = lines.first else { throw .failed("netdiagd gave no answer; it has said why") }
        do {
            return try JSON.decode(StatusDocument.self, from: Data(line))
        } catch {
            throw .failed(
                "the answer cannot be understood (\(DecodingProblem.text(error))); is netdiagd of another version?")
        }
    }
}

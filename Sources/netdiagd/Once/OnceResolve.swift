import ArgumentParser
import Glibc
import HostResolution
import NetdiagService
import NetworkModel

/// `netdiagd --once resolve`: a resolution a line, in the order of the names.
struct OnceResolve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resolve", abstract: "Resolve names and addresses.")

    @OptionGroup var families: FamilyOptions
    @Option(help: "The DNS server to ask.") var server: String?
    @Option(help: "The record type.") var type: String?
    @Argument(help: "Host names or IP addresses.") var names: [String]

    func run() async throws {
        let wanted: Set<AddressFamily> =
            families.isIPv4Only ? [.ipv4] : families.isIPv6Only ? [.ipv6] : Set(AddressFamily.allCases)
        var worst: Int32 = 0
        do {
            let questions = try names.map {
                try ResolveQuestion(name: $0, families: wanted, server: server, type: type)
            }
            let process = try OnceProcess()
            // A few at a time; what comes early waits for its turn.
            for start in stride(from: 0, to: questions.count, by: 32) {
                let chunk = questions[start..<min(start + 32, questions.count)]
                let answers = try await withThrowingTaskGroup(of: (Int, Resolution).self) { group in
                    for (index, question) in chunk.enumerated() {
                        group.addTask { (index, try await question.answer(by: process.engine)) }
                    }
                    var answers: [Int: Resolution] = [:]
                    for try await (index, answer) in group { answers[index] = answer }
                    return answers
                }
                for (_, answer) in answers.sorted(by: { $0.key < $1.key }) {
                    try OnceProcess.print(answer)
                    worst = max(worst, OnceProcess.exitCode(answer.status, isDegraded: false))
                }
            }
        } catch let error as ResolveQuestion.Error {
            StandardError.write(error.description)
            throw ExitCode(EX_USAGE)
        } catch let error as HostResolutionError {
            StandardError.write(error.description)
            if case .unavailable = error { throw ExitCode(3) }
            throw ExitCode(EX_USAGE)
        }
        OnceProcess.end(worst)
    }
}

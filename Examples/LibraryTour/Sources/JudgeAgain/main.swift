import Foundation
import NetworkModel
import TargetKinds

// Judges a saved report again, by the rules of this version: nothing is sent.
// Usage: netdiag check --json TARGET > report.json; JudgeAgain report.json
guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: JudgeAgain REPORT\n".utf8))
    exit(64)
}

let saved = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let report: Report = try JSON.decode(from: saved, kinds: TargetKinds.builtIn.evidence)
let today = try report.judgedAgain()

print("was: \(report.cause?.summary ?? report.status.rawValue)")
print("is:  \(today.cause?.summary ?? today.status.rawValue)")

import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds

// Checks a target from the link upwards; says what is wrong with it, and what to do.
// Usage: FirstCheck TARGET
guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: FirstCheck TARGET\n".utf8))
    exit(64)
}

let engine = try DiagnosticEngine(loop: EventLoop())
let target = try Target(CommandLine.arguments[1])
var request = CheckRequest(target)
request.timeout = .seconds(5)
let report = try await engine.check(request)

print("\(report.target): \(report.status.rawValue)")
for finding in report.findings {
    print("\(finding.severity.rawValue): \(finding.id): \(finding.summary)")
    for advice in finding.advice { print("  → \(advice)") }
}
if let tcp = report[TCPEvidence.self] {
    for attempt in tcp.attempts { print("tried \(attempt.address): \(attempt.outcome)") }
}

engine.loop.shutdown()
exit(report.status == .connectionUp ? 0 : 1)

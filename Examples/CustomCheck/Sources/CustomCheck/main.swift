import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds

// Checks the targets that it is given, `redis://` among them, and writes a report of each as a line of JSON.
// Usage: swift run CustomCheck redis://127.0.0.1
let kinds = try TargetKinds.builtIn.adding(RedisKind.self)
let engine = try DiagnosticEngine(loop: EventLoop(), kinds: kinds)
var isUp = true
for text in CommandLine.arguments.dropFirst() {
    let report = try await engine.check(CheckRequest(Target(text, schemes: kinds.schemes)))
    print(String(decoding: try JSON.line(report), as: UTF8.self))
    if report.status != .connectionUp { isUp = false }
}
engine.loop.shutdown()
exit(isUp ? 0 : 1)

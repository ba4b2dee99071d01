import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds

// Checks the targets that it is given, `redis://` among them, and writes a report of each as a line of JSON.
// Usage: swift run CustomCheck [--credentials FILE] [--proxy URL] redis://127.0.0.1
var options = CheckOptions()
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.first, option.hasPrefix("--"), let value = arguments.dropFirst().first {
    switch option {
    case "--credentials": options.probe.authentication = AuthenticationSettings(source: .file(value))
    case "--proxy": options.probe.proxy = .through(try Proxy(value, origin: option))
    default: fatalError("unknown option \(option)")
    }
    arguments = arguments.dropFirst(2)
}
let kinds = try TargetKinds.builtIn.adding(RedisKind.self)
let engine = try DiagnosticEngine(loop: EventLoop(), kinds: kinds)
var isUp = true
for text in arguments {
    let report = try await engine.check(CheckRequest(Target(text, schemes: kinds.schemes), settings: options))
    print(String(decoding: try JSON.line(report), as: UTF8.self))
    if report.status != .connectionUp { isUp = false }
}
engine.loop.shutdown()
exit(isUp ? 0 : 1)

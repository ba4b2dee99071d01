import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Translations

// Checks the targets that it is given, `redis://` and `echo://` among them, and writes a report of each as a line of JSON. The findings
// are also written to standard error, in the language of the locale.
// Usage: swift run CustomCheck [--credentials FILE] [--proxy URL] [--NAME-SETTING VALUE] redis://127.0.0.1
let kinds = try TargetKinds.builtIn.adding(RedisKind.self).adding(EchoKind.self)
var options = CheckOptions()
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.first, option.hasPrefix("--"), let value = arguments.dropFirst().first {
    switch option {
    case "--credentials": options.probe.authentication = AuthenticationSettings(source: .file(value))
    case "--proxy": options.probe.proxy = .through(try Proxy(value, origin: option))
    default: try set(option, value)
    }
    arguments = arguments.dropFirst(2)
}

/// Sets a setting of a kind, as in `--redis-role master`.
@MainActor
func set(_ option: String, _ value: String) throws {
    for kind in kinds.all {
        for setting in kind.describedSettings where option == "--\(kind.name)-\(setting.key)" {
            return try options.probe.kind.set(setting, value)
        }
    }
    fatalError("unknown option \(option)")
}

let engine = try DiagnosticEngine(loop: EventLoop(), kinds: kinds)
let language = Language(environment: { ProcessInfo.processInfo.environment[$0] })
var isUp = true
for text in arguments {
    let report = try await engine.check(CheckRequest(Target(text, schemes: kinds.schemes), settings: options))
    print(String(decoding: try JSON.line(report), as: UTF8.self))
    for finding in report.findings {
        let summary = finding.translated(into: language, with: kinds).summary
        FileHandle.standardError.write(Data("\(finding.id): \(summary)\n".utf8))
    }
    if report.status != .connectionUp { isUp = false }
}
engine.loop.shutdown()
exit(isUp ? 0 : 1)

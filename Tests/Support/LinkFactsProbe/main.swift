import EventLoopKit
import Foundation
import LinkFacts
import NetworkModel

// Prints the snapshot of its network namespace as JSON. It is a program for tests, since a process cannot enter a
// namespace with all of its threads.
//
//   LinkFactsProbe [--resolv-conf FILE]                 the snapshot
//   LinkFactsProbe [--resolv-conf FILE] --watch         a snapshot, then each change, one JSON a line; for each line on
//                                                       stdin a snapshot; ends with stdin
//   LinkFactsProbe --route ADDRESS…                     the route to each, or null, one JSON a line
//   LinkFactsProbe --await-up NAME                      nothing, as soon as the interface is up
//   LinkFactsProbe --time COUNT                         nanoseconds of each of COUNT snapshots

func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var line = try encoder.encode(value)
    line.append(UInt8(ascii: "\n"))
    try FileHandle.standardOutput.write(contentsOf: line)
}

var arguments = Array(CommandLine.arguments.dropFirst())
var resolvConf = "/etc/resolv.conf"
if arguments.first == "--resolv-conf", arguments.count > 1 {
    resolvConf = arguments[1]
    arguments.removeFirst(2)
}
let loop = try EventLoop()
let monitor = try LinkMonitor(loop: loop, resolvConf: resolvConf)
switch arguments.first {
case "--watch":
    let changes = await monitor.changes()
    try print(json: await monitor.snapshot())
    let watching = Task {
        for await change in changes { try print(json: change) }
    }
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
        _ = try await loop.ready(0, for: .readable)
        let count = read(0, &bytes, bytes.count)
        guard count > 0 else { break }
        for _ in bytes.prefix(count).filter({ $0 == UInt8(ascii: "\n") }) { try print(json: await monitor.snapshot()) }
    }
    await monitor.shutdown()
    try await watching.value
case "--route":
    for text in arguments.dropFirst() {
        guard let address = IPAddress(text) else { throw POSIXError(.EINVAL) }
        try print(json: await monitor.route(to: address))
    }
case "--await-up":
    let changes = await monitor.changes()
    func isUp() async throws -> Bool {
        try await monitor.snapshot().link(named: arguments.last ?? "")?.operationalState == .up
    }
    if try await !isUp() {
        for await _ in changes where try await isUp() { break }
    }
case "--time":
    let clock = ContinuousClock()
    for _ in 0..<(Int(arguments.last ?? "") ?? 1) {
        let elapsed = try await clock.measure { _ = try await monitor.snapshot() }
        try print(json: elapsed / .nanoseconds(1))
    }
default:
    try print(json: await monitor.snapshot())
}
loop.shutdown()

import Foundation
import Lab
import class Lab.Host
import NetworkModel
import Testing

// The limit includes the wait for the start of a lab.
@Suite("Many requests that are released again", .lab, .tags(.lab), .timeLimit(.minutes(15)))
struct ServiceStormLabTests {
    /// The number of operations; `make sanitize` uses a higher one.
    private static let count = ProcessInfo.processInfo.environment["NETDIAG_STORM"].flatMap(Int.init) ?? 1_000

    @Test(
        "browsers, lookups, publications and record monitors are created and released by the thousand while avahi-daemon is killed"
    )
    func storm() async throws {
        try await Lab.run { lab in
            let (here, there) = (try await lab.host("h1"), try await lab.host("h2"))
            _ = try await lab.segment([here, there])
            try await there.startBus()
            try await there.startAvahi()
            try await there.publish("S", ["_http._tcp"], 80, subtypes: "[\"_sub\"]").state(.published, name: "S")
            try await here.startBus()
            let first = try await here.startAvahi()
            let storm = try here.probe("storm", String(Self.count))
            let killer = Task {
                var avahi = first
                var number = 0
                while !Task.isCancelled {
                    number += 1
                    try await Task.sleep(for: .milliseconds(200 + number * 379 % 1_500))
                    avahi.killGroup()
                    try await avahi.exit()
                    avahi = try here.spawn(["avahi-daemon", "--no-rlimits", "--no-chroot"])
                }
            }
            let status = try await storm.process.exit(within: .seconds(400))
            killer.cancel()
            #expect(status == .exited(0), "\(storm.process.diagnostics.text.suffix(20_000))")
            #expect(storm.process.output.text == #"{"done":\#(Self.count)}"#)
        }
    }
}

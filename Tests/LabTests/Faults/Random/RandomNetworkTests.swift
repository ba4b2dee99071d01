import Foundation
import Lab
import Testing

/// Networks with random combinations of faults, and the results of curl and netdiag. docs/random-networks.md explains
/// how to repeat them.
@Suite("Random networks", .lab, .tags(.lab))
struct RandomNetworkTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The first seed of the networks of `make faults`.
    private static let base: UInt64 = 2026
    private static let atOnce = 3

    /// The seeds of `make test`, or those of `NETDIAG_SEED`, separated by commas.
    private static let seeds: [UInt64] =
        environment["NETDIAG_SEED"].map { $0.split(separator: ",").compactMap { UInt64($0) } } ?? [
            1, 2, 3, 5, 7, 8, 10, 13, 15, 18, 19, 21, 24, 25, 28, 33, 8_289_828_149_986_144_461,
        ]

    @Test(
        "curl and netdiag agree", .enabled(if: environment["NETDIAG_NETWORKS"] == nil, "many are run"),
        arguments: seeds)
    func network(seed: UInt64) async throws {
        let comparison = try await NetworkComparison(seed: seed)
        if Self.environment["NETDIAG_SEED"] != nil {
            Self.show("\(comparison.text)\n  report: \(comparison.report)\n  status: \(comparison.status)")
        }
        #expect(comparison.disagreements == [], "\(comparison.text)")
    }

    @Test("a seed determines a network")
    func isDetermined() {
        let plans = (1...200).map { NetworkPlan(seed: $0) }
        let again = (1...200).map { NetworkPlan(seed: $0) }
        #expect(plans.map(\.shape) == again.map(\.shape))
        #expect(plans.map(\.wrong) == again.map(\.wrong))
    }

    @Test("there are many faults, each with a unique name")
    func variety() {
        let names = RandomFault.all.map(\.name)
        #expect(names.count >= 150)
        #expect(Set(names).count == names.count)
        let drawn = Set((1...10_000).flatMap { NetworkPlan(seed: $0).faults.map(\.name) })
        #expect(Set(names).subtracting(drawn).isEmpty, "never drawn")
    }

    @Test(
        "curl and netdiag agree, many times",
        .enabled(if: environment["NETDIAG_NETWORKS"] != nil, "make faults runs it"))
    func many() async throws {
        let count = Self.environment["NETDIAG_NETWORKS"].flatMap { Int($0) } ?? 500
        var generator = SplitMix64(seed: Self.environment["NETDIAG_BASE"].flatMap { UInt64($0) } ?? Self.base)
        let seeds = (0..<count).map { _ in generator.next() }
        let begun = ContinuousClock.now
        let outcomes = await withTaskGroup(of: NetworkComparison?.self) { group in
            var rest = seeds[...]
            func next() {
                guard let seed = rest.popFirst() else { return }
                group.addTask { await Self.compare(seed) }
            }
            for _ in 0..<Self.atOnce { next() }
            var outcomes: [NetworkComparison?] = []
            for await outcome in group {
                outcomes.append(outcome)
                next()
            }
            return outcomes
        }
        let built = outcomes.compactMap(\.self)
        let wrong = built.count { !$0.disagreements.isEmpty }
        let time = begun.duration(to: .now).components.seconds
        Self.show(
            "random networks: \(built.count) of \(count) built, \(wrong) disagreements, "
                + "\(built.count(where: \.isSettledLate)) settled when asked again, \(time) s")
        #expect(wrong == 0 && built.count == count)
    }

    private static func compare(_ seed: UInt64) async -> NetworkComparison? {
        do {
            let comparison = try await NetworkComparison(seed: seed)
            let isShown = !comparison.disagreements.isEmpty || comparison.isSettledLate
            show(
                isShown ? comparison.text : "\(comparison.plan.command): agree, \(comparison.time.components.seconds) s"
            )
            return comparison
        } catch {
            show("NETDIAG_SEED=\(seed): NOT BUILT: \(NetworkPlan(seed: seed).wrong): \(error)")
            return nil
        }
    }

    /// Writes immediately: `print` would buffer lines if the output is a file.
    private static func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}

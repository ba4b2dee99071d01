import NetworkModel
import Testing

@testable import ServiceDiscovery

@Suite("The states of browsed instances")
struct BrowseStateTests {
    private static let otherTransport = BrowserOrigin(interface: 2, transport: 1)

    @Test("an instance is queued, resolved and followed, and all is reported once each has an outcome")
    func resolved() {
        var run = BrowseRun(room: 1)
        run.list("a")
        run.list("b")
        run.feed(.allInstancesListed(type: "_http._tcp"))
        #expect(run.stage("b") == .queued && run.started == ["a"])
        run.resolve("a")
        // The followed instance makes room for the waiting one.
        #expect(run.stage("a") == .unresolved && run.started == ["a", "b"])
        run.fail("b")
        #expect(run.stage("b") == .followed(over: 0))
        #expect(run.takeEvents() == ["added a", "added b", "resolved a", "updated b stale", "all"])
        run.resolve("b")
        #expect(run.takeEvents() == ["resolved b"])
        run.unlist("b")
        #expect(run.takeEvents() == ["removed b"] && run.resolvers.isEmpty)
        #expect(run.problems.isEmpty)
    }

    @Test("nothing is resolved unless that is requested")
    func unresolved() {
        var run = BrowseRun(resolves: false)
        run.list("a")
        run.feed(.allInstancesListed(type: "_http._tcp"))
        #expect(run.takeEvents() == ["added a", "all"] && run.resolvers.isEmpty)
    }

    @Test("addresses of only one family are reported only after everything else")
    func families() {
        var run = BrowseRun()
        run.list("a")
        run.feed(.allInstancesListed(type: "_http._tcp"))
        run.resolve("a", isComplete: false)
        #expect(run.takeEvents() == ["added a"])
        run.resolve("a")
        #expect(run.takeEvents() == ["resolved a", "all"])
        run.list("b")
        run.resolve("b", isComplete: false)
        #expect(run.takeEvents() == ["added b", "resolved b"])
        #expect(run.stage("b")?.isUnsettled == true)
    }

    @Test("an attempt without a result makes room after a second, and is retried after 1, 2, 4, 8 and 16 seconds")
    func retries() {
        var run = BrowseRun(room: 1)
        run.list("mute")
        run.list("b")
        #expect(run.started == ["mute"] && run.nextTurn == run.now + .seconds(1))
        run.pass(.seconds(1))
        #expect(run.stage("mute") == .awaitingRetry(at: run.now + .seconds(1)) && run.started == ["mute", "b"])
        #expect(run.takeEvents() == ["added mute", "added b", "updated mute stale"])
        run.resolve("b")
        for pause in [1, 2, 4, 8, 16] {
            run.pass(.seconds(pause))
            #expect(run.stage("mute")?.isRetrying == true)
            // Another instance waits for its resolver.
            run.list("c\(pause)")
            run.pass(.seconds(1))
            run.resolve("c\(pause)")
        }
        #expect(run.stage("mute") == .unresolved && !run.state.hasCandidates)
        #expect(run.problems.isEmpty)
    }

    @Test("a successful retry is followed")
    func lateOutcome() {
        var run = BrowseRun(room: 1)
        run.list("slow")
        run.list("b")
        run.pass(.seconds(1))
        run.resolve("b")
        run.pass(.seconds(1))
        run.resolve("slow")
        #expect(run.stage("slow") == .followed(over: 0) && run.stage("b") == .unresolved)
    }

    @Test("the oldest and the newest of the waiting ones alternate")
    func turns() {
        var run = BrowseRun(room: 0)
        for name in ["a", "b", "c", "d"] { run.list(name) }
        #expect(run.started.isEmpty)
        run.room = 10
        run.list("e")
        #expect(run.started == ["a", "e", "b", "d", "c"] || run.started == ["a", "e", "b", "c", "d"])
    }

    @Test("if another browse needs room, the one followed longest is no longer followed")
    func roomRequested() {
        var run = BrowseRun()
        for name in ["a", "b"] { run.list(name) }
        for name in ["b", "a"] { run.resolve(name) }
        run.feed(.roomRequested)
        #expect(run.stage("b") == .unresolved && run.stage("a") == .followed(over: 0))
        run.feed(.roomRequested)
        run.feed(.roomRequested)
        #expect(run.resolvers.isEmpty && run.problems.isEmpty)
    }

    @Test("an instance that one protocol no longer announces is resolved over the other")
    func transports() {
        var run = BrowseRun()
        run.list("a")
        run.list("a", at: Self.otherTransport)
        run.resolve("a")
        run.unlist("a")
        #expect(run.stage("a") == .followed(over: 1) && run.started == ["a", "a"])
        run.unlist("a", at: Self.otherTransport)
        #expect(run.state.instances.isEmpty && run.problems.isEmpty)
    }

    @Test("instances outlast the daemon's absence; those that are not found again are removed at its end")
    func absence() {
        var run = BrowseRun()
        for name in ["a", "b"] { run.list(name) }
        for name in ["a", "b"] { run.resolve(name) }
        run.feed(.allInstancesListed(type: "_http._tcp"))
        _ = run.takeEvents()
        run.feed(.daemonLost)
        #expect(run.resolvers.isEmpty && run.browsers.isEmpty && run.holdover == .maxAbsence)
        run.feed(.daemonFound)
        run.list("a")
        run.resolve("a")
        run.feed(.allInstancesListed(type: "_http._tcp"))
        #expect(run.takeEvents() == ["all"] && run.holdover == .listed)
        run.feed(.holdoverEnded)
        #expect(run.takeEvents() == ["removed b"] && run.state.instances.count == 1)
    }

    @Test("a resolver that avahi-daemon does not provide counts as no response")
    func noResolver() throws {
        var run = BrowseRun()
        run.list("a")
        run.feed(.allInstancesListed(type: "_http._tcp"))
        // The resolver was not started, so that there is nothing to stop.
        run.feed(.resolverFailed(try #require(run.id("a"))))
        #expect(run.takeEvents() == ["added a", "updated a stale", "all"] && run.stage("a") == .unresolved)
    }

    @Test("a type is browsed while it is listed or has instances; malformed and surplus ones are not")
    func types() {
        var run = BrowseRun(type: nil)
        run.feed(.typeListed("no type", BrowseRun.place))
        run.feed(.typeListed("_Http._tcp", BrowseRun.place))
        run.list("a", "_Http._tcp")
        run.feed(.allTypesListed)
        run.feed(.allInstancesListed(type: "_http._tcp"))
        run.feed(.typeUnlisted("_Http._tcp", BrowseRun.place))
        #expect(run.browsers == ["_http._tcp"])
        run.unlist("a", "_Http._tcp")
        #expect(run.browsers.isEmpty)
        for number in 0...BrowseState.maxTypes { run.feed(.typeListed("_t\(number)._tcp", BrowseRun.place)) }
        #expect(run.browsers.count == BrowseState.maxTypes && !run.browsers.contains("_t512._tcp"))
        // A type without instances makes room after its list was received.
        run.feed(.allInstancesListed(type: "_t7._tcp"))
        run.feed(.typeListed("_t512._tcp", BrowseRun.place))
        #expect(run.browsers.contains("_t512._tcp") && !run.browsers.contains("_t7._tcp"))
        #expect(run.problems.isEmpty)
    }

    @Test("a type that is requested by name and gets no browser is reported as unavailable")
    func noBrowser() {
        var run = BrowseRun()
        run.feed(.browserFailed(type: "_http._tcp"))
        #expect(run.takeEvents() == ["unavailable"])
    }

    @Test("for any order of events, each resolver belongs to an instance, and all have a result in the end")
    func anyOrder() {
        var generator = SeededGenerator(state: 7)
        for _ in 0..<40 {
            var run = BrowseRun(type: nil, room: Int.random(in: 1...5, using: &generator))
            let types = ["_http._tcp", "_ssh._tcp", "_ipp._tcp"]
            for type in types { run.feed(.typeListed(type, BrowseRun.place)) }
            for _ in 0..<300 {
                let name = String(Int.random(in: 0..<12, using: &generator))
                let type = types[Int.random(in: 0..<3, using: &generator)]
                let place = Bool.random(using: &generator) ? BrowseRun.place : Self.otherTransport
                let resolving = run.resolvers.keys.sorted()
                switch Int.random(in: 0..<20, using: &generator) {
                case 0..<6 where run.browsers.contains(type): run.list(name, type, at: place)
                case 6..<9: run.unlist(name, type, at: place)
                case 9..<12: run.resolve(name, isComplete: Bool.random(using: &generator))
                case 12: run.fail(name)
                case 13 where !resolving.isEmpty:
                    let id = resolving[Int.random(in: 0..<resolving.count, using: &generator)]
                    run.feed(.resolved(id, .failed(nil)))
                case 14: run.feed(.typeUnlisted(type, BrowseRun.place))
                case 15: run.feed(.typeListed(type, BrowseRun.place))
                case 16: run.feed(.allInstancesListed(type: type))
                case 17 where Int.random(in: 0..<10, using: &generator) == 0:
                    run.feed(.daemonLost)
                    run.feed(.daemonFound)
                case 18: run.feed(.holdoverEnded)
                default: run.pass(.milliseconds(Int.random(in: 0..<2_000, using: &generator)))
                }
            }
            run.feed(.allTypesListed)
            for type in types { run.feed(.allInstancesListed(type: type)) }
            for _ in 0..<200 { run.pass(.seconds(1)) }
            for id in run.resolvers.keys.sorted() { run.feed(.resolved(id, .failed(nil))) }
            #expect(run.problems.isEmpty)
            #expect(run.state.unsettled == 0 && run.state.hasReportedAll)
        }
    }
}

/// SplitMix64, so that a failure can be reproduced.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// A host that replies to echo requests (RFC 792, RFC 4443).
enum ICMPKind: TargetKind {
    static let summary =
        "A host, which must answer echo requests (RFC 792, RFC 4443)."
    static let example = "icmp://192.0.2.1"
    static let schemes = [
        RegisteredScheme("icmp", layer: EchoEvidence.layer, transport: .icmp, defaultPort: nil, sharing: [.ping])
    ]
    static let causes = ICMPCauses.all
    static let factPhrases = ICMPPhrases.all
    static let probe = KindProbe<NoKindSettings, EchoEvidence>.exchange { try await $0.echo() }
}

extension KindExchange {
    fileprivate func echo() async throws -> KindObservation {
        guard let first = destinations.first else { return KindObservation() }
        let begun = ContinuousClock.now
        let echo: EchoEvidence
        if settings.echo.isSingle {
            let single = SingleEcho(
                address: first.address, loop: resources.loop, settings: settings.echo, from: settings.source)
            echo = try await single.observe(until: deadline)
        } else if settings.echo.givenCount != nil {
            echo = try await EchoSeries(address: first.address, loop: resources.loop, settings: settings.echo)
                .observe(until: deadline)
        } else {
            echo = try await burst(to: first.address, begun)
        }
        return KindObservation(echo, took: begun.duration(to: .now))
    }

    /// Sends five requests within 200 ms. If some of them are lost, ten more show the loss over a longer time. If all
    /// are lost, one per second follows until the kernel gives up resolving an absent neighbour, which takes three
    /// seconds.
    private func burst(to address: IPAddress, _ begun: ContinuousClock.Instant) async throws -> EchoEvidence {
        let limit = min(begun + .milliseconds(3_500), deadline)
        func series(of count: Int) async throws -> EchoEvidence {
            var settings = EchoSettings()
            (settings.count, settings.interval) = (count, .milliseconds(40))
            return try await EchoSeries(
                address: address, loop: resources.loop, settings: settings, patience: .milliseconds(800)
            ).observe(until: limit)
        }
        let first = try await series(of: 5)
        switch first.outcome {
        case .reply where first.received < first.sent:
            // A host that answers one request a second answers the first of the next ones only then.
            try await resources.loop.sleep(until: min(begun + .milliseconds(1_100), limit))
            return first.joined(by: try await series(of: 10))
        case .timeout:
            let later = try await EchoProbe(
                address: address, loop: resources.loop, attempts: 3, interval: .seconds(1)
            ).observe(within: ContinuousClock.now.duration(to: limit))
            return first.joined(by: later)
        case .reply, .unreachable, .notPermitted: return first
        }
    }
}

extension EchoEvidence {
    /// The combined result of these requests and later ones.
    fileprivate func joined(by later: EchoEvidence) -> EchoEvidence {
        var joined = received == 0 ? later : self
        joined.sent = sent + later.sent
        joined.received = received + later.received
        joined.roundTrip = [roundTrip, later.roundTrip].compactMap(\.self).min()
        // One series alone may look like that by chance. In the pause, a limit saves up as many replies as before.
        let isLimited = isLimited == true && later.isLimited == true && later.received <= received + 2
        joined.isLimited = isLimited ? true : nil
        return joined
    }
}

import Diagnosis
import NetworkModel
import Probes

/// A host that answers echo requests (RFC 792, RFC 4443).
enum ICMPKind: TargetKind {
    static let summary =
        "A host, which has to answer echo requests (RFC 792, RFC 4443)."
    static let schemes = [
        RegisteredScheme("icmp", layer: EchoEvidence.layer, transport: .icmp, defaultPort: nil, sharing: [.ping])
    ]
    static let causes = ICMPCauses.all
    static let probe = KindProbe<NoKindSettings, EchoEvidence>.exchange { try await $0.echo() }
}

extension KindExchange {
    fileprivate func echo() async throws -> KindObservation {
        guard let first = destinations.first else { return KindObservation() }
        let begun = ContinuousClock.now
        let echo: EchoEvidence
        if settings.echo.count > 1 {
            echo = try await EchoSeries(address: first.address, loop: resources.loop, settings: settings.echo)
                .observe(until: deadline)
        } else {
            // Long enough for the kernel to give up on a neighbour that is not there (three requests, a second each).
            echo = try await EchoProbe(
                address: first.address, loop: resources.loop, attempts: 3, interval: .seconds(1)
            ).observe(within: min(.milliseconds(3_500), begun.duration(to: deadline)))
        }
        return KindObservation([.init(echo)], durations: [EchoEvidence.layer: begun.duration(to: .now)])
    }
}

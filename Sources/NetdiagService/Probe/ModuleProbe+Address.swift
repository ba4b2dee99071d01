import EventLoopKit
import HostResolution
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel

extension ModuleProbe {
    /// The one address of the target's name that is probed.
    struct Lookup: Sendable {
        var address: IPAddress?
        var duration: Duration
        var failure: String?
    }

    /// The series that there are whatever becomes of the probe.
    mutating func begin() {
        guard selectsAddress else { return }
        series.set(.lookupTime, .zero)
        series.set(.ipProtocol, [], 0.0)
        series.set(.addressHash, [], 0.0)
    }

    /// Whether there is an address to be chosen, rather than a path, or a name that a proxy resolves.
    var selectsAddress: Bool {
        switch module.prober {
        case .unix: false
        case .http(let http): !(http.skipsResolving && http.proxy != .direct)
        case .tcp, .icmp, .dns, .grpc: true
        }
    }

    /// Chooses as blackbox_exporter does: of what the system's resolver says, the first of the family that is preferred, else
    /// the last of the other one where that will do.
    func lookUp() async throws -> Lookup {
        let (preferred, fallsBack) = (module.selection.preferred, module.selection.fallsBack)
        switch target.host {
        case .socket: return Lookup(duration: .zero)
        case .address(let address):
            guard fallsBack || address.family == preferred else {
                return Lookup(duration: .zero, failure: "\(address) is of the family that the module leaves out")
            }
            return Lookup(address: address, duration: .zero)
        case .name(let name):
            let begun = ContinuousClock.now
            let families: Set<AddressFamily> = fallsBack ? Set(AddressFamily.allCases) : [preferred]
            let (engine, limit) = (engine, limit)
            do {
                let answer = try await withThrowingTaskGroup(of: SystemAnswer?.self) { group in
                    group.addTask { try await engine.resolver.system.addresses(of: name, families: families) }
                    group.addTask {
                        try await engine.loop.sleep(until: begun + limit)
                        return nil
                    }
                    defer { group.cancelAll() }
                    return try await group.next() ?? nil
                }
                let addresses = (answer?.entries ?? []).map(\.address)
                let chosen = addresses.first { $0.family == preferred } ?? (fallsBack ? addresses.last : nil)
                return Lookup(
                    address: chosen, duration: begun.duration(to: .now),
                    failure: chosen == nil ? answer?.failure?.rawValue ?? "timeout" : nil)
            } catch let error as HostResolutionError {
                return Lookup(duration: begun.duration(to: .now), failure: "\(error)")
            }
        }
    }

    mutating func record(_ lookup: Lookup) {
        series.set(.lookupTime, lookup.duration)
        guard let address = lookup.address else {
            series.note("\(target.host) has no address to probe: \(lookup.failure ?? "none is known")")
            return
        }
        series.note("probing \(address)")
        series.set(.ipProtocol, [], address.family == .ipv4 ? 4.0 : 6.0)
        series.set(.addressHash, [], Double(Self.hash(address.unmapped.bytes)))
    }

    /// The series of a probe that ended with the name.
    mutating func recordUnresolved(_ lookup: Duration) {
        switch module.prober {
        case .http:
            series.set(.httpDuration, [("phase", "resolve")], lookup)
            for metric: ProbeMetric in [
                .failedByPattern, .httpContentLength, .httpRedirects, .httpTLS, .httpStatus, .httpBodyLength,
                .httpVersion,
            ] { series.set(metric, false) }
        case .tcp, .unix:
            series.set(.failedByPattern, false)
            series.set(.failedByBytes, false)
        case .icmp:
            for phase in ["resolve", "rtt", "setup"] { series.set(.icmpDuration, [("phase", phase)], .zero) }
        case .dns:
            for phase in ["connect", "request", "resolve"] { series.set(.dnsDuration, [("phase", phase)], .zero) }
            for metric: ProbeMetric in [.dnsAnswers, .dnsAuthorities, .dnsAdditionals, .dnsSucceeded] {
                series.set(metric, false)
            }
        case .grpc:
            series.set(.grpcDuration, [("phase", "resolve")], .zero)
            series.set(.grpcStatus, false)
            series.set(.grpcTLS, false)
        }
    }

    /// FNV-1a of 32 bits (RFC 9923), as blackbox_exporter has it.
    private static func hash(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}

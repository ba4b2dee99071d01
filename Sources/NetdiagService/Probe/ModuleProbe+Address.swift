import EventLoopKit
import HostResolution
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel

extension ModuleProbe {
    /// The single probed address of the target's name.
    struct ProbedAddress: Sendable {
        var address: IPAddress?
        var duration: Duration
        var failure: String?
    }

    /// Sets the series that exist whatever the result of the probe is.
    mutating func begin() {
        guard selectsAddress else { return }
        series.set(.lookupTime, .zero)
        series.set(.ipProtocol, [], 0.0)
        series.set(.addressHash, [], 0.0)
    }

    /// Whether an address is selected, as opposed to a path, or a name that a proxy resolves.
    var selectsAddress: Bool {
        switch module.prober {
        case .unix: false
        case .http(let http): !(http.skipsResolving && http.proxy != .direct)
        case .tcp, .icmp, .dns, .grpc: true
        }
    }

    /// Selects an address as blackbox_exporter does: of the addresses from the system resolver, the first of the
    /// preferred family, or else the last of the other one if that is allowed.
    func lookUp() async throws -> ProbedAddress {
        let (preferred, fallsBack) = (module.selection.preferred, module.selection.fallsBack)
        switch target.host {
        case .socket: return ProbedAddress(duration: .zero)
        case .address(let address):
            guard fallsBack || address.family == preferred else {
                return ProbedAddress(duration: .zero, failure: "\(address) is of the family that the module leaves out")
            }
            return ProbedAddress(address: address, duration: .zero)
        case .name(let name):
            let begun = ContinuousClock.now
            let families: Set<AddressFamily> = fallsBack ? Set(AddressFamily.allCases) : [preferred]
            let (engine, limit) = (engine, limit)
            do {
                let answer = try await withThrowingTaskGroup(of: SystemLookupResult?.self) { group in
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
                return ProbedAddress(
                    address: chosen, duration: begun.duration(to: .now),
                    failure: chosen == nil ? answer?.failure?.rawValue ?? "timeout" : nil)
            } catch let error as HostResolutionError {
                return ProbedAddress(duration: begun.duration(to: .now), failure: "\(error)")
            }
        }
    }

    mutating func record(_ lookup: ProbedAddress) {
        series.set(.lookupTime, lookup.duration)
        guard let address = lookup.address else {
            series.log("\(target.host) has no address to probe: \(lookup.failure ?? "none is known")")
            return
        }
        series.log("probing \(address)")
        series.set(.ipProtocol, [], address.family == .ipv4 ? 4.0 : 6.0)
        series.set(.addressHash, [], Double(Self.hash(address.unmapped.bytes)))
    }

    /// Sets the series of a probe whose name was not resolved.
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

    /// The 32-bit FNV-1a hash (RFC 9923), as in blackbox_exporter.
    private static func hash(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}

import Diagnosis
import NetworkModel

extension UplinkRun {
    /// The host of a portal is near.
    private static let pageLimit = Duration.milliseconds(700)

    /// The page of a name that cannot exist, if resolvers return the same address for every name. A redirect says where users learn
    /// why.
    func pageOfEveryName(beside evidence: UplinkEvidence) async throws -> PortalEvidence.PageResponse? {
        guard evidence.isEveryNameMadeUp, engine.uplink.options.sendsPackets else { return nil }
        // A pulse only determines whether the uplink works.
        guard depth == .full else { return engine.uplink.last?.pageOfEveryName }
        guard let name = evidence.queries.first(where: { $0.outcome == .address })?.name,
            let url = try? Target("http://\(name)/", schemes: .web)
        else { return nil }
        return try await engine.fetchHead(at: url, until: .now + Self.pageLimit)?.page
    }
}

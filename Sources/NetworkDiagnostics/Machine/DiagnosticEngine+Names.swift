import Diagnosis
import HostResolution
import NetworkModel

extension DiagnosticEngine {
    /// A name that every resolver of the Internet knows, under the domain that the uplink is asked about as well.
    private static let knownName = "a.root-servers.net."
    /// For a program that starts now, where the system's resolver has failed.
    private static let limitForProgram = Duration.seconds(1)

    /// How programs on this machine look up names, beside what its DNS servers say of the same name.
    ///
    /// - Parameter limit: For each answer.
    /// - Throws: `CancellationError`.
    func observeNames(_ configuration: ResolverConfiguration, within limit: Duration) async throws -> MachineNames? {
        guard !configuration.servers.isEmpty else { return nil }
        let resolution: Resolution
        do {
            resolution = try await resolver.resolve(
                Self.knownName, families: [.ipv4], configuration: configuration, timeout: limit)
        } catch is HostResolutionError {
            return nil
        }
        var names = MachineNames(resolution: resolution, nameServices: resolver.nameServices)
        if names.isDoubtful {
            names.again = try await resolver.freshLookup(
                of: Self.knownName, families: [.ipv4], until: .now + Self.limitForProgram)
        }
        return names
    }
}

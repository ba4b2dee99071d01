import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Translations

extension LocalDiagnostics {
    /// The time limit of each check, since a user waits for the status.
    private static let maxCheckTime = Duration.seconds(5)

    /// The status of this machine, with the targets of the configuration if there is one.
    ///
    /// - Parameter path: The configuration; `nil` for the default path, where it may be missing.
    func status(path: String? = nil) async throws -> StatusDocument {
        var configuration = Configuration()
        do {
            configuration = try Configuration.read(pathOrDefault: path)
        } catch {
            // The status of the machine does not depend on the configuration.
            for line in error.description.unicodeScalars.split(separator: "\n") {
                StandardStream.writeError("netdiag: \(String(line))")
            }
            StandardStream.writeError("netdiag: \(CommandPhrase.targetsLeftOut.text)")
        }
        return try await status(configuration)
    }

    /// The status of this machine, with the targets of a configuration.
    func status(_ configuration: Configuration) async throws -> StatusDocument {
        let thresholds = configuration.thresholds
        engine.configureUplink(configuration.uplink)
        let requests = configuration.targets.map { settings in
            var request = settings.request(thresholds)
            request.settings.timeout = min(request.settings.timeout, Self.maxCheckTime)
            return request
        }
        let targets = configuration.targets
        return try await engine.status(of: MachineName.current, targets: requests, thresholds: thresholds) {
            let settings = targets[$0]
            ($1.name, $1.group, $1.labels) = (settings.name, settings.group, settings.labels)
            $1.isInMaintenance = settings.maintenance.contains { $0.contains(Timestamp()) }
        }
    }
}

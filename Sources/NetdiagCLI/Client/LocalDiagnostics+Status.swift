import Glibc
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel

extension LocalDiagnostics {
    /// A person waits for the status: no target may take longer than this.
    private static let longestCheck = Duration.seconds(5)

    /// The status of this machine, with the targets of the configuration where there is one.
    func status() async throws -> StatusDocument {
        var configuration = Configuration()
        do {
            configuration = try Configuration.read(pathOrDefault: nil)
        } catch {
            // The machine's own status needs none of it.
            for line in error.description.split(separator: "\n") { StandardStream.complain("netdiag: \(line)") }
            StandardStream.complain("netdiag: the targets of the configuration are left out")
        }
        let thresholds = configuration.thresholds
        let requests = configuration.targets.map { settings in
            var request = settings.request(thresholds)
            request.settings.timeout = min(request.settings.timeout, Self.longestCheck)
            return request
        }
        return try await engine.status(of: Self.hostName, targets: requests, thresholds: thresholds)
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return SafeText.escaped(
            String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}

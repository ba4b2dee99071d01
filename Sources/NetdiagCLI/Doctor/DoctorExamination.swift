import NetdiagConfiguration
import NetworkModel

/// Examines the parts of the installation one after the other. It changes nothing, and sends only an mDNS query.
struct DoctorExamination {
    let socketPath: String
    let configurationPath: String

    static func isAnnounced(_ configuration: Configuration?) -> Bool {
        guard let configuration else { return true }
        return configuration.publish.isEnabled || !configuration.services.isEmpty
    }

    func findings() throws(Failure) -> [DoctorFinding] {
        try findings(
            DoctorConfiguration(path: configurationPath), status: try DoctorDaemon(socketPath: socketPath).fetchStatus()
        )
    }

    /// - Parameters:
    ///   - configuration: The result of reading the configuration.
    ///   - status: The response of the daemon.
    func findings(
        _ configuration: DoctorConfiguration, status: DoctorDaemon.Reply
    ) throws(Failure) -> [DoctorFinding] {
        let daemon = DoctorDaemon(socketPath: socketPath)
        var findings = [configuration.finding, daemon.finding(status)]
        findings += DoctorUnits().findings
        findings.append(DoctorAccess(configuration: configuration.read).finding)
        findings += DoctorPing().findings
        findings += DoctorNamespaces().findings
        findings += try DoctorDiscovery(isAnnounced: Self.isAnnounced(configuration.read)).findings()
        findings.append(DoctorNameServices().finding)
        findings.append(DoctorMulticastPort().finding)
        findings += DoctorLibraries.findings
        findings.append(DoctorClock().finding)
        findings.append(DoctorHistory(configuration: configuration.read, status: status).finding)
        return findings
    }
}

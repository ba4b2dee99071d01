import NetdiagConfiguration
import NetworkModel

/// Looks at one part of the installation after the other. Nothing is changed, and nothing leaves this machine but a
/// question over mDNS.
struct DoctorExamination {
    let socketPath: String
    let configurationPath: String

    func findings() throws(Failure) -> [DoctorFinding] {
        try findings(
            DoctorConfiguration(path: configurationPath), status: try DoctorDaemon(socketPath: socketPath).ask())
    }

    /// - Parameters:
    ///   - configuration: As it was read.
    ///   - status: What the daemon has answered.
    func findings(
        _ configuration: DoctorConfiguration, status: DoctorDaemon.Reply
    ) throws(Failure) -> [DoctorFinding] {
        let daemon = DoctorDaemon(socketPath: socketPath)
        var findings = [configuration.finding, daemon.finding(status)]
        findings += DoctorUnits().findings
        findings.append(DoctorAccess(configuration: configuration.read).finding)
        findings += DoctorPing().findings
        findings += DoctorNamespaces().findings
        findings += try DoctorDiscovery().findings()
        findings.append(DoctorNameServices().finding)
        findings.append(DoctorMulticastPort().finding)
        findings += DoctorLibraries.findings
        findings.append(DoctorClock().finding)
        findings.append(DoctorHistory(configuration: configuration.read, status: status).finding)
        return findings
    }
}

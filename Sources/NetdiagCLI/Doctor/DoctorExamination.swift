import NetdiagConfiguration
import NetworkModel

/// Looks at one part of the installation after the other. Nothing is changed, and nothing leaves this machine but a
/// question over mDNS.
struct DoctorExamination {
    let socketPath: String
    let configurationPath: String

    func findings() throws(Failure) -> [DoctorFinding] {
        let configuration = DoctorConfiguration(path: configurationPath)
        let daemon = DoctorDaemon(socketPath: socketPath)
        let status = try daemon.ask()
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

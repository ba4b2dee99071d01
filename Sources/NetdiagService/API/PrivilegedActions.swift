import NetworkDiagnostics

/// Everything through which responses can send packets or use credentials.
struct PrivilegedActions: Sendable {
    let engine: DiagnosticEngine
    let services: ServiceSource
    let checks: OnDemandChecks
    let registrations: ServiceRegistry
    let ports: PortCheck
    let directory: ServiceDirectory
    let alerts: AlertService
}

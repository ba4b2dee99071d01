import NetworkDiagnostics

/// All that answers can send packets with, or use credentials through.
struct Senders: Sendable {
    let engine: DiagnosticEngine
    let services: ServiceSource
    let checks: OnDemandChecks
    let registrations: ServiceRegistry
    let ports: PortCheck
    let directory: ServiceDirectory
    let alerts: AlertService
}

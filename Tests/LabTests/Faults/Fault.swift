import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// A row of the table: a fault that is really brought about in an office, and the cause that the report has to name.
struct Fault: Sendable, CustomTestStringConvertible {
    /// How many faults there are at once.
    enum Kind: Sendable {
        case single
        /// Two: of two that both prevent the connection, the lower one is the cause; one that does not prevent it is
        /// not blamed.
        case double
    }

    /// The program that gives the verdict.
    enum Way: Sendable {
        /// `netdiag check` without a daemon.
        case command
        /// `netdiag check` through a daemon with this configuration that has monitored the host since before the fault.
        case daemon(String)
        /// `netdiag check` through a daemon with this configuration that is started after the fault.
        case lateDaemon(String)
        /// `netdiag status` through such a daemon for the machine's own status, once its publication is in this state.
        case machine(String, state: String)
        /// `netdiag status` through a daemon with this configuration that has monitored the host since before the
        /// fault, for the machine's own status, once it has the cause.
        case watched(String)
        /// `netdiag status` without a daemon, with this configuration.
        case status(String)
        /// `netdiag diagnose` of the target, or of the machine without one, with this configuration or without any.
        case diagnose(String?)

        /// A daemon with settings for the target, in the syntax of netdiag.yaml(5).
        static func configured(_ target: String, _ settings: String) -> Self {
            .lateDaemon(
                "publish: off\ninterval: 1h\ntimeout: 5s\ntargets:\n- target: \(target)\n  \(settings)\n")
        }
    }

    /// The cause that has to be named; `nil` if there is no fault.
    let cause: CauseID?
    let status: ConnectionStatus
    let target: String
    /// Facts that the summary has to contain.
    let facts: [String]
    /// What the machine's status has to say was not observed; `nil` for anything.
    let unobserved: String?
    /// Distinguishes rows of the same cause.
    let name: String
    let kind: Kind
    let way: Way
    /// Additional options of `netdiag check`.
    let options: [String]
    let environment: [String: String]
    /// A command that runs `netdiag`, such as `prlimit --nofile=8`.
    let under: [String]
    let bringAbout: @Sendable (OfficeAtWork) async throws -> Void

    init(
        _ cause: CauseID?, _ status: ConnectionStatus = .connectionDown, _ target: String = "http://www.lab.example/",
        _ facts: [String] = [], name: String = "", kind: Kind = .single, way: Way = .command, options: [String] = [],
        environment: [String: String] = [:], under: [String] = [], unobserved: String? = nil,
        _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void = { _ in }
    ) {
        self.cause = cause
        self.status = status
        self.target = target
        self.facts = facts
        self.unobserved = unobserved
        self.name = name
        self.kind = kind
        self.way = way
        self.options = options
        self.environment = environment
        self.under = under
        self.bringAbout = bringAbout
    }

    /// The unique title of the row in lists.
    var title: String {
        let words = name.isEmpty ? target : name
        return "\(cause?.rawValue ?? "healthy"): \(words)"
    }

    var testDescription: String { title }
}

import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// A row of the table: a fault that is brought about in an office for real, and the cause that the report has to name.
struct Fault: Sendable, CustomTestStringConvertible {
    /// How many things are wrong at once.
    enum Kind: Sendable {
        case single
        /// Two: of those that stand in the way, the lower one is the cause; one that stands aside is not blamed.
        case double
    }

    /// Who is asked.
    enum Way: Sendable {
        /// `netdiag check` in a process of its own.
        case command
        /// A daemon with this configuration that has watched the host since before the fault, by `netdiag check`.
        case daemon(String)
        /// A daemon with this configuration that is started after the fault, by `netdiag check`.
        case lateDaemon(String)
        /// Such a daemon, for the machine's own status, once its publication is in a state: `netdiag status`.
        case machine(String, state: String)
        /// A daemon with this configuration that has watched the host since before the fault, for the machine's own status,
        /// once it has the cause: `netdiag status`.
        case watched(String)
        /// `netdiag status` in a process of its own, with this configuration.
        case status(String)

        /// A daemon that has been told how to ask the target, with settings in the words of netdiag.yaml(5).
        static func configured(_ target: String, _ settings: String) -> Self {
            .lateDaemon(
                "publish: off\ninterval: 1h\ntimeout: 5s\ntargets:\n- target: \(target)\n  \(settings)\n")
        }
    }

    /// What has to be named; `nil`: all is well.
    let cause: CauseID?
    let status: ConnectionStatus
    let target: String
    /// What the summary has to say.
    let facts: [String]
    /// Tells apart the rows of one cause.
    let name: String
    let kind: Kind
    let way: Way
    /// Further options of `netdiag check`.
    let options: [String]
    let environment: [String: String]
    /// A command that runs `netdiag`, as in `prlimit --nofile=8`.
    let under: [String]
    let bringAbout: @Sendable (OfficeAtWork) async throws -> Void

    init(
        _ cause: CauseID?, _ status: ConnectionStatus = .connectionDown, _ target: String = "http://www.lab.example/",
        _ facts: [String] = [], name: String = "", kind: Kind = .single, way: Way = .command, options: [String] = [],
        environment: [String: String] = [:], under: [String] = [],
        _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void = { _ in }
    ) {
        self.cause = cause
        self.status = status
        self.target = target
        self.facts = facts
        self.name = name
        self.kind = kind
        self.way = way
        self.options = options
        self.environment = environment
        self.under = under
        self.bringAbout = bringAbout
    }

    /// What it is called in lists of rows; no two are called the same.
    var title: String {
        let words = name.isEmpty ? target : name
        return "\(cause?.rawValue ?? "healthy"): \(words)"
    }

    var testDescription: String { title }
}

import FoundationEssentials
import NetworkFaults
import NetworkModel

/// Finds the fault at a URL among this user's runs, and the arguments that a check needs to observe it.
struct ServedFaultLookup: Sendable {
    /// The listeners of a run (`GET /status`).
    private struct Status: Decodable {
        struct Listener: Decodable {
            var name: String
            var url: String
            var checkArguments: [String]
            var environment: [String: String]

            enum CodingKeys: String, CodingKey {
                case name, url, environment
                case checkArguments = "check_arguments"
            }
        }
        var listeners: [Listener]
    }

    /// A fault of a run (`GET /faults`).
    private struct ServedFault: Decodable {
        var fault: String
        /// The listener's name, or its URL if the fault has a server of its own.
        var listener: String
        var route: String
        var state: String

        /// The cause that a check reports: the fault without arguments.
        var cause: String { String(fault.prefix { $0 != "=" }) }
    }

    private var served: [(listener: Status.Listener, faults: [ServedFault])] = []

    /// Queries all runs. One that does not respond has ended.
    init() async throws {
        // Without a safe directory, no run has a control socket.
        guard let directory = try? RunName.directory() else { return }
        for name in try RunName.all() {
            let client = ControlClient(path: "\(directory)/\(name).sock")
            guard let status = try? await client.get("/status"), let list = try? await client.get("/faults"),
                let listeners = try? JSONDecoder().decode(Status.self, from: Data(status.utf8)).listeners,
                let faults = try? JSONDecoder().decode([ServedFault].self, from: Data(list.utf8))
            else { continue }
            served += listeners.map { listener in
                (listener, faults.filter { [listener.name, listener.url].contains($0.listener) })
            }
        }
    }

    /// The subject of the proof at a URL.
    ///
    /// - Parameter expected: The fault according to the caller; without one, a run of this user must know it.
    /// - Throws: ``FaultError/usage(_:)`` if the fault at the URL is not known.
    func subject(_ url: String, expected: FaultDefinition?, _ context: FaultContext) throws(FaultError) -> ProofSubject
    {
        let entry = served.first { Self.bare($0.listener.url) == Self.bare(url) }
        let endpoint =
            if let entry {
                FaultEndpoint(
                    target: url, checkArguments: entry.listener.checkArguments, environment: entry.listener.environment,
                    close: {})
            } else {
                FaultEndpoint(
                    target: url, checkArguments: try expected?.exchangeCheckArguments(context) ?? [], close: {})
            }
        if let expected { return ProofSubject(cause: expected.cause, place: .served(endpoint)) }
        guard let entry else {
            throw .usage("no run of this user serves \(SafeText.shown(url)); say with --fault ID which fault is there")
        }
        let faults = entry.faults.filter { $0.route.isEmpty }
        guard faults.count == 1, let definition = FaultCatalogue.definition(CauseID(rawValue: faults[0].cause)) else {
            throw .usage(
                "\(SafeText.shown(url)) serves no fault of --list-faults, or several; say with --fault ID which one a check must report"
            )
        }
        guard faults[0].state == "on" else {
            throw .usage(
                "the fault of \(SafeText.shown(url)) is switched off; netdiag serve faults --on switches it on")
        }
        return ProofSubject(cause: definition.cause, place: .served(endpoint))
    }

    /// The URL without a trailing slash, which an empty path may have.
    private static func bare(_ url: String) -> Substring { url.hasSuffix("/") ? url.dropLast() : url[...] }
}

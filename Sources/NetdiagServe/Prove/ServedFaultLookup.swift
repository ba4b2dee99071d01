import FoundationEssentials
import NetworkFaults
import NetworkModel

/// Finds what this user's runs serve under a URL: which fault it is, and what a check needs to see it.
struct ServedFaultLookup: Sendable {
    /// A run's own words of its listeners (`GET /status`).
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

    /// A run's own words of a fault (`GET /faults`).
    private struct Fault: Decodable {
        var fault: String
        /// The listener's name, or its URL where the fault is a server of its own.
        var listener: String
        var route: String
        var state: String
    }

    private var served: [(listener: Status.Listener, faults: [Fault])] = []

    /// Asks all runs; one that does not answer has ended.
    init() async throws {
        let directory = try RunName.directory()
        for name in try RunName.all() {
            let client = ControlClient(path: "\(directory)/\(name).sock")
            guard let status = try? await client.get("/status"), let list = try? await client.get("/faults"),
                let listeners = try? JSONDecoder().decode(Status.self, from: Data(status.utf8)).listeners,
                let faults = try? JSONDecoder().decode([Fault].self, from: Data(list.utf8))
            else { continue }
            served += listeners.map { listener in
                (listener, faults.filter { [listener.name, listener.url].contains($0.listener) })
            }
        }
    }

    /// What is to be proven of a URL.
    ///
    /// - Parameter expected: The fault that the caller says is there; without one, a run of this user has to say it.
    /// - Throws: ``FaultError/usage(_:)`` where it is not known which fault is there.
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
        guard faults.count == 1, let definition = FaultCatalogue.definition(CauseID(rawValue: faults[0].fault)) else {
            throw .usage(
                "\(SafeText.shown(url)) serves no fault of --list-faults, or several; say with --fault ID which is to be reported"
            )
        }
        guard faults[0].state == "on" else {
            throw .usage(
                "the fault of \(SafeText.shown(url)) is switched off; netdiag serve faults --on switches it on")
        }
        return ProofSubject(cause: definition.cause, place: .served(endpoint))
    }

    /// Without the slash that an empty path may have.
    private static func bare(_ url: String) -> Substring { url.hasSuffix("/") ? url.dropLast() : url[...] }
}

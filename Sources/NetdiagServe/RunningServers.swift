import NIOPosix
import NetworkFaults
import NetworkModel
import Synchronization

/// The servers of a run.
final class RunningServers: Sendable {
    /// One of them.
    struct Server: Sendable {
        var name: String
        var url: String
        var checkArguments: [String]
        /// Variables of the environment that a check needs.
        var environment: [String: String] = [:]
        var port: Int
        /// What it is announced by over DNS-SD; `nil` is not at all.
        var published: String?
        var responder: PlanResponder?
        let close: @Sendable () async -> Void

        /// For people.
        var line: String {
            let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let words = variables + ["netdiag", "check"] + checkArguments + [url]
            let check = words.map(ShellText.quoted).joined(separator: " ")
            return words.count == 3 ? "\(name)  \(url)" : "\(name)  \(url)  (\(check))"
        }

        /// For programs.
        var json: String {
            let arguments = checkArguments.map(JSONText.quoted).joined(separator: ",")
            let variables = environment.sorted { $0.key < $1.key }.map {
                "\(JSONText.quoted($0.key)):\(JSONText.quoted($0.value))"
            }
            return
                "{\"check_arguments\":[\(arguments)],\"environment\":{\(variables.joined(separator: ","))},\"name\":\(JSONText.quoted(name)),\"port\":\(port),"
                + "\"url\":\(JSONText.quoted(url))}"
        }
    }

    let log = RequestLog()
    let directory: RunDirectory
    private let seed: UInt64
    let authority: RunAuthority
    private let servers = Mutex<[Server]>([])

    init(directory: RunDirectory, plan: ServePlan) {
        self.directory = directory
        seed = plan.seed
        authority = RunAuthority(in: directory)
    }

    var list: [Server] { servers.withLock { $0 } }

    /// Starts the server of a fault.
    func start(_ definition: FaultDefinition, _ arguments: FaultArguments, host: String, port: Int) async throws {
        var context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, host: host, port: port, arguments: arguments, seed: seed,
            directory: directory, authority: authority)
        context.log = log
        let endpoint = try await definition.start(context)
        let number = endpoint.target.split(separator: "/").dropFirst().first?.split(separator: ":").last
        add(
            Server(
                name: definition.cause.rawValue, url: endpoint.target, checkArguments: endpoint.checkArguments,
                environment: endpoint.environment, port: number.flatMap { Int($0) } ?? 0,
                close: { await endpoint.close() }))
    }

    /// Starts a listener of a plan.
    func start(_ listener: ListenerPlan, limits: ServerLimits) async throws {
        let responder = PlanResponder(listener, log: log, seed: seed)
        let server = try await HTTPServer.start(
            at: .address(host: listener.host, port: listener.port), group: MultiThreadedEventLoopGroup.singleton,
            limits: limits, responder: responder)
        let host = listener.host.contains(":") ? "[\(listener.host)]" : listener.host
        add(
            Server(
                name: listener.name, url: "http://\(host):\(server.port)/", checkArguments: [], port: server.port,
                published: listener.published, responder: responder, close: { await server.close() }))
    }

    private func add(_ server: Server) { servers.withLock { $0.append(server) } }

    /// Ends all of them.
    func close() async {
        let all = servers.withLock { servers in
            defer { servers = [] }
            return servers
        }
        for server in all { await server.close() }
    }
}

/// Text for a shell.
enum ShellText {
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                let scalar = Unicode.Scalar(byte)
                return scalar.isASCII
                    && (scalar.properties.isAlphabetic || "0123456789-_./:=@%+,".unicodeScalars.contains(scalar))
            }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

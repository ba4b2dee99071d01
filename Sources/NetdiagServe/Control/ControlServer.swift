import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NetworkFaults
import NetworkModel
import Translations

/// Handles `netdiag serve list`, `pause` and other commands on a Unix socket of the user.
struct ControlServer {
    private let server: HTTPServer
    private let path: String

    /// - Throws: ``FaultError`` if the name is in use or the socket cannot be created.
    static func start(
        name: String, servers: RunningServers, stop: @escaping @Sendable () -> Void
    ) async throws -> ControlServer {
        let path = "\(try RunName.directory())/\(name).sock"
        if access(path, F_OK) == 0 {
            guard (try? await ControlClient(path: path).get("/status")) == nil else {
                throw FaultError.usage(ToolPhrase.runNameIsTaken.text(["name": name]))
            }
            // The socket was left behind by a run that was killed.
            unlink(path)
        }
        let server = try await HTTPServer.start(
            at: .unixSocket(path: path), group: MultiThreadedEventLoopGroup.singleton,
            responder: ControlResponder(name: name, servers: servers, stop: stop))
        return ControlServer(server: server, path: path)
    }

    /// How long responses may take that are being sent, such as that to the command that stops the run.
    private static let patience = Duration.milliseconds(500)

    /// Waits for responses that are being sent, except for those that follow the requests, and closes the socket.
    func close() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await server.drain() }
            group.addTask { try? await Task.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
            await server.close()
        }
        unlink(path)
    }
}

/// The responses of the control socket.
struct ControlResponder: HTTPResponder {
    let name: String
    let servers: RunningServers
    let stop: @Sendable () -> Void

    func respond(to request: ServedRequest, after elapsed: Duration) async -> HTTPTransmission {
        HTTPTransmission(await handle(request))
    }

    private var responders: [PlanResponder] { servers.list.compactMap(\.responder) }

    private func handle(_ request: ServedRequest) async -> ServedResponse {
        switch (request.method, request.path) {
        case ("GET", "/status"): return json(status)
        case ("GET", "/requests"):
            let entries = servers.log.entries
            guard request.query.contains(where: { $0.name == "follow" }) else {
                let parts = entries.map { entry in { @Sendable in ByteBuffer(string: entry.json + "\n") } }
                return ndjson(.parts(parts, interval: .zero, rounds: 1))
            }
            let kept = entries.map { ByteBuffer(string: $0.json + "\n") }
            return ndjson(.stream(kept, servers.log.follow().map { ByteBuffer(string: $0.json + "\n") }))
        case ("GET", "/sessions"):
            let entries = responders.flatMap { responder in
                responder.sessions.list().map { $0.json(listener: responder.plan.name) }
            }
            return json("[\(entries.joined(separator: ","))]")
        case ("GET", "/ca"):
            guard let text = try? servers.authority.authority().certificate else {
                return .problem(.internalServerError, "the system's OpenSSL makes no certificate")
            }
            return .text(.ok, text, type: "application/pem-certificate-chain")
        case ("GET", "/faults"): return json(faults)
        case ("POST", "/faults"):
            let isOff = request.query.contains { $0.name == "state" && $0.value == "off" }
            func values(_ name: String) -> [String] { request.query.filter { $0.name == name }.map(\.value) }
            let names = values("fault")
            // The id of a fault means all its variants: http.gateway-error also means http.gateway-error=503.
            let meant = names.map { name in faultNames.filter { $0 == name || $0.hasPrefix(name + "=") } }
            if let unknown = zip(names, meant).first(where: { $1.isEmpty })?.0 {
                let known = faultNames.isEmpty ? "it has none" : "it has \(faultNames.sorted().joined(separator: ", "))"
                return .text(.unprocessableEntity, "this run has no fault \(SafeText.shown(unknown)); \(known)")
            }
            let (setting, when) = (values("set").first, values("when").first)
            if setting != nil || when != nil {
                let change = FaultChange(
                    setting: setting, when: when, names: names.isEmpty ? nil : Set(meant.joined()))
                do throws(FaultError) {
                    try await change.apply(to: servers)
                    return json(faults)
                } catch .usage(let text) {
                    return .text(.unprocessableEntity, text)
                } catch {
                    return .problem(.conflict, error.description)
                }
            }
            let wanted = names.isEmpty ? faultNames : Set(meant.joined())
            let fixed = isOff ? wanted.intersection(alwaysOn).sorted() : []
            guard fixed.isEmpty else {
                let others = wanted.subtracting(fixed).sorted()
                let advice =
                    others.isEmpty ? "stop the run" : "name the others with --only: \(others.joined(separator: ", "))"
                let text = "\(fixed.joined(separator: ", ")) cannot be switched off; \(advice)"
                return .text(.unprocessableEntity, text)
            }
            let faultiness: PlanResponder.FaultState = isOff ? .off : .asPlanned
            return await changed { try await servers.set(faultiness, of: names.isEmpty ? nil : Set(meant.joined())) }
                ?? json(faults)
        case ("POST", "/pause"):
            return await changed { try await servers.set(PlanResponder.Availability.paused) } ?? json(status)
        case ("POST", "/resume"):
            return await changed { try await servers.set(PlanResponder.Availability.running) } ?? json(status)
        case ("POST", "/reset"):
            for responder in responders { responder.reset() }
            servers.log.clear()
            return await changed { try await servers.resetFaults() } ?? json(status)
        case (_, "/data"): return ControlData(responders: responders).response(to: request)
        case ("POST", "/stop"):
            stop()
            return json("{\"schema\":\"netdiag.serve-stop/1\",\"state\":\"draining\"}")
        default: return .problem(.notFound, "there is no such command")
        }
    }

    /// Applies a change; returns the response if it fails.
    private func changed(_ change: () async throws -> Void) async -> ServedResponse? {
        do {
            try await change()
            return nil
        } catch {
            return .problem(.conflict, "\(error)")
        }
    }

    private var status: String {
        let list = servers.list
        return "{\"listeners\":[\(list.map(\.json).joined(separator: ","))],\"name\":\(JSONText.quoted(name)),"
            + "\"pid\":\(getpid()),\"requests\":\(servers.log.count),\"seed\":\(servers.seed),\"schema\":\"netdiag.serve-run/1\",\"state\":\"\(servers.condition.rawValue)\"}"
    }

    private var faultNames: Set<String> { Set(responders.flatMap { $0.faults.map(\.name) }).union(wholeFaults) }

    /// The faults that have a server of their own.
    private var wholeFaults: Set<String> {
        Set(servers.list.compactMap { if case .fault(let fault) = $0.kind { fault.name } else { nil } })
    }

    /// The faults that no server without a fault can replace.
    private var alwaysOn: Set<String> {
        Set(
            servers.list.compactMap { server in
                if case .fault(let fault) = server.kind, !fault.canBeOff { fault.name } else { nil }
            })
    }

    private var faults: String {
        let entries = responders.flatMap { responder in
            responder.faults.map { $0.json(listener: responder.plan.name) }
        }
        let whole = servers.list.compactMap { server -> String? in
            guard case .fault(let fault) = server.kind else { return nil }
            let listed = PlanResponder.ListedFault(
                name: fault.name, setting: fault.setting, when: fault.when.text(), route: "",
                faultiness: fault.condition.isOff ? .off : .asPlanned)
            return listed.json(listener: server.url, isSwitchable: fault.canBeOff)
        }
        return "[\((entries + whole).joined(separator: ","))]"
    }

    private func json(_ text: String) -> ServedResponse { .text(.ok, text + "\n", type: "application/json") }

    private func ndjson(_ body: ServedResponse.Body) -> ServedResponse {
        ServedResponse(.ok, headers: ["Content-Type": "application/x-ndjson"], body: body)
    }
}

extension PlanResponder.ListedFault {
    /// The fault, with its arguments if its name does not have them, and with its conditions if it has any.
    ///
    /// - Parameter isSwitchable: Whether a fault with a server of its own can be off; `nil` for other faults.
    fileprivate func json(listener: String, isSwitchable: Bool? = nil) -> String {
        var members = [
            "\"fault\":\(JSONText.quoted(name))", "\"listener\":\(JSONText.quoted(listener))",
            "\"route\":\(JSONText.quoted(route))", "\"schema\":\"netdiag.serve-fault/1\"",
        ]
        if setting != name { members.append("\"setting\":\(JSONText.quoted(setting))") }
        members.append("\"state\":\"\(faultiness == .off ? "off" : "on")\"")
        if let isSwitchable { members.append("\"switchable\":\(isSwitchable)") }
        if !when.isEmpty { members.append("\"when\":\(JSONText.quoted(when))") }
        return "{\(members.joined(separator: ","))}"
    }
}

extension SessionTable.Entry {
    /// The session without possible secrets: only the lengths of its values.
    fileprivate func json(listener: String) -> String {
        let values = values.sorted { $0.key < $1.key }.map { "\(JSONText.quoted($0.key)):\($0.value.utf8.count)" }
        return "{\"expires_s\":\(max(0, ContinuousClock.now.duration(to: expires).components.seconds)),"
            + "\"listener\":\(JSONText.quoted(listener)),\"number\":\(number),"
            + "\"schema\":\"netdiag.serve-session/1\",\"value_bytes\":{\(values.joined(separator: ","))}}"
    }
}

extension RequestLog.Entry {
    /// The entry as one line of JSON.
    var json: String {
        let (seconds, attoseconds) = at.components
        let faults = faults.map(JSONText.quoted).joined(separator: ",")
        return "{\"at_ms\":\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000),\"body_bytes\":\(bodyBytes),"
            + "\"faults\":[\(faults)],\"listener\":\(JSONText.quoted(listener)),\"method\":\(JSONText.quoted(method)),"
            + "\"number\":\(number),\"path\":\(JSONText.quoted(path)),\"peer\":\(JSONText.quoted(peer)),"
            + "\"schema\":\"netdiag.serve-request/1\",\"status\":\(status)"
            + (failure.map { ",\"failure\":\(JSONText.quoted($0))" } ?? "") + "}"
    }
}

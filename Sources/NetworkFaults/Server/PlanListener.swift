package import NIOCore
import NetworkModel

/// A running listener of a plan.
package struct PlanListener: Sendable {
    package let url: String
    package let port: Int
    /// The further arguments that a check needs.
    package let checkArguments: [String]
    /// The responder that controls it; `nil` for a script.
    package let responder: PlanResponder?
    /// The upstreams to which it forwards.
    package let upstreams: [Upstream]
    private let server: Server
    /// The switch of a listener without a responder.
    private let pause: PauseSwitch

    private enum Server: Sendable {
        case http(HTTPServer)
        case stream(StreamForwarder)
        case lines(StreamListener)
        case dns(DNSServer)
    }

    /// Starts a listener.
    ///
    /// - Parameter context: The context, whose host and port are replaced by those of the plan.
    package static func start(
        _ plan: ListenerPlan, limits: ServerLimits, _ context: FaultContext
    ) async throws -> PlanListener {
        let tls = try plan.security?.context(of: context.authority)
        var arguments: [String] = []
        if case .issued(let names) = plan.security {
            arguments = ["--ca-file", try context.authority.certificateFile()]
            if let name = certificateName(names, beside: plan.host) { arguments += ["--server-name", name] }
        }
        func place(_ port: Int) -> String {
            plan.host.contains(":") ? "[\(plan.host)]:\(port)" : "\(plan.host):\(port)"
        }
        var own = FaultContext(
            group: context.group, host: plan.host, port: plan.port, seed: context.seed, directory: context.directory,
            authority: context.authority)
        (own.log, own.budget) = (context.log, context.budget)
        let pause = PauseSwitch()
        switch plan.content {
        case .script(let script):
            let listener = try await ScriptServer.start(script, own, tls: tls, pause: pause)
            return PlanListener(
                url: "\(tls == nil ? "tcp" : "tls")://\(place(listener.port))", port: listener.port,
                checkArguments: arguments, responder: nil, upstreams: [], server: .lines(listener), pause: pause)
        case .zone(let zone):
            let responder = PlanResponder(plan, log: context.log, seed: context.seed)
            let isTruncated = plan.questionFaults.contains { if case .truncated = $0.behaviour { true } else { false } }
            let server = try await DNSServer.start(
                DNSResponder(zone, plan: responder), own, servesStreams: !isTruncated)
            let question = zone.example.map { "\($0.name)?type=\($0.type)" } ?? ""
            return PlanListener(
                url: "dns://\(place(server.port))/\(question)", port: server.port, checkArguments: [],
                responder: responder, upstreams: [], server: .dns(server), pause: pause)
        case .stream:
            guard let upstream = plan.upstream else { throw FaultError.usage("\(plan.name) has no upstream") }
            let responder = PlanResponder(plan, log: context.log, seed: context.seed)
            let forwarder = try await StreamForwarder.start(
                host: plan.host, port: plan.port, to: upstream, group: context.group, limits: limits, tls: tls,
                budget: context.budget, responder: responder)
            return PlanListener(
                url: "\(tls == nil ? "tcp" : "tls")://\(place(forwarder.port))", port: forwarder.port,
                checkArguments: arguments, responder: responder, upstreams: [upstream], server: .stream(forwarder),
                pause: pause)
        case .http: break
        }
        let recorder: HARRecorder? =
            if let path = plan.recording { try HARRecorder(path: path) } else { nil }
        let responder = PlanResponder(plan, log: context.log, seed: context.seed, recorder: recorder)
        let server = try await HTTPServer.start(
            at: .address(host: plan.host, port: plan.port), group: context.group, limits: limits, tls: tls,
            budget: context.budget, cost: plan.opensFiles ? 2 : 1, responder: responder)
        for upstream in plan.upstreams {
            if let loop = await UpstreamAddresses(listener: server.address).loop(of: upstream) {
                await server.close()
                throw FaultError.usage(loop.description)
            }
        }
        return PlanListener(
            url: "\(tls == nil ? "http" : "https")://\(place(server.port))/", port: server.port,
            checkArguments: arguments, responder: responder, upstreams: plan.upstreams, server: .http(server),
            pause: pause)
    }

    /// A name of the certificate that a check must request, since the address in the URL is not one of its names; `nil` if
    /// it is, or if there is no name.
    private static func certificateName(_ names: [String], beside host: String) -> String? {
        guard !names.contains(where: { IPAddress($0) == IPAddress(host) && IPAddress($0) != nil }),
            let name = names.first(where: { IPAddress($0) == nil })
        else { return nil }
        return name.hasPrefix("*") ? "www" + name.dropFirst() : name
    }

    /// The address on which it listens, if it can forward.
    package var address: NIOCore.SocketAddress? {
        switch server {
        case .http(let server): server.address
        case .stream(let forwarder): forwarder.address
        case .lines, .dns: nil
        }
    }

    /// Whether a request is being processed; always `false` for scripts and DNS.
    package var isBusy: Bool {
        switch server {
        case .http(let server): server.isBusy
        case .stream(let forwarder): forwarder.isBusy
        case .lines, .dns: false
        }
    }

    /// Whether it is running or paused. A paused listener responds with 503 over HTTP and SERVFAIL over DNS, and closes new
    /// connections of other protocols.
    package var availability: PlanResponder.Availability {
        responder?.availability ?? (pause.isPaused ? .paused : .running)
    }

    package func set(_ availability: PlanResponder.Availability) {
        responder?.set(availability)
        pause.set(availability == .paused)
    }

    /// Accepts no more connections, and returns when the open requests have ended.
    package func drain() async {
        switch server {
        case .http(let server): await server.drain()
        case .stream(let forwarder): await forwarder.drain()
        case .lines(let listener): await listener.close()
        case .dns(let server): await server.close()
        }
    }

    /// Stops the listener and closes its connections; returns when its port is free.
    package func close() async {
        switch server {
        case .http(let server): await server.close()
        case .stream(let forwarder): await forwarder.close()
        case .lines(let listener): await listener.close()
        case .dns(let server): await server.close()
        }
    }
}

package import NIOCore
import NetworkModel

/// A listener of a plan, as it runs.
package struct PlanListener: Sendable {
    package let url: String
    package let port: Int
    /// Further arguments that a check needs.
    package let checkArguments: [String]
    /// What controls it; `nil` if there is nothing to control.
    package let responder: PlanResponder?
    /// Where it forwards to.
    package let upstreams: [Upstream]
    private let server: Server
    /// Of what has no responder.
    private let pause: PauseSwitch

    private enum Server: Sendable {
        case http(HTTPServer)
        case stream(StreamForwarder)
        case lines(StreamListener)
        case dns(DNSServer)
    }

    /// Starts what a listener serves.
    ///
    /// - Parameter context: Its host and port are left out: the plan has them.
    package static func start(
        _ plan: ListenerPlan, limits: ServerLimits, _ context: FaultContext
    ) async throws -> PlanListener {
        let tls = try plan.security?.context(of: context.authority)
        let arguments =
            if case .issued = plan.security { ["--ca-file", try context.authority.certificateFile()] } else {
                [String]()
            }
        func place(_ port: Int) -> String {
            plan.host.contains(":") ? "[\(plan.host)]:\(port)" : "\(plan.host):\(port)"
        }
        var own = FaultContext(
            group: context.group, host: plan.host, port: plan.port, seed: context.seed, directory: context.directory,
            authority: context.authority)
        own.log = context.log
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
                responder: responder)
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
            responder: responder)
        let upstreams =
            plan.routes.flatMap(\.responses).compactMap {
                if case .forward(let upstream) = $0.body { upstream } else { nil }
            }
            + [plan.upstream].compactMap(\.self)
        for upstream in upstreams {
            if let loop = await UpstreamAddresses(listener: server.address).loop(of: upstream) {
                await server.close()
                throw FaultError.usage(loop.description)
            }
        }
        return PlanListener(
            url: "\(tls == nil ? "http" : "https")://\(place(server.port))/", port: server.port,
            checkArguments: arguments, responder: responder, upstreams: upstreams, server: .http(server), pause: pause)
    }

    /// The address that it listens on, where it forwards.
    package var address: NIOCore.SocketAddress? {
        switch server {
        case .http(let server): server.address
        case .stream(let forwarder): forwarder.address
        case .lines, .dns: nil
        }
    }

    /// Whether something is being answered; of scripts and of DNS nobody counts it.
    package var isBusy: Bool {
        switch server {
        case .http(let server): server.isBusy
        case .stream(let forwarder): forwarder.isBusy
        case .lines, .dns: false
        }
    }

    /// Whether it answers, or says that it is paused: HTTP with 503, DNS with SERVFAIL, others by the end of new connections.
    package var availability: PlanResponder.Availability {
        responder?.availability ?? (pause.isPaused ? .paused : .running)
    }

    package func set(_ availability: PlanResponder.Availability) {
        responder?.set(availability)
        pause.set(availability == .paused)
    }

    /// Takes no more connections, and returns when those that there are have ended their requests.
    package func drain() async {
        switch server {
        case .http(let server): await server.drain()
        case .stream(let forwarder): await forwarder.drain()
        case .lines(let listener): await listener.close()
        case .dns(let server): await server.close()
        }
    }

    /// Ends it with all its connections; returns when its port is free.
    package func close() async {
        switch server {
        case .http(let server): await server.close()
        case .stream(let forwarder): await forwarder.close()
        case .lines(let listener): await listener.close()
        case .dns(let server): await server.close()
        }
    }
}

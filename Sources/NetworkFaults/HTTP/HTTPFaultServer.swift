import NIOCore
import TLSServer

/// An HTTP server that responds to all requests with a page, modified by its faults.
package enum HTTPFaultServer {
    static func start(
        _ context: FaultContext, faults: [FaultRule], checkArguments: [String] = [], tls: TLSContext? = nil
    ) async throws(FaultError) -> FaultEndpoint {
        let plan = plan(faults)
        let server = try await HTTPServer.start(
            at: .address(host: context.host, port: context.port), group: context.group, tls: tls,
            responder: PlanResponder(plan, log: context.log, seed: context.seed))
        return FaultEndpoint(
            target: "\(tls == nil ? "http" : "https")://\(authority(context.host, server.port))/",
            checkArguments: checkArguments,
            // The run has its own netrc(5), since that of the user may be missing, or have a default entry.
            environment: checkArguments.contains("--netrc") ? ["HOME": context.directory.path] : [:]
        ) {
            await server.close()
        }
    }

    /// Returns the plan of a page with these faults.
    package static func plan(_ faults: [FaultRule]) -> ListenerPlan {
        var plan = ListenerPlan()
        plan.routes = [page]
        plan.faults = faults
        return plan
    }

    /// The route for any method and path.
    private static var page: RoutePlan {
        guard let path = PathPattern("/*") else { preconditionFailure("it is a path") }
        return RoutePlan(path, [ResponsePlan(.text(ResponseTemplate("This page is served by netdiag serve.\n")))])
    }

    static func authority(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

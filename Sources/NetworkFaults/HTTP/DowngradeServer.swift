import NIOCore
import NIOHTTP1

/// An HTTPS server that redirects to a page over HTTP.
enum DowngradeServer {
    static func start(_ context: FaultContext) async throws -> FaultEndpoint {
        let tls = try HealthyServer.certificate(of: context)
        let file = try context.authority.certificateFile()
        let page = try await HTTPFaultServer.start(
            FaultContext(group: context.group, host: context.host, directory: context.directory), faults: [])
        var plan = ListenerPlan()
        let redirect = ServedResponse(.found, headers: ["Location": page.target])
        plan.faults = [FaultRule("http.redirect-downgrade", .replaced(redirect))]
        do {
            let server = try await HTTPServer.start(
                at: .address(host: context.host, port: context.port), group: context.group, tls: tls,
                responder: PlanResponder(plan, log: RequestLog(maxBytes: 64 << 10), seed: context.seed))
            return FaultEndpoint(
                target: "https://\(HTTPFaultServer.authority(context.host, server.port))/",
                checkArguments: ["--ca-file", file]
            ) {
                await server.close()
                await page.close()
            }
        } catch {
            await page.close()
            throw error
        }
    }
}

import EventLoopKit
import NetworkFaults
import NetworkModel
import ServiceDiscovery

extension ServeRun {
    /// Announces what is to be announced over DNS-SD while something goes on, and withdraws it.
    func withPublications(of servers: RunningServers, _ body: () async -> Void) async throws {
        let published = servers.list.filter { $0.published != nil && $0.port > 0 }
        guard !published.isEmpty else { return await body() }
        let loop: EventLoop
        do {
            loop = try EventLoop()
        } catch {
            throw FaultError.system("it cannot be announced: \(error)")
        }
        defer { loop.shutdown() }
        let connection = AvahiConnection(loop: loop)
        var publications: [ServicePublication] = []
        do {
            for server in published {
                let name = server.published ?? ""
                publications.append(
                    try await connection.publish(
                        ServiceRegistration(
                            name: name.isEmpty ? nil : name, types: ["_http._tcp"], port: UInt16(server.port))))
            }
        } catch {
            await connection.close()
            throw FaultError.usage("it cannot be announced: \(error)")
        }
        await body()
        for publication in publications { await publication.end() }
        await connection.close()
    }
}

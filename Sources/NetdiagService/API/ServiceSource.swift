import HTTPTypes
import NetworkModel
import ServiceDiscovery

/// Browses for the API: every client has its own browser, and their number is limited.
struct ServiceSource: Sendable {
    let connection: AvahiConnection

    func browse(_ type: String?, domain: String, resolve: Bool) async throws(Problem) -> AsyncStream<BrowseEvent> {
        do {
            return try await connection.browse(type: type, domain: domain, resolve: resolve)
        } catch .unavailable(let reason) {
            throw Problem(.serviceUnavailable, reason)
        } catch .tooMany(let reason) {
            throw Problem(.tooManyRequests, reason, fields: [.retryAfter: "10"])
        } catch {
            throw Problem(.badRequest, error.description)
        }
    }
}

import Diagnosis
import NetworkModel
import TargetKinds

/// A Redis server, which has to answer PING (https://redis.io/docs/latest/commands/ping/), after a login where it requires one.
enum RedisKind: TargetKind {
    static let summary = "A Redis server, which has to answer PING, after a login if it requires one."
    static let example = "redis://cache.example --redis-role master"
    /// Both use `credentials`, and the proxy that is set, or else the one in `redis_proxy` or `all_proxy`.
    static let schemes = [
        RegisteredScheme(
            "redis", layer: RedisEvidence.layer, transport: .tcp, defaultPort: 6_379, sharing: [.credentials],
            proxyVariable: "redis"),
        RegisteredScheme(
            "rediss", layer: RedisEvidence.layer, transport: .tls, defaultPort: 6_379, sharing: [.credentials],
            proxyVariable: "redis"),
    ]
    static let causes = RedisCauses.all
    static let factPhrases = RedisPhrases.all
    static let probe = KindProbe<RedisSettings, RedisEvidence>.stream { request, _, stream in
        var session = RedisSession(stream)
        try await session.perform { try await $0.run(request.settings, request.login) }
        return session.evidence
    }
}

/// The role of a server in replication.
enum RedisRole: String, Sendable, Hashable, Codable, CaseIterable {
    case any, master, replica
}

struct RedisSettings: KindSettings {
    static let role = KindSetting(
        "role", .choice, default: RedisRole.any, "The role that the server must have in replication.", for: .nobody)
    static let settings: [any KindSettingDescription] = [role]

    let role: RedisRole

    init(_ values: SettingValues) { role = values[Self.role] }
}

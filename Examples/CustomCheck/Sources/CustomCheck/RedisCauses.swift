import Diagnosis
import NetworkModel

/// The root causes of faults at Redis servers.
enum RedisCauses {
    static let noAnswer = CauseEntry(
        "redis.no-answer", .error, "The Redis server accepts the connection, but does not answer.",
        summary: "{destination} does not answer PING",
        advice: ["See whether a long command blocks it: redis-cli SLOWLOG GET"],
        evidence: "the connection is established, but the answer does not arrive in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let closed = CauseEntry(
        "redis.closed", .error, "The connection ends before the Redis server has answered.",
        summary: "{destination} {how} instead of answering",
        advice: ["See whether it has reached maxclients: redis-cli INFO clients"],
        evidence: "a FIN, an RST or a connection error arrives instead of an answer",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notRedis = CauseEntry(
        "redis.not-redis", .error, "The service on the port does not speak the protocol of Redis.",
        summary: "{destination} does not answer PING with PONG: {reply}",
        advice: ["On the server, see what listens there: ss -ltnp"],
        evidence: "the answer to PING is neither +PONG nor an error of Redis",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "redis.refused", .error, "Redis answers with an error.",
        summary: "{destination} refuses the command: {reply}",
        advice: ["LOADING ends by itself; DENIED: see protected-mode"],
        evidence: "the answer to a command begins with -",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginRequired = CauseEntry(
        "redis.login-required", .error, "Redis requires a login, and there is none that may be sent.",
        summary: "{destination} requires a login: {reply}",
        advice: ["Name a file with name:password, or the password alone, in credentials:"],
        evidence: "the answer to PING begins with -NOAUTH, and no credentials are available",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginRejected = CauseEntry(
        "redis.login-rejected", .error, "Redis rejects the login.",
        summary: "{destination} rejects the login: {reply}",
        advice: ["See whether name and password are those of the server: redis-cli ACL LIST"],
        evidence: "the answer to AUTH begins with -",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let wrongRole = CauseEntry(
        "redis.wrong-role", .error, "The Redis server has another role in replication than required.",
        summary: "{destination} is {reply}, and not {role}",
        advice: ["See which server is the master now: redis-cli INFO replication"],
        evidence: "the first value of the answer to ROLE is not the required role",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [noAnswer, closed, notRedis, refused, loginRequired, loginRejected, wrongRole]
}

import Diagnosis
import NetworkModel

/// The root causes of faults at MQTT brokers.
enum MQTTCauses {
    private static let answered = IncidentRule(scope: .target(by: "destination"), basis: .answer, breaks: .nothing)
    private static let silent = IncidentRule(scope: .target(by: "destination"), basis: .silence, breaks: .nothing)

    static let noAnswer = CauseEntry(
        "mqtt.no-answer", .error, "The broker accepts the connection, but does not answer.",
        summary: "{destination} stops responding before {step}",
        advice: [
            "On the broker, see whether it is overloaded or waits for its login backend: journalctl -u mosquitto",
            "It may expect TLS from the first byte: netdiag check mqtts://{destination}",
        ],
        evidence: "the connection is established, but CONNECT or SUBSCRIBE is not answered in time",
        incident: silent)
    static let closed = CauseEntry(
        "mqtt.closed", .error, "The connection ends before the broker has answered.",
        summary: "{destination} {how} instead of {step}",
        advice: [
            "On the broker, see why: journalctl -u mosquitto",
            "Some brokers close the connection if they do not support the version or reject the login: mqtt: version:",
            "It may expect TLS from the first byte: netdiag check mqtts://{destination}",
        ],
        evidence: "a FIN, an RST, a connection error or a DISCONNECT arrives instead of an answer",
        incident: answered)
    static let notMQTT = CauseEntry(
        "mqtt.not-mqtt", .error, "The service on the port does not speak MQTT.",
        summary: "{destination} does not speak MQTT ({step} was expected): {detail}",
        advice: [
            "On the server, see what listens there: ss -ltnp",
            "Check whether something on the path answers in its place",
        ],
        evidence: "the data is not a packet that a server may send at this point (MQTT 5.0 section 2.1)",
        incident: answered)
    static let refused = CauseEntry(
        "mqtt.refused", .error, "The broker refuses the client.",
        summary: "{destination} refuses the client: {detail}",
        advice: [
            "Protocol version: choose one that the broker supports, mqtt: version:",
            "Identifier: choose one that the broker allows, mqtt: client_id:",
            "On the broker, see its log: journalctl -u mosquitto",
        ],
        evidence: "CONNACK has a code that concerns neither the login nor the server's own state",
        incident: answered)
    static let loginRejected = CauseEntry(
        "mqtt.login-rejected", .error, "The broker rejects the login, or requires one.",
        summary: "{destination} rejects the login: {detail}",
        advice: [
            "Check that name and password, or the token, belong to an account on the broker: credentials:",
            "On the broker, see who may log in: allow_anonymous, password_file, mosquitto_passwd(1)",
        ],
        evidence:
            "CONNACK reports a bad user name or password, or that the client is not authorised; or the configured"
            + " credentials are not available or were rejected before",
        incident: answered)
    static let unavailable = CauseEntry(
        "mqtt.unavailable", .error, "The broker reports that it is temporarily unavailable.",
        summary: "{destination} is temporarily unavailable: {detail}",
        advice: [
            "It is starting, shutting down, or has reached a limit: journalctl -u mosquitto",
            "See how many clients it has: mosquitto_sub -t '$SYS/broker/clients/connected' -C 1",
        ],
        evidence:
            "CONNACK or DISCONNECT reports that the server is unavailable, busy, shutting down or moved, or that "
            + "a quota or rate is exceeded",
        incident: answered)
    static let noPong = CauseEntry(
        "mqtt.no-pong", .error, "The broker accepts the client, but does not answer PINGREQ.",
        summary: "{destination} accepts the client, then stops responding before {step}",
        advice: [
            "On the broker, see whether it hangs: journalctl -u mosquitto, top",
            "A proxy or load balancer in between may have answered CONNECT by itself",
        ],
        evidence: "CONNACK has arrived, but PINGRESP does not arrive in time (MQTT 5.0 section 3.12.4)",
        incident: silent)
    static let subscriptionRefused = CauseEntry(
        "mqtt.subscription-refused", .error, "The broker refuses the subscription.",
        summary: "{destination} refuses a subscription to {topic}: {detail}",
        advice: [
            "On the broker, see whether the account may read the topic: acl_file, dynamic-security",
            "Some brokers do not accept wildcards, or $SYS",
        ],
        evidence: "SUBACK has a code of 0x80 or more",
        incident: answered)
    static let noMessage = CauseEntry(
        "mqtt.no-message", .error, "The broker accepts the subscription, but no message arrives.",
        summary: "{destination} has no message of {topic} in time",
        advice: [
            "A message arrives immediately only if it was published with retain: mosquitto_pub -r",
            "The topic may be spelt differently: mosquitto_sub -v -t '#'",
            "Some brokers accept a subscription that the account may not read, and deliver nothing",
            "After a restart without persistence, the broker has forgotten retained messages: persistence true",
        ],
        evidence: "SUBACK is positive, but no PUBLISH arrives in time",
        incident: answered)
    static let unexpectedMessage = CauseEntry(
        "mqtt.unexpected-message", .error, "The message of the topic is not the expected one.",
        summary: "{destination} has the message \"{received}\" of {topic}, but {expected} is expected",
        advice: [
            "See who publishes to the topic, and what: mosquitto_sub -v -t {topic}",
            "See whether mqtt: expect: is still right",
        ],
        evidence: "a message arrives, but does not match",
        incident: answered)

    static let all = [
        noAnswer, closed, notMQTT, refused, loginRejected, unavailable, noPong, subscriptionRefused, noMessage,
        unexpectedMessage,
    ]
}

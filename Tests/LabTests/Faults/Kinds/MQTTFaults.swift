import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of MQTT brokers: mosquitto, and other servers in its place.
enum MQTTFaults: LabKind {
    private static let target = "mqtt://www.lab.example"
    private static let lamp = ["--mqtt-topic", "lab/lamp"]
    private static let version5 = ["--mqtt-version", "5"]
    private static let login = ["--credentials", "/run/login"]

    private static func fault(
        _ cause: CauseID, _ fault: String, _ facts: [String], _ words: String, options: [String] = []
    ) -> Fault {
        Fault(cause, .connectionDown, target, facts, name: "a broker that \(words)", options: options) {
            try await $0.office.server.startServer(of: "mqtt", port: 1883, fault: fault)
        }
    }

    private static func lock(_ office: OfficeAtWork, login: String, topic: String = "lab/lamp") async throws {
        try await office.client.keep(login)
        let account = Host.BrokerAccount("lamp", password: "lightbulb", topic: topic)
        try await office.office.server.startMosquitto(account: account)
    }

    static let healthyTargets: [HealthyTarget] = ["mqtt://www.lab.example", "mqtts://www.lab.example"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startMosquitto(certificate: certificate)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "mosquitto") {
            try await $0.office.server.startMosquitto()
        },
        Fault(
            nil, .connectionUp, target, name: "mosquitto over MQTT 5, with a message",
            options: lamp + version5 + ["--mqtt-expect", "^on$"]
        ) {
            try await $0.office.server.startMosquitto()
        },
        Fault(
            nil, .connectionUp, "mqtts://www.lab.example", name: "mosquitto over TLS, with a wildcard",
            options: ["--mqtt-topic", "lab/#"]
        ) {
            try await $0.office.server.startMosquitto(certificate: $0.certificate())
        },
        Fault(nil, .connectionUp, target, name: "mosquitto with a login", options: login + lamp) {
            try await lock($0, login: "lamp:lightbulb")
        },
        Fault(
            "mqtt.login-rejected", .connectionDown, target, ["not authorised (5)"], name: "a wrong login at mosquitto",
            options: login
        ) {
            try await lock($0, login: "lamp:wrong")
        },
        Fault(
            "mqtt.login-rejected", .connectionDown, target, ["not authorised (0x87)"],
            name: "mosquitto that requires a login", options: version5
        ) {
            try await lock($0, login: "lamp:lightbulb")
        },
        Fault(
            "mqtt.no-message", .connectionDown, target, ["lab/lamp"],
            name: "mosquitto with a topic that the client may not read",
            options: login + lamp + ["--timeout", "3"]
        ) {
            try await lock($0, login: "lamp:lightbulb", topic: "lab/heating")
        },
        Fault(
            "mqtt.no-message", .connectionDown, target, ["lab/heating"], name: "mosquitto without a message",
            options: ["--mqtt-topic", "lab/heating", "--timeout", "3"]
        ) {
            try await $0.office.server.startMosquitto()
        },
        Fault(
            "mqtt.unexpected-message", .connectionDown, target, ["\"on\"", "^off$"],
            name: "mosquitto with an unexpected message",
            options: lamp + ["--mqtt-expect", "^off$"]
        ) {
            try await $0.office.server.startMosquitto()
        },
        fault("mqtt.refused", "version", ["unacceptable protocol version (1)"], "rejects the protocol version"),
        fault(
            "mqtt.refused", "old", ["unacceptable protocol version (1)"], "does not support MQTT 5", options: version5),
        fault("mqtt.refused", "identifier", ["identifier rejected (2)"], "rejects the client identifier"),
        fault("mqtt.refused", "unknown-code", ["a code without a name (77)"], "sends an unknown return code"),
        fault("mqtt.login-rejected", "password", ["bad user name or password (4)"], "rejects the password"),
        fault("mqtt.unavailable", "unavailable", ["server unavailable (3)"], "is not available"),
        fault("mqtt.unavailable", "shedding", ["come back at 6"], "is overloaded", options: version5),
        fault("mqtt.unavailable", "leaves", ["server shutting down (0x8b)"], "is shutting down", options: version5),
        fault("mqtt.no-answer", "silent", ["CONNECT"], "does not answer CONNECT"),
        fault("mqtt.no-answer", "mute-subscribe", ["SUBSCRIBE"], "does not answer SUBSCRIBE", options: lamp),
        fault("mqtt.no-pong", "no-pong", ["PINGREQ"], "does not answer pings"),
        fault("mqtt.closed", "closes", ["closes", "CONNECT"], "closes the connection"),
        fault("mqtt.closed", "resets", ["resets", "CONNECT"], "resets the connection"),
        fault("mqtt.closed", "drops", ["closes", "PINGREQ"], "drops the client after CONNECT"),
        fault("mqtt.subscription-refused", "secret", ["failure (128)"], "refuses a subscription", options: lamp),
        fault(
            "mqtt.subscription-refused", "secret", ["not authorised (0x87)"], "refuses a subscription in MQTT 5",
            options: lamp + version5),
        fault(
            "mqtt.unexpected-message", "red", ["\\u{1b}[31m"], "sends a message with control characters",
            options: lamp + ["--mqtt-expect", "^on$"]),
        Fault("mqtt.not-mqtt", .connectionDown, "mqtt://www.lab.example:22", ["SSH-2.0"], name: "SSH instead of MQTT") {
            try await $0.office.server.startSSH()
        },
        Fault("mqtt.not-mqtt", .connectionDown, "mqtt://www.lab.example:80", ["HTTP"], name: "HTTP instead of MQTT"),
        Fault(
            "tls.self-signed", .connectionDown, "mqtts://www.lab.example",
            name: "mosquitto with a self-signed certificate"
        ) {
            try await $0.office.server.startMosquitto(
                certificate: .selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault("tcp.refused", .connectionDown, target, ["1883"], name: "no broker"),
    ]
}

extension MQTTFaults {
    static func clientCommand(for check: PeerCheck) -> [String]? {
        let (fault, target) = (check.fault, check.target)
        let port = target.port.map { "\($0)" } ?? ""
        var command = ["mosquitto_sub", "-h", target.host.description, "-p", port, "-W", "5"]
        if fault.value(of: "--mqtt-version") == "5" { command += ["-V", "mqttv5"] }
        if let login = check.login { command += ["-u", login.name, "-P", login.password] }
        if target.beginsWithTLS { command += ["--cafile", PeerCheck.authorities] }
        // Without a topic, the client ends when the broker has accepted a subscription.
        return command + (fault.value(of: "--mqtt-topic").map { ["-t", $0, "-C", "1"] } ?? ["-t", "lab", "-E"])
    }

    static let culprits: [String: [String]] = [
        "mqtt.login-rejected": ["not authorised", "bad user name or password"], "mqtt.no-message": ["timed out"],
        "mqtt.refused": ["protocol version", "identifier rejected"],
        "mqtt.unavailable": ["unavailable", "busy", "shutting down"], "mqtt.no-answer": ["timed out", "timeout"],
        "mqtt.no-pong": ["timed out", "keepalive", "keep alive"],
        "mqtt.closed": ["closed", "reset", "connection was lost"],
        "mqtt.subscription-refused": ["subscription", "not authorised", "denied"],
        "mqtt.not-mqtt": ["protocol error", "malformed"],
    ]
}

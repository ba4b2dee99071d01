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
            nil, .connectionUp, target, name: "mosquitto by MQTT 5 with a message",
            options: lamp + version5 + ["--mqtt-expect", "^on$"]
        ) {
            try await $0.office.server.startMosquitto()
        },
        Fault(
            nil, .connectionUp, "mqtts://www.lab.example", name: "mosquitto in TLS with a wildcard",
            options: ["--mqtt-topic", "lab/#"]
        ) {
            try await $0.office.server.startMosquitto(certificate: $0.certificate())
        },
        Fault(nil, .connectionUp, target, name: "mosquitto with a login", options: login + lamp) {
            try await lock($0, login: "lamp:lightbulb")
        },
        Fault(
            "mqtt.login-rejected", .connectionDown, target, ["not authorised (5)"], name: "a wrong login of mosquitto",
            options: login
        ) {
            try await lock($0, login: "lamp:wrong")
        },
        Fault(
            "mqtt.login-rejected", .connectionDown, target, ["not authorised (0x87)"],
            name: "mosquitto that wants a login", options: version5
        ) {
            try await lock($0, login: "lamp:lightbulb")
        },
        Fault(
            "mqtt.no-message", .connectionDown, target, ["lab/lamp"], name: "mosquitto with an unreadable topic",
            options: login + lamp + ["--timeout", "3"]
        ) {
            try await lock($0, login: "lamp:lightbulb", topic: "lab/heating")
        },
        Fault(
            "mqtt.no-message", .connectionDown, target, ["lab/heating"], name: "mosquitto without the message",
            options: ["--mqtt-topic", "lab/heating", "--timeout", "3"]
        ) {
            try await $0.office.server.startMosquitto()
        },
        Fault(
            "mqtt.unexpected-message", .connectionDown, target, ["\"on\"", "^off$"], name: "mosquitto with a message",
            options: lamp + ["--mqtt-expect", "^off$"]
        ) {
            try await $0.office.server.startMosquitto()
        },
        fault("mqtt.refused", "version", ["unacceptable protocol version (1)"], "dislikes the version"),
        fault("mqtt.refused", "old", ["unacceptable protocol version (1)"], "is old", options: version5),
        fault("mqtt.refused", "identifier", ["identifier rejected (2)"], "dislikes the identifier"),
        fault("mqtt.refused", "unknown-code", ["a code without a name (77)"], "has a code of its own"),
        fault("mqtt.login-rejected", "password", ["bad user name or password (4)"], "dislikes the password"),
        fault("mqtt.unavailable", "unavailable", ["server unavailable (3)"], "is not available"),
        fault("mqtt.unavailable", "shedding", ["come back at 6"], "has enough clients", options: version5),
        fault("mqtt.unavailable", "leaves", ["server shutting down (0x8b)"], "is shut down", options: version5),
        fault("mqtt.no-answer", "silent", ["CONNECT"], "is stuck"),
        fault("mqtt.no-answer", "mute-subscribe", ["SUBSCRIBE"], "is stuck later", options: lamp),
        fault("mqtt.no-pong", "no-pong", ["PINGREQ"], "does not answer pings"),
        fault("mqtt.closed", "closes", ["closes", "CONNECT"], "closes at once"),
        fault("mqtt.closed", "resets", ["resets", "CONNECT"], "resets at once"),
        fault("mqtt.closed", "drops", ["closes", "PINGREQ"], "drops its clients"),
        fault("mqtt.subscription-refused", "secret", ["failure (128)"], "keeps a topic secret", options: lamp),
        fault(
            "mqtt.subscription-refused", "secret", ["not authorised (0x87)"], "keeps a topic secret in MQTT 5",
            options: lamp + version5),
        fault(
            "mqtt.unexpected-message", "red", ["\\u{1b}[31m"], "has a coloured message",
            options: lamp + ["--mqtt-expect", "^on$"]),
        Fault("mqtt.not-mqtt", .connectionDown, "mqtt://www.lab.example:22", ["SSH-2.0"], name: "SSH, and not MQTT") {
            try await $0.office.server.startSSH()
        },
        Fault("mqtt.not-mqtt", .connectionDown, "mqtt://www.lab.example:80", ["HTTP"], name: "HTTP, and not MQTT"),
        Fault("tls.self-signed", .connectionDown, "mqtts://www.lab.example", name: "mosquitto with an own certificate")
        {
            try await $0.office.server.startMosquitto(
                certificate: .selfSigned(["www.lab.example"], on: $0.office.server))
        },
        Fault("tcp.refused", .connectionDown, target, ["1883"], name: "no broker"),
    ]
}

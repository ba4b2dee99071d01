import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Responses that arrive but are not as the target's settings expect.
enum ExpectationFaults {
    private static let question = "dns://10.77.3.1/four.lab.example"
    private static let host = "icmp://10.77.2.1"

    static let rows: [Fault] = [
        Fault(
            "dns.unexpected-answer", .connectionDown, question, ["192.0.2.1", "10.77.2.1"],
            way: .configured(question, "records: [192.0.2.1]")),
        Fault("path.loss", .connectionUp, host, ["10 of 20", "10.77.2.1"], options: ["--ping-count", "20"]) {
            // Every second packet is dropped, in turn and not at random.
            try await $0.office.server.run([
                "nft",
                "add table inet f; add chain inet f i { type filter hook input priority 0; }; "
                    + "add rule inet f i icmp type echo-request numgen inc mod 2 1 drop",
            ])
        },
        Fault(
            "path.jitter", .connectionUp, host, ["10.77.2.1"],
            way: .configured(host, "ping: {count: 10, interval: 20ms, jitter: 10ms}")
        ) {
            // A line behind the router on which each response waits for the previous one: 98 bytes take 65 ms. Jitter
            // grows towards the 45 ms by which each response is later than the previous one, which is clear enough even
            // on a busy machine.
            let port = $0.office.serverCable.a
            try await port.host.run([
                "tc", "qdisc", "add", "dev", port.interface, "root", "tbf", "rate", "12kbit", "burst", "256",
                "latency", "2s",
            ])
        },
    ]
}

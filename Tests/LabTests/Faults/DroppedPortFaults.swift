import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Ports that a router far from this machine drops or prohibits.
enum DroppedPortFaults {
    static let rows: [Fault] = [
        Fault(
            "path.dropped", .connectionDown, "http://10.77.6.2/", ["10.77.4.2", "10.77.5.2", "10.77.6.2:80"],
            name: "a port that the last router but one drops"
        ) { try await $0.dropBehindSecond() },
        Fault(
            nil, .connectionIndeterminate, "", name: "a provider that drops port 443 alone, in front of another router",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.beHome()
            try await $0.filterAtProvider("tcp dport 443 drop")
        },
        Fault(
            "path.filtered", .connectionDown, "http://www.lab.example/", ["10.77.1.2", "80 and 443"],
            name: "a gateway that prohibits TCP, and whose resolver fails"
        ) {
            try await $0.answerAsRouter(.code(.serverFailure))
            try await $0.addCore()
            try await $0.office.router.filter(
                "table inet f { chain f { type filter hook forward priority 0; "
                    + "meta l4proto tcp reject with icmpx type admin-prohibited; }; }\n")
        },
    ]
}

extension OfficeAtWork {
    /// Drops connections to port 80 that the router behind the server would forward; there is one more before the host.
    fileprivate func dropBehindSecond() async throws {
        try await leadFartherByHosts()[1].filter(
            "table inet f {\n chain f {\n type filter hook forward priority 0; tcp dport 80 drop\n }\n}\n")
    }
}

import Lab

import struct NetworkModel.CauseID

/// IPv6 that leads nowhere beside an IPv4 that works, as the machine's own status has it.
enum SixthFaults {
    private struct Case: Sendable {
        var cause: CauseID?
        var facts: [String] = []
        var name: String
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    static let rows: [Fault] = cases.flatMap { item in
        let ways: [(String, Fault.Way)] = [
            ("asked once", .status("publish: off\ninterval: 30s\n")),
            ("watched", .watched("publish: off\ninterval: 10s\n")),
        ]
        return ways.map { how, way in
            Fault(
                item.cause, .connectionUp, "", item.facts, name: "IPv6, \(how): \(item.name)", way: way,
                item.bringAbout)
        }
    }

    /// A target without IPv4.
    static let targets: [Fault] = [
        Fault(
            "path.ipv6-down", .connectionDown, "http://[2a00:99::1]/", ["fd77:1::2", "over IPv6 alone"],
            name: "IPv6 that leads nowhere, and a target that has nothing else"
        ) { try await $0.dropSixth() }
    ]

    private static let cases: [Case] = [
        Case(
            cause: "path.ipv6-down", facts: ["fd77:1::2", "wait before they fall back"],
            name: "an address of the Internet"
        ) {
            try await $0.client.run(["ip", "-6", "addr", "add", "2a00:77::1/64", "dev", "eth0", "nodad"])
            try await $0.dropSixth()
        },
        Case(
            cause: "path.ipv6-down", facts: ["fd77:1::2", "programs take IPv4 at once"], name: "a local address alone"
        ) { try await $0.dropSixth() },
        Case(name: "a local address, and no default route") {
            try await $0.dropSixth()
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
    ]
}

extension OfficeAtWork {
    fileprivate func dropSixth() async throws {
        try await office.router.filter(
            """
            table ip6 six {
              chain f { type filter hook forward priority 0; drop; }
            }

            """)
    }
}

import Lab

import struct NetworkModel.CauseID

extension RandomFault {
    /// The router refuses or resets packets itself before it would forward them.
    private static let forwarding: [Part] = [.forwarding, .targetRoute, .resolverRoute]

    /// Faults beyond the gateway that affect every target.
    static let uplinkFaults: [RandomFault] = [
        RandomFault(
            "the router does not forward", .uplink, Self.forwarding, ["path.upstream-down"],
            fits: { $0.resolver == .beyondRouter }
        ) { try await $0.router.stopForwarding() },
        RandomFault(
            "the router drops forwarded packets", .uplink, Self.forwarding, ["path.upstream-down"],
            fits: { $0.resolver == .beyondRouter }
        ) { try await $0.work.darkUpstream() },
        RandomFault(
            "the router prohibits everything", .uplink, Self.forwarding, ["path.filtered"],
            fits: { $0.resolver != .router }
        ) { try await $0.router.reject("iifname eth0") },
        RandomFault(
            "there is no return route", .uplink, Self.forwarding, ["path.upstream-down"],
            fits: { $0.resolver != .router && $0.hasIPv4 }
        ) { network in
            for host in [network.server, network.names] {
                try await network.ip(host, four: "route del default", six: "route del default")
            }
            if let provider = network.work.provider?.host {
                try await network.ip(provider, four: "route del default", six: "route del default")
            }
            try await network.ip(
                network.work.office.provider, four: "route del 10.77.0.0/16", six: "route del fd77::/16")
        },
        RandomFault(
            "the router has lost its provider", .uplink, Self.forwarding + [.resolver],
            ["path.upstream-down", "path.no-route"]
        ) {
            for cable in [$0.work.office.namesCable, $0.work.office.serverCable, $0.work.office.providerCable] {
                try await cable.unplug()
            }
            if let uplink = $0.work.provider?.uplink { try await uplink.a.host.set(uplink.a.interface, isUp: false) }
        },
    ]

    private static let questions = "meta l4proto { tcp, udp } th dport 53"
    private static let asksBeyond: @Sendable (NetworkPlan) -> Bool = { $0.resolver == .beyondRouter }

    /// Faults on the route to the DNS server only.
    static let resolverRouteFaults: [RandomFault] = [
        RandomFault(
            "the router prohibits DNS queries", .resolverRoute, [.resolverRoute], ["path.filtered"], fits: asksBeyond
        ) { try await $0.router.reject(questions) },
        RandomFault(
            "the router drops DNS queries", .resolverRoute, [.resolverRoute], ["dns.server-unreachable"],
            fits: asksBeyond
        ) {
            try await $0.router.filter(
                "table inet q {\n chain f {\n type filter hook forward priority 0\n \(questions) drop\n }\n}\n")
        },
        RandomFault(
            "the client's own filter drops DNS queries", .ownQuestions, [.ownFilter, .router], ["local.firewall"],
            fits: { $0.resolver != .stub }
        ) {
            try await $0.client.filter(
                "table inet q {\n chain o {\n type filter hook output priority 0\n \(questions) drop\n }\n}\n")
        },
        RandomFault(
            "the client's own filter rejects DNS queries", .ownQuestions, [.ownFilter, .router], ["local.firewall"],
            fits: { $0.resolver != .stub }
        ) { try await $0.client.reject(questions, at: "output") },
        RandomFault(
            "a route of the client rejects the resolver", .resolverRoute, [.resolverRoute], ["gateway.route-rejects"],
            fits: asksBeyond
        ) {
            try await $0.ip(
                $0.client, four: "route add unreachable 10.77.3.0/24", six: "route add unreachable fd77:3::/64")
        },
        RandomFault(
            "the route to the resolver loops", .resolverRoute, [.resolverRoute, .resolverConfiguration], ["path.loop"],
            fits: { $0.resolver == .beyondRouter && $0.hasIPv4 && !$0.isFar }
        ) {
            try await $0.work.loop("10.98.0.0/24", "fd98::/64")
            try await $0.client.useDNS(["10.98.0.53"])
        },
    ]

    /// Faults on the route to the target only.
    static let routeFaults: [RandomFault] = filters + routes + sizes + portals

    private static let filters: [RandomFault] = [
        reject("the router prohibits the target's port", ["path.filtered"], "icmpx type admin-prohibited"),
        reject("the router rejects the target's port", ["path.filtered"], "icmpx type port-unreachable"),
        reject("the router says that the target is unreachable", ["path.no-route"], "icmpx type host-unreachable"),
        RandomFault(
            "the router resets connections to the target", .route, [.targetRoute],
            // If the target is right behind the router, it may have sent the packet itself.
            causes: { $0.isFar ? ["path.filtered"] : ["tcp.refused"] }
        ) { try await $0.router.reject("tcp dport \($0.port)", with: "tcp reset") },
        RandomFault(
            "the router drops packets to the target", .route, [.targetRoute],
            // A router behind it may show that pings get further than SYNs.
            causes: { $0.isFar ? ["path.dropped", "tcp.timeout"] : ["tcp.timeout"] }
        ) {
            try await $0.router.filter(
                "table inet t {\n chain f {\n type filter hook forward priority 0\n tcp dport \($0.port) drop\n }\n}\n")
        },
        RandomFault(
            "the client's own filter rejects the target's port", .route, [.ownFilter, .forwarding], ["local.firewall"]
        ) {
            try await $0.client.reject("tcp dport \($0.port)", at: "output")
        },
        RandomFault(
            "the client's own filter drops the target's port", .route, [.ownFilter, .forwarding], ["local.firewall"]
        ) {
            try await $0.client.filter(
                "table inet o {\n chain o {\n type filter hook output priority 0\n tcp dport \($0.port) drop\n }\n}\n")
        },
        RandomFault(
            "the second router prohibits the target's port", .route, [.targetRoute], ["path.filtered"],
            fits: { $0.isFar }
        ) { try await $0.work.provider?.host.reject("tcp dport \($0.port)") },
    ]

    private static func reject(_ name: String, _ causes: Set<CauseID>, _ answer: String) -> RandomFault {
        RandomFault(name, .route, [.targetRoute], causes) {
            try await $0.router.reject("tcp dport \($0.port)", with: answer)
        }
    }

    static let overlappingBridge = "a bridge of the client has the target's subnet"

    private static let routes: [RandomFault] = [
        rejecting("blackhole"), rejecting("unreachable"), rejecting("prohibit"),
        RandomFault(
            "a rule of the client prohibits the target", .route, [.targetRoute],
            ["gateway.policy", "gateway.route-rejects"]
        ) {
            try await $0.ip(
                $0.client, four: "rule add to \($0.work.serverIPv4) prohibit",
                six: "rule add to \($0.work.serverIPv6) prohibit")
        },
        RandomFault("the router has no route to the target", .route, [.targetRoute], ["path.no-route"]) {
            try await $0.ip(
                $0.router, four: "route add unreachable \($0.work.serverIPv4)/32",
                six: "route add unreachable \($0.work.serverIPv6)/128")
        },
        RandomFault(
            "the second router has no route to the target", .route, [.targetRoute], ["path.no-route"],
            fits: { $0.isFar }
        ) {
            guard let host = $0.work.provider?.host else { return }
            try await $0.ip(
                host, four: "route add unreachable \($0.work.serverIPv4)/32",
                six: "route add unreachable \($0.work.serverIPv6)/128")
        },
        RandomFault(
            "the second router sends packets to the target back", .route, [.targetRoute], ["path.loop"],
            fits: { $0.isFar }
        ) {
            guard let provider = $0.work.provider else { return }
            try await $0.ip(
                provider.host, four: "route add \($0.work.serverIPv4)/32 via \(provider.uplink.a.ipv4)",
                six: "route add \($0.work.serverIPv6)/128 via \(provider.uplink.a.ipv6)")
        },
        RandomFault(
            "the second router drops everything", .route, [.targetRoute], ["tcp.timeout"], fits: { $0.isFar }
        ) {
            try await $0.work.provider?.host.filter(
                "table inet f {\n chain f {\n type filter hook forward priority 0; policy drop\n }\n}\n")
        },
        RandomFault(
            overlappingBridge, .route, [.targetRoute],
            ["address.overlap", "tcp.host-down"], fits: { $0.isIPv4Alone }
        ) {
            let network = $0.plan.isFar ? "10.77.5" : "10.77.2"
            try await $0.client.run(
                ["ip", "-batch", "-"],
                input: """
                    link add br9 type bridge
                    link add v9 type veth peer name w9
                    link set v9 master br9
                    link set v9 up
                    link set w9 up
                    addr add \(network).200/24 dev br9
                    link set br9 up

                    """)
        },
    ]

    private static func rejecting(_ kind: String) -> RandomFault {
        RandomFault(
            "a route of the client to the target is \(kind)", .route, [.targetRoute], ["gateway.route-rejects"]
        ) {
            try await $0.ip(
                $0.client, four: "route add \(kind) \($0.work.serverIPv4)/32",
                six: "route add \(kind) \($0.work.serverIPv6)/128")
        }
    }

    private static let sizes: [RandomFault] = [
        RandomFault(
            "large packets vanish on the way", .route, [.targetRoute, .port, .answer], ["path.mtu"],
            fits: { !$0.isSecure && !$0.isFar }, change: Self.large
        ) { try await $0.work.narrowPath(to: 1_400) },
        RandomFault(
            "large packets vanish on the link", .route, [.targetRoute, .port, .answer], ["link.mtu-mismatch"],
            fits: { !$0.isSecure && !$0.isFar }, change: Self.large
        ) { try await $0.work.narrowLink(to: 1_400) },
    ]

    private static let large: @Sendable (inout TargetPlan) -> Void = {
        $0.replace(.none)
        ($0.port, $0.path) = (8_088, "/large")
    }

    private static let portals: [RandomFault] = [
        RandomFault(
            "a portal", .route, [.targetRoute, .ownFilter, .port, .certificate, .answer], ["http.captive-portal"],
            fits: { $0.isByName || !$0.isSecure }
        ) { try await $0.work.startPortal(answer: Self.redirect(in: $0.plan)) },
        RandomFault(
            "a portal that refuses TLS", .route, [.targetRoute, .ownFilter, .port, .certificate, .answer],
            ["http.captive-portal"], fits: { $0.isByName && $0.isSecure }
        ) { try await $0.work.startPortal(answer: Self.redirect(in: $0.plan), secure: .refused) },
    ]

    /// A portal's page has an address that its visitors can reach.
    static func redirect(in plan: NetworkPlan) -> String {
        "return 302 \(plan.hasIPv4 ? OfficeAtWork.portal : OfficeAtWork.portalOfIPv6);"
    }
}

import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of multicast DNS and DNS-SD. In the office, the router is the client's only neighbour.
enum MulticastFaults {
    static let rows = healthy + single + machine + double

    private static let healthy: [Fault] = [
        Fault(nil, .connectionUp, "http://router.local/", name: "a multicast DNS name") { try await $0.serveOnLink() },
        Fault(nil, .connectionUp, "Web._http._tcp.local", name: "a DNS-SD service") { try await $0.serveOnLink() },
        Fault(nil, .connectionUp, "http://router.local/", name: "a multicast DNS name, without a default route") {
            // Without a default route, the hosts on the link are still reachable.
            try await $0.serveOnLink()
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
    ]

    private static let single: [Fault] = [
        Fault("mdns.not-found", .connectionDown, "http://nobody.local/", ["nobody.local"]) {
            try await $0.client.startDiscovery()
        },
        Fault("mdns.not-found", .connectionDown, "nobody._http._tcp.local", ["nobody"], name: "a service instance") {
            try await $0.client.startDiscovery()
        },
        Fault("mdns.not-found", .connectionDown, "http://nobody.local/", ["nobody.local"], name: "another host answers")
        {
            try await $0.serveOnLink()
        },
        Fault(
            "mdns.not-found", .connectionDown, "Nobody._http._tcp.local", ["Nobody._http._tcp.local"],
            name: "another service answers"
        ) {
            try await $0.serveOnLink()
        },
        Fault(
            "mdns.daemon-down", .connectionDown, "Web._http._tcp.local", ["system bus"],
            name: "a service, without a system bus"),
        Fault(
            "mdns.daemon-down", .connectionDown, "Web._http._tcp.local", ["avahi-daemon"],
            name: "a service, without avahi-daemon"
        ) {
            try await $0.client.startBus()
        },
        Fault(
            "mdns.stale", .connectionDown, "Old._http._tcp.local", ["Old", "router.local", "81", "refuses"],
            name: "a closed port"
        ) {
            try await $0.serveOnLink()
            try await $0.office.router.publish("Old", "_http._tcp", port: 81)
        },
        Fault(
            "mdns.stale", .connectionDown, "Old._http._tcp.local", ["Old", "ghost.local", "has an address"],
            name: "a host without an address"
        ) {
            try await $0.serveOnLink()
            try await $0.office.router.publish("Old", "_http._tcp", port: 80, target: "ghost.local")
        },
        Fault(
            "mdns.stale", .connectionDown, "Old._http._tcp.local", ["Old", "trap.local", "127.0.0.1", "this machine"],
            name: "a host with an address of loopback"
        ) {
            try await $0.serveOnLink()
            let address = try $0.office.router.spawn(["avahi-publish", "-a", "-R", "trap.local", "127.0.0.1"])
            try await address.diagnostics.first("the address of trap.local") { $0.contains("Established") }
            try await $0.office.router.publish("Old", "_http._tcp", port: 80, target: "trap.local")
        },
        Fault(
            "mdns.stale", .connectionDown, "Web._http._tcp.local", ["Web", "80", "does not answer"],
            name: "a port that is silent"
        ) {
            try await $0.serveOnLink()
            try await $0.office.router.filter(
                "table inet f {\n chain i {\n type filter hook input priority 0\n tcp dport 80 drop\n }\n}\n")
        },
        Fault(
            "mdns.stale", .connectionDown, "Web._http._tcp.local", ["Web", "not on the link"],
            name: "a host that vanished"
        ) {
            try await $0.serveOnLink()
            // It is the router, which is not to be the gateway here.
            for family in ["-4", "-6"] { try await $0.client.run(["ip", family, "route", "del", "default"]) }
            try await $0.vanish()
        },
        Fault(
            "mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "EPERM"],
            name: "the packet filter blocks queries"
        ) {
            // Incoming packets are dropped too: otherwise the other hosts' unsolicited announcements would suffice.
            try await $0.client.filter(
                """
                table inet f {
                 chain i {
                  type filter hook input priority 0
                  udp dport 5353 drop
                 }
                 chain o {
                  type filter hook output priority 0
                  udp dport 5353 drop
                 }
                }

                """)
            try await $0.serveOnLink()
        },
        Fault(
            "mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "drops what comes in"],
            name: "the packet filter drops incoming packets"
        ) {
            try await $0.client.filter(
                "table inet f {\n chain i {\n type filter hook input priority 0\n udp dport 5353 drop\n }\n}\n")
            try await $0.serveOnLink()
        },
        Fault(
            "mdns.blocked", .connectionDown, "Web._http._tcp.local", ["eth0", "drops what comes in"],
            name: "the packet filter accepts only replies"
        ) {
            // Like a firewall that accepts only replies.
            try await $0.client.filter(
                """
                table inet f {
                 chain i {
                  type filter hook input priority 0; policy drop
                  iifname lo accept
                  ct state established,related accept
                  meta l4proto { icmp, ipv6-icmp } accept
                 }
                }

                """)
            try await $0.serveOnLink()
        },
        Fault(
            "mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "switched off"],
            name: "multicast is switched off"
        ) {
            try await $0.client.run(["ip", "link", "set", "eth0", "multicast", "off"])
            try await $0.serveOnLink()
        },
        Fault(
            "mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "answers unicast queries"],
            name: "multicast is lost on the link"
        ) {
            try await $0.losesMulticast()
            try await $0.serveOnLink()
            // The client has a neighbour entry for the router.
            try await $0.client.run(["ping", "-c1", "-W2", "10.77.1.2"])
        },
        Fault(
            "mdns.malformed-peer", .connectionDown, "http://printer.local/", ["10.77.1.2", "eth0"],
            name: "the target's records are truncated"
        ) {
            try await $0.client.startDiscovery()
            try $0.office.router.startMulticastSender(
                "10.77.1.2", answers: [MulticastPackets.truncated("printer.local")])
        },
        Fault(
            "mdns.malformed-peer", .connectionDown, "http://printer.local/", ["10.77.1.2", "type A"],
            name: "the target's address is malformed"
        ) {
            try await $0.client.startDiscovery()
            try $0.office.router.startMulticastSender(
                "10.77.1.2", answers: [MulticastPackets.shortAddress("printer.local")])
        },
    ]

    private static let machine: [Fault] = [
        Fault(
            "mdns.daemon-down", .connectionUp, "the machine", ["bus"], way: .machine("publish: on", state: "waiting")),
        Fault(
            "mdns.collision", .connectionUp, "the machine", ["the name \"same\" is taken", "announced as same #2"],
            way: .machine("publish: {name: same}", state: "renamed")
        ) {
            try await $0.office.router.startDiscovery()
            let other = try await $0.office.router.startDaemon("publish: {name: same}")
            try await other.status("its publication") { $0.publication.state == .published }
            try await $0.client.startDiscovery()
        },
    ]

    private static let double: [Fault] = [
        // Stale, and a dead DNS server: no server is queried.
        Fault(
            "mdns.stale", .connectionDown, "Old._http._tcp.local", ["Old", "refuses"],
            name: "a closed port, and a dead DNS server",
            kind: .double
        ) {
            _ = try await $0.dns.stop()
            try await $0.serveOnLink()
            try await $0.office.router.publish("Old", "_http._tcp", port: 81)
        },
        // Blocked, and the host does not exist either.
        Fault(
            "mdns.blocked", .connectionDown, "http://nobody.local/", ["eth0", "EPERM"],
            name: "a packet filter, and a missing host",
            kind: .double
        ) {
            try await $0.serveOnLink()
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n udp dport 5353 drop\n }\n}\n")
        },
        // No avahi-daemon, and a dead gateway, which is not needed to reach hosts on the link.
        Fault(
            "mdns.daemon-down", .connectionDown, "Web._http._tcp.local", ["avahi-daemon"],
            name: "no avahi-daemon, and a dead gateway", kind: .double
        ) {
            try await $0.client.startBus()
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.99"])
        },
        // The host does not exist, and the gateway is dead.
        Fault(
            "mdns.not-found", .connectionDown, "http://nobody.local/", ["nobody.local"],
            name: "a missing host, and a dead gateway",
            kind: .double
        ) {
            try await $0.serveOnLink()
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.99"])
        },
        // The host does not exist, and the DNS server is dead.
        Fault(
            "mdns.not-found", .connectionDown, "Nobody._ipp._tcp.local", ["Nobody"],
            name: "a missing service, and a dead DNS server", kind: .double
        ) {
            try await $0.serveOnLink()
            _ = try await $0.dns.stop()
        },
        // A pulled cable and no avahi-daemon: the cable is the cause.
        Fault(
            "link.no-carrier", .connectionDown, "Web._http._tcp.local", ["eth0"],
            name: "a pulled cable, and no avahi-daemon",
            kind: .double
        ) {
            try await $0.office.clientCable.unplug()
        },
    ]
}

import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of the machine that makes the checks.
enum LocalFaults {
    static let rows: [Fault] = [
        Fault("local.resource", .connectionDown, "10.77.2.1:80", ["no local port is free"], name: "no free port") {
            // The only local port is used by a connection to the same destination.
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.ip_local_port_range=40000 40000"])
            let taken = try $0.client.spawn([
                "bash", "-c", "exec 3<>/dev/tcp/10.77.2.1/80; echo ready; exec sleep 1d",
            ])
            try await taken.output.first("a connection on the last port") { $0 == "ready" }
        },
        // The error for ::1 is the same as without a free port.
        Fault(
            "tcp.refused", .connectionDown, "tcp://localhost:81", ["127.0.0.1:81"],
            name: "IPv6 is switched off, and the hosts file has ::1 for localhost"
        ) {
            try await $0.client.run(["sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1"])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n")
        },
        Fault(
            "local.resource", .err, "http://www.lab.example/", ["Too many open files"],
            name: "no file descriptor for a name lookup",
            under: ["prlimit", "--nofile=14"]),
        Fault("local.ipsec", .connectionDown, "10.77.2.1:80", ["10.77.2.1:80"], name: "an IPsec policy without keys") {
            try await $0.client.run([
                "ip", "xfrm", "policy", "add", "dst", "10.77.2.0/24", "dir", "out", "tmpl", "src", "10.77.1.1", "dst",
                "10.77.2.1", "proto", "esp", "mode", "tunnel",
            ])
        },
        Fault(
            "local.trust-store", .connectionDown, "https://www.lab.example/", ["/etc/ssl/certs/ca-certificates.crt"],
            name: "the file with the certificate authorities is empty"
        ) { try await $0.emptyTrustStore() },
        Fault(
            "local.trust-store", .connectionDown, "", ["/etc/ssl/certs/ca-certificates.crt"],
            name: "the file with the certificate authorities is empty, machine status",
            way: .status("publish: off\ninterval: 30s\n")
        ) { try await $0.emptyTrustStore() },
        Fault(
            "local.ipsec", .connectionDown, "", ["the Internet"],
            name: "an IPsec policy without keys for all other networks",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            let policy = ["ip", "xfrm", "policy", "add", "dir", "out"]
            try await $0.client.run(
                policy + [
                    "dst", "0.0.0.0/0", "priority", "100", "tmpl", "src", "10.77.1.1", "dst", "10.77.2.1", "proto",
                    "esp",
                    "mode", "tunnel",
                ])
            try await $0.client.run(policy + ["dst", "10.77.1.0/24", "priority", "10"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Fault(
            "local.queue", .connectionDown, "https://www.lab.example/", ["eth0"],
            name: "a shaper whose burst is smaller than a packet"
        ) {
            try await $0.client.run([
                "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "1mbit", "burst", "150b", "limit", "3000",
            ])
        },
        Fault(
            "local.permission", .connectionIndeterminate, "icmp://10.77.2.1", ["10.77.2.1"],
            under: ["setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw"]
        ) {
            // No group may have ICMP sockets (icmp(7)).
            try await $0.client.run(["sysctl", "-qw", "net.ipv4.ping_group_range=1 0"])
        },
    ]
}

extension OfficeAtWork {
    fileprivate func emptyTrustStore() async throws {
        try await client.run(["truncate", "-s", "0", "/etc/ssl/certs/ca-certificates.crt"])
    }
}

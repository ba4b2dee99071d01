import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of Unix sockets.
enum UnixFaults: LabKind {
    private static let path = "/run/lab.sock"
    private static let target = "unix:\(path)"
    private static let page = "unix:\(path):/health"
    /// A user without rights.
    private static let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    private static func fault(
        _ cause: CauseID, _ fault: String, _ facts: [String] = [], _ target: String, _ words: String
    ) -> Fault {
        Fault(cause, .connectionDown, target, facts, name: "a socket \(words)") {
            try await $0.client.startServer(at: path, fault: fault)
        }
    }

    static let healthyTargets: [HealthyTarget] = [HealthyTarget(target), HealthyTarget(page)]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.client.startServer(at: path)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "a socket that accepts connections") {
            try await $0.client.startServer(at: path)
        },
        Fault(
            nil, .connectionUp, page, name: "a page over a socket, without a network",
            options: ["--contains", "correct", "--header", "X-Lab: 1"]
        ) {
            try await $0.client.startServer(at: path)
            try await $0.client.run(["ip", "link", "set", "eth0", "down"])
        },
        Fault(
            nil, .connectionUp, "unix:/run/netdiag/netdiag.sock:/healthz", name: "the socket of netdiagd",
            way: .daemon("publish: off\n")),
        Fault("unix.no-socket", .connectionDown, target, ["/run/lab.sock does not exist"], name: "no socket"),
        Fault(
            "unix.no-socket", .connectionDown, "unix:/run/lab/app/s", ["/run/lab does not exist"],
            name: "no directory for the socket"),
        Fault("unix.not-a-socket", .connectionDown, target, ["is a file"], name: "a regular file instead of a socket") {
            try await $0.client.write(path, "1234\n")
        },
        fault("unix.refused", "gone", ["left over"], target, "without a listener"),
        Fault(
            "unix.permission", .connectionDown, target, ["written to", "of user 0 and group 0, mode 0660"],
            name: "a socket without permission", under: nobody
        ) {
            try await $0.client.startServer(at: path)
        },
        Fault(
            "unix.permission", .connectionDown, "unix:/run/lab/s", ["/run/lab may not be searched", "mode 0700"],
            name: "a directory without permission", under: nobody
        ) {
            try await $0.client.run(["mkdir", "-m", "700", "/run/lab"])
            try await $0.client.startServer(at: "/run/lab/s")
        },
        fault("unix.backlog-full", "full", [], target, "whose server accepts no connections"),
        fault("unix.wrong-type", "datagrams", [], target, "of type datagram"),
        fault("unix.wrong-type", "packets", [], target, "of type seqpacket"),
        fault("unix.closed", "closes", ["closes"], page, "whose server closes"),
        fault("unix.no-answer", "silent", [], page, "whose server does not answer"),
        fault("http.malformed", "foreign", [], page, "with another protocol"),
        fault("http.not-found", "", ["404"], "unix:\(path):/absent", "without the page"),
        Fault(
            "http.unexpected-body", .connectionDown, page, name: "a socket with another page",
            options: ["--contains", "absent"]
        ) {
            try await $0.client.startServer(at: path)
        },
    ]
}

extension UnixFaults {
    static func curlArguments(for check: PeerCheck) -> [String]? {
        let target = check.target
        guard target.isPage else { return nil }
        return ["--unix-socket", target.host.description, "http://localhost\(target.path)"]
    }

    static func clientCommand(for check: PeerCheck) -> [String]? {
        check.target.isPage ? nil : ["ncat", "-U", check.target.host.description]
    }

    static let culprits: [String: [String]] = [
        "unix.no-socket": ["no such file"], "unix.backlog-full": ["temporarily unavailable"],
        "unix.wrong-type": ["wrong type"], "unix.closed": ["empty reply"], "unix.no-answer": ["timed out", "timeout"],
    ]
}

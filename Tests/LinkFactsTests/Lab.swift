import Foundation
import NetworkModel
import TestProcess
import Testing

/// Two hosts in network namespaces with a cable between them, which are removed with the last reference. Requires root.
///
/// `near` has the interface under test, `eth0`; `far` is its neighbour.
final class Lab: Sendable {
    static let isPossible = geteuid() == 0 && access("/usr/sbin/ip", X_OK) == 0

    let near: String
    let far: String

    init() throws {
        let unique = "linkfacts-\(getpid())-\(UInt16.random(in: 0...UInt16.max))"
        near = unique + "-a"
        far = unique + "-b"
        for name in [near, far] {
            try Self.run("ip", "netns", "add", name)
            // Addresses are usable at once, so that two consecutive dumps are the same.
            try Self.run("ip", "netns", "exec", name, "sysctl", "-qw", "net.ipv6.conf.default.accept_dad=0")
        }
        // If both ends have the same index, the kernel treats the cable as hardware without a peer, and reports a lost
        // carrier only once a second.
        try Self.run("ip", "-n", far, "link", "add", "br9", "type", "bridge")
        try Self.run("ip", "-n", near, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", far)
        for name in [near, far] {
            for device in ["lo", "eth0"] { try Self.run("ip", "-n", name, "link", "set", device, "up") }
        }
        try Self.run("ip", "-n", near, "addr", "add", "192.0.2.2/24", "dev", "eth0")
        try Self.run("ip", "-n", near, "addr", "add", "2001:db8::2/64", "dev", "eth0", "nodad")
        try Self.run("ip", "-n", far, "addr", "add", "192.0.2.1/24", "dev", "eth0")
        try Self.run("ip", "-n", near, "route", "add", "default", "via", "192.0.2.1")
        // The operational state follows the carrier with a delay.
        _ = try probe("--await-up", "eth0")
    }

    deinit {
        for name in [near, far] { _ = try? Self.run("ip", "netns", "del", name) }
    }

    /// Runs `ip` in the near namespace.
    @discardableResult
    func ip(_ arguments: String...) throws -> Data {
        try Self.run(["ip", "-n", near] + arguments)
    }

    @discardableResult
    static func run(_ command: String...) throws -> Data { try run(command) }

    @discardableResult
    static func run(_ command: [String], input: String? = nil) throws -> Data {
        let result = try TestProcess.runBlocking(command, input: input ?? "")
        guard result.exitStatus == 0 else {
            throw LabError(description: "\(command.joined(separator: " ")): exit \(result.exitStatus)")
        }
        return result.output
    }

    /// The path of the helper program, which the package builds next to the tests.
    static var probe: String {
        let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
        let directory = bundle.map { ($0 as NSString).deletingLastPathComponent } ?? Bundle.main.bundlePath
        return directory + "/LinkFactsProbe"
    }

    func probe(_ arguments: String...) throws -> Data {
        try Self.run(["ip", "netns", "exec", near, Self.probe] + arguments)
    }

    func snapshot() throws -> NetworkSnapshot {
        try JSONDecoder().decode(NetworkSnapshot.self, from: probe())
    }
}

struct LabError: Error, CustomStringConvertible {
    let description: String
}

// For the importer, its headers define the types of the socket calls.
import CAres
import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// Resolves names of multicast DNS in the same way as the system resolver: over avahi-daemon's socket, like nss-mdns.
public struct MulticastResolver: Sendable {
    let loop: EventLoop
    let socketPath: String
    /// The file with the services of the system resolver.
    let nameServices: String

    /// The maximum length of a line. The longest one of avahi-daemon contains a name of 1,008 bytes.
    private static let lineLimit = 2_048
    /// The second family's response arrives in the same packet as the first's, or not at all.
    private static let graceForOtherFamily = Duration.milliseconds(120)

    private enum Part: Sendable {
        case unanswered(DNSEvidence.Multicast.Responder)
        case found(IPAddress)
        case overdue
    }

    /// The addresses of a name below `.local`, and the state of multicast DNS on this machine.
    ///
    /// - Throws: `CancellationError`.
    public func lookUp(
        _ name: String, families: Set<AddressFamily>, until deadline: ContinuousClock.Instant
    ) async throws -> (answers: [Resolution.Answer], view: DNSEvidence.Multicast) {
        let begun = ContinuousClock.now
        let name = name.hasSuffix(".") ? String(name.dropLast()) : name
        var answers: [Resolution.Answer] = []
        var responder = DNSEvidence.Multicast.Responder.absent
        await withTaskGroup(of: Part.self) { group in
            for family in families {
                let question = "RESOLVE-HOSTNAME-\(family == .ipv4 ? "IPV4" : "IPV6") \(name)\n"
                group.addTask { await query(question, until: deadline) }
            }
            for await part in group {
                switch part {
                case .unanswered(let state):
                    if responder == .absent { responder = state }
                case .found(let address):
                    responder = .answered
                    answers.append(.init(address: address, source: .mdns, duration: begun.duration(to: .now)))
                    group.addTask {
                        try? await loop.sleep(until: min(deadline, .now + Self.graceForOtherFamily))
                        return .overdue
                    }
                case .overdue: group.cancelAll()
                }
                if answers.count == families.count { group.cancelAll() }
            }
        }
        try Task.checkCancellation()
        return (answers, .init(responder: responder, nameServices: NameServices.hosts(in: nameServices).services))
    }

    /// Whether avahi-daemon accepts connections.
    var isRunning: Bool {
        guard let fd = UnixStream.connected(to: socketPath) else { return false }
        close(fd)
        return true
    }

    /// The name of an address according to a host on the link; `nil` if there is none by the deadline, or if avahi-daemon
    /// does not run.
    func name(of address: IPAddress, until deadline: ContinuousClock.Instant) async -> Resolution.Answer? {
        let begun = ContinuousClock.now
        let question = "RESOLVE-ADDRESS \(IPAddress(bytes: address.bytes) ?? address)\n"
        guard case .line(let line) = await reply(to: question, until: deadline) else { return nil }
        // The form is `+ INTERFACE PROTOCOL NAME`.
        let words = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).split(separator: " ")
        guard words.count == 4, words[0] == "+" else { return nil }
        return .init(address: address, name: String(words[3]), source: .mdns, duration: begun.duration(to: .now))
    }

    private func query(_ question: String, until deadline: ContinuousClock.Instant) async -> Part {
        switch await reply(to: question, until: deadline) {
        case .absent: .unanswered(.absent)
        case .line(let line): Self.address(in: line).map(Part.found) ?? .unanswered(.silent)
        }
    }

    private enum Reply {
        /// There is no avahi-daemon.
        case absent
        /// The response up to the end of a line; empty if it was silent.
        case line([UInt8])
    }

    /// The response to a query on a connection of its own; a cancelled task closes it.
    private func reply(to question: String, until deadline: ContinuousClock.Instant) async -> Reply {
        guard let fd = UnixStream.connected(to: socketPath) else { return .absent }
        defer { close(fd) }
        let bytes = Array(question.utf8)
        guard send(fd, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else { return .line([]) }
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.lineLimit)
        while !line.contains(UInt8(ascii: "\n")), line.count < Self.lineLimit {
            guard let ready = try? await loop.ready(fd, for: .readable, until: deadline), !ready.isEmpty else { break }
            let count = recv(fd, &buffer, buffer.count, 0)
            guard count > 0 || (count < 0 && errno == EAGAIN) else { break }
            line += buffer.prefix(max(count, 0))
        }
        return .line(line)
    }

    /// Parses `+ INTERFACE PROTOCOL NAME ADDRESS`; a link-local address belongs to the interface.
    private static func address(in line: [UInt8]) -> IPAddress? {
        let words = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).split(separator: " ")
        guard words.count == 5, words[0] == "+", let address = IPAddress(String(words[4])) else { return nil }
        guard address.family == .ipv6, address.isLinkLocal, let index = UInt32(words[1]) else { return address }
        return IPAddress(bytes: address.bytes, zone: InterfaceName.zone(ofIndex: index))
    }
}

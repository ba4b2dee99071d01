// Its headers own the types of the socket calls, in the eyes of the importer.
import CAres
import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// What multicast DNS makes of a name, asked where the system's resolver asks: avahi-daemon's socket, as nss-mdns does.
public struct MulticastResolver: Sendable {
    let loop: EventLoop
    let socketPath: String
    /// The file that says whom the system's resolver asks.
    let nameServices: String

    /// The longest line that avahi-daemon sends has a name of 1,008 bytes in it.
    private static let lineLimit = 2_048
    /// The second family's answer comes in the same packet as the first's, or not at all.
    private static let graceForOtherFamily = Duration.milliseconds(120)

    private enum Part: Sendable {
        case unanswered(DNSEvidence.Multicast.Responder)
        case found(IPAddress)
        case overdue
    }

    /// The addresses of a name below `.local`, and what the machine has to find them with.
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

    /// The name that a host of the link has for an address; `nil` if none says so by the deadline, or no avahi-daemon runs.
    func name(of address: IPAddress, until deadline: ContinuousClock.Instant) async -> Resolution.Answer? {
        let begun = ContinuousClock.now
        let question = "RESOLVE-ADDRESS \(IPAddress(bytes: address.bytes) ?? address)\n"
        guard case .line(let line) = await reply(to: question, until: deadline) else { return nil }
        // `+ INTERFACE PROTOCOL NAME`
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
        /// No avahi-daemon.
        case absent
        /// What came, up to a line's end; nothing at all from one that is silent.
        case line([UInt8])
    }

    /// One question on a connection of its own; a task that is cancelled closes it.
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

    /// `+ INTERFACE PROTOCOL NAME ADDRESS`, where there is one; a link-local address belongs to the interface.
    private static func address(in line: [UInt8]) -> IPAddress? {
        let words = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).split(separator: " ")
        guard words.count == 5, words[0] == "+", let address = IPAddress(String(words[4])) else { return nil }
        guard address.family == .ipv6, address.isLinkLocal, let index = UInt32(words[1]) else { return address }
        return IPAddress(bytes: address.bytes, zone: InterfaceName.zone(ofIndex: index))
    }
}

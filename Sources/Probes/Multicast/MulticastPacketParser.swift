import HostResolution
import NetworkModel

/// The interpretation of the packets that a multicast DNS socket receives.
struct MulticastPacketParser {
    struct Packet: Sendable {
        let sender: IPAddress
        let bytes: [UInt8]
    }

    /// The maximum number of packets that are examined for each socket in each period of listening, even in a flood.
    static let packetLimit = 256
    private static let maxHosts = 16
    private static let maxMalformed = 8

    private let own: Set<[UInt8]>
    /// The query as sent to the group.
    private let query: [UInt8]
    /// The requested name in the spelling of the parser.
    private let target: String?
    private(set) var heardItself = false
    private var heard: [IPAddress] = []
    private var direct: [IPAddress] = []
    private var forTarget: [IPAddress] = []
    private var malformed: [MulticastObservation.Malformed] = []

    /// Creates an interpretation.
    ///
    /// - Parameter own: The addresses of this machine on the link.
    init(own: Set<[UInt8]>, query: MulticastQuery) {
        self.own = own
        self.query = query.message(id: 0)
        target = MulticastMessage(self.query).names.first
    }

    /// Whether a host responds by unicast, and none is heard over the group.
    var isOneWay: Bool { !direct.isEmpty && heard.isEmpty }

    mutating func record(shared: [Packet], direct: [Packet]) {
        for packet in shared { record(packet, isShared: true) }
        for packet in direct { record(packet, isShared: false) }
    }

    private mutating func record(_ packet: Packet, isShared: Bool) {
        let isOwn = own.contains(packet.sender.bytes)
        // The ID is ignored: the query that requests a unicast response is looped back as well.
        if isOwn, isShared, packet.bytes.dropFirst(2) == query.dropFirst(2) {
            heardItself = true
            return
        }
        let message = MulticastMessage(packet.bytes)
        let isAboutTarget = target.map { message.names.contains($0) } ?? false
        if let problem = message.problem { record(problem, of: packet.sender, isAboutTarget) }
        guard !isOwn else { return }
        if isShared { Self.add(packet.sender, to: &heard) }
        guard message.isResponse else { return }
        if !isShared { Self.add(packet.sender, to: &self.direct) }
        if let target, message.located.contains(target) { Self.add(packet.sender, to: &forTarget) }
    }

    private mutating func record(_ problem: String, of sender: IPAddress, _ isAboutTarget: Bool) {
        if let index = malformed.firstIndex(where: { $0.sender == sender }) {
            malformed[index].count += 1
            malformed[index].isAboutTarget = malformed[index].isAboutTarget || isAboutTarget
        } else if malformed.count < Self.maxMalformed {
            malformed.append(.init(sender: sender, problem: problem, isAboutTarget: isAboutTarget))
        }
    }

    private static func add(_ host: IPAddress, to hosts: inout [IPAddress]) {
        if hosts.count < maxHosts, !hosts.contains(host) { hosts.append(host) }
    }

    func describe(in view: inout MulticastObservation) {
        view.heard = heard
        view.answeredDirectly = direct
        view.answeredForTarget = forTarget
        view.malformed = malformed
    }
}

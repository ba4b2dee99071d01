import NetworkModel

@testable import Probes
@testable import SystemAddresses

/// Echo replies of raw sockets, and the errors that traces take from the queue of a socket.
enum ICMPEntry: FuzzEntry {
    static let name = "icmp"

    static func run(_ input: [UInt8]) throws {
        var rest = Input(input)
        let family = rest.choice(AddressFamily.allCases)
        let (type, code) = (rest.byte(), rest.byte())
        let error = ICMPError(family: family, type: type, code: code, reporter: nil, mtu: 1_280)
        try require((error.mtu != nil) == (error.meaning == .tooBig), "an MTU with \(error.meaning)")
        let packet = rest.rest
        for isRaw in [true, false] {
            let any = EchoSocket.sequence(in: packet, family, isRaw: isRaw, identifier: nil)
            let own = EchoSocket.sequence(in: packet, family, isRaw: isRaw, identifier: 0x6e64)
            try require(own == nil || own == any, "a reply to another process")
        }
        let queued = QueuedError(code: 0, icmp: error, sent: Array(packet.prefix(8)))
        _ = (queued.isAbout(0x6e64), queued.reporter, EchoSocket.checksum(Array(packet)))
    }
}

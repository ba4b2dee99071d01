import NetworkModel
import Probes
import Synchronization

/// The gateways that replied to an echo request since this process started, and those that are being probed now.
final class GatewayMemory: Sendable {
    let questions = SharedLinkRequests<GatewayEvidence.ARPResult>()
    /// The same for replies to echo requests that this machine may drop, which need a packet socket as well.
    let replies = SharedLinkRequests<ReplyArrivalProbe.Outcome>()
    /// The same for other hosts with this machine's hardware address.
    let twins = SharedLinkRequests<LinkHost?>()
    /// The gateways on links where another host has this machine's address.
    private let shared = Mutex<Set<LinkRequestKey>>([])
    private let answered = Mutex<Set<IPAddress>>([])
    private let withheld = Mutex<Set<LinkRequestKey>>([])

    func insert(_ gateway: IPAddress) {
        answered.withLock { answered in
            // A laptop that moves through more networks than this forgets all of them.
            if answered.count >= 256 { answered.removeAll() }
            answered.insert(gateway)
        }
    }

    func knows(_ gateway: IPAddress) -> Bool {
        answered.withLock { $0.contains(gateway) }
    }

    /// Records whether another host has this machine's address on the link of a gateway.
    func record(isShared: Bool, _ place: LinkRequestKey) {
        shared.withLock { shared in
            guard isShared, shared.count < 256 else {
                shared.remove(place)
                return
            }
            shared.insert(place)
        }
    }

    func isShared(_ place: LinkRequestKey) -> Bool { shared.withLock { $0.contains(place) } }

    /// Adds to a hop that this machine was seen to drop the gateway's replies to ARP or NDP, if the kernel still finds no neighbour
    /// and this check has ended before its own request. Otherwise, checks would name two causes in turn.
    func update(_ hop: inout GatewayEvidence.Hop, _ place: LinkRequestKey) {
        let isUnanswered = hop.neighbour?.state.isUnanswered == true
        let arp = hop.arp
        let isWithheld = withheld.withLock { withheld in
            if arp == .answered, isUnanswered, withheld.count < 256 {
                withheld.insert(place)
            } else if arp == .silent || !isUnanswered {
                withheld.remove(place)
            }
            return withheld.contains(place)
        }
        if arp == nil, isWithheld { hop.arp = .answered }
    }
}

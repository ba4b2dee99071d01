import CNetlink
import EventLoopKit
import NetworkModel

/// What there is only while somebody listens: the socket in the multicast groups, and the facts that it keeps fresh.
///
/// Belongs to the monitor: not `Sendable`.
final class Listening {
    let socket: NetlinkSocket
    let resolverWatch: ResolverWatch?
    var state = KernelState()
    /// `nil` until they have been read once.
    var resolvers: ResolverConfiguration?
    /// How often reading them was begun; of two readings that overlap the later one counts.
    var resolverReadings = 0
    var watches: [Watch] = []
    /// Messages were lost, and what is known may be wrong.
    var mustResynchronise = false

    private static let groups = [
        RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE, RTNLGRP_NEIGH,
    ]

    init(resolverWatch: ResolverWatch?) throws(LinkFactsError) {
        // Room for some thousand messages: a burst that one pass of the loop is late for.
        socket = try NetlinkSocket(receiveBuffer: 1 << 20)
        self.resolverWatch = resolverWatch
        for group in Self.groups { try socket.join(group) }
    }

    deinit {
        // Before the descriptors close, whose numbers may be given to others.
        for watch in watches { watch.cancel() }
    }
}

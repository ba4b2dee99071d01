import CNetlink
import NetworkModel

@testable import LinkFacts

/// Messages of rtnetlink(7), as datagrams.
enum NetlinkEntry: FuzzEntry {
    static let name = "netlink"

    static func run(_ input: [UInt8]) throws {
        var count = 0
        for message in NetlinkMessages(input[...]) {
            count += 1
            if let link = LinkRecord(message) {
                try require(!link.name.isEmpty && link.index > 0, "a link without a name or number")
            }
            if let address = AddressRecord(message, readAt: 1) {
                try require([4, 16].contains(address.key.address.count), "an address of no family")
                try require(address.key.prefixLength <= address.key.address.count * 8, "too long a prefix")
            }
            if let route = RouteRecord(message) {
                try require(route.nextHops.count <= input.count / 8 + 1, "more hops than fit")
                _ = (route.kind, route.isOfMainTable, RouteOrigin.name(route.origin))
            }
            if let neighbour = NeighbourRecord(message) {
                try require(IPAddress(bytes: neighbour.key.address) != nil, "a neighbour without an address")
            }
            if let counters = LinkCounters(message, readAt: 2) { _ = counters.losses(since: counters) }
            _ = NetlinkSocket.error(message, of: .links)
        }
        try require(count <= input.count / NetlinkMessage.headerLength, "more messages than fit")
    }
}

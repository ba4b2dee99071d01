import CNetlink
import Glibc
import NetworkModel

/// Queries nl80211 (linux/nl80211.h) about wireless interfaces. A machine without any sends no query, and has no socket for
/// it.
///
/// It belongs to the actor that created it: not `Sendable`.
final class WirelessReader {
    private var connection: (socket: NetlinkSocket, family: Int)?

    /// Whether the interface belongs to a radio.
    ///
    /// - Complexity: One access(2). /sys shows the network namespace in which it was mounted; if that is another one,
    ///   interfaces count as wired ones.
    static func isWireless(_ name: String) -> Bool {
        access("/sys/class/net/\(name)/phy80211", F_OK) == 0
    }

    /// The state of the radio; without an association, or without a response of nl80211, a link with unknown values.
    func read(_ index: UInt32) -> WirelessLink {
        var association = Association()
        do throws(LinkFactsError) {
            let (socket, family) = try connected()
            for request in NetlinkRequest.association(of: index, family: family) {
                _ = try socket.perform(request) { association.read($0.payload) }
            }
        } catch {
            // A driver may refuse a query; the results of the others are still used.
        }
        return association.link
    }

    private func connected() throws(LinkFactsError) -> (socket: NetlinkSocket, family: Int) {
        if let connection { return connection }
        let socket = try NetlinkSocket(NETLINK_GENERIC, receiveBuffer: 1 << 16)
        var family: UInt16?
        _ = try socket.perform(.genericFamily(NL80211_GENL_NAME)) { message in
            family = NetlinkAttributes(message.payload.from(4)).first { $0.type == Int(CTRL_ATTR_FAMILY_ID) }?
                .value.integer(at: 0)
        }
        guard let family else { throw .malformed(.findFamily(NL80211_GENL_NAME)) }
        let made = (socket: socket, family: Int(family))
        connection = made
        return made
    }
}

extension NetlinkRequest {
    /// `struct genlmsghdr`: a command, a version and two reserved bytes.
    private static func generic(
        _ purpose: LinkFactsError.Request, family: Int, command: UInt32, flags: CInt = 0
    ) -> NetlinkRequest {
        NetlinkRequest(purpose, type: family, flags: flags, header: [UInt8(truncatingIfNeeded: command), 1, 0, 0])
    }

    /// Requests the number of a family of generic netlink.
    static func genericFamily(_ name: String) -> NetlinkRequest {
        generic(.findFamily(name), family: Int(GENL_ID_CTRL), command: UInt32(CTRL_CMD_GETFAMILY))
            .with(Int(CTRL_ATTR_FAMILY_NAME), Array(name.utf8) + [0])
    }

    /// The requests about an association: the interface, the access point as a station, and its entry in the last scan.
    static func association(of index: UInt32, family: Int) -> [NetlinkRequest] {
        let dump = NLM_F_DUMP
        return [
            generic(.readRadio, family: family, command: NL80211_CMD_GET_INTERFACE.rawValue),
            generic(.readStation, family: family, command: NL80211_CMD_GET_STATION.rawValue, flags: dump),
            generic(.listAccessPoints, family: family, command: NL80211_CMD_GET_SCAN.rawValue, flags: dump),
        ].map { $0.with(Int(NL80211_ATTR_IFINDEX.rawValue), index) }
    }
}

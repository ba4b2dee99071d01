/// An error of this machine in reading the state of its network.
public enum LinkFactsError: Error, Sendable, Hashable {
    /// A request to the kernel over netlink (netlink(7)).
    public enum Request: Sendable, Hashable {
        /// All interfaces.
        case listInterfaces
        /// One interface.
        case readInterface
        /// The counters of an interface.
        case readCounters
        /// The queueing disciplines of all interfaces.
        case listQueues
        /// The addresses of all interfaces.
        case listAddresses
        /// The routes.
        case listRoutes
        /// The rules of policy routing.
        case listRules
        /// The neighbours.
        case listNeighbours
        /// The route of one packet.
        case lookUpRoute
        /// The TCP connections of this machine.
        case listConnections
        /// The number of a family of generic netlink, such as `nl80211`.
        case findFamily(String)
        /// A wireless interface.
        case readRadio
        /// The access point that a wireless interface is associated with.
        case readStation
        /// The access points of the last scan.
        case listAccessPoints
    }

    /// A system call failed; the code is its `errno`.
    case call(String, code: CInt)
    /// The kernel did not respond to a request within a second.
    case noResponse(Request)
    /// The kernel refused a request; with its own text (`NLMSGERR_ATTR_MSG`), if there is one.
    case refused(Request, code: CInt, message: String?)
    /// The kernel's response is not valid.
    case malformed(Request)
    /// The monitor was shut down.
    case shutDown
}

import NetworkModel

extension BrowseState {
    /// The inputs of a browse.
    enum Input {
        case daemonFound
        /// The client is gone, with all browsers and resolvers.
        case daemonLost
        /// The time is over in which instances from before the daemon's restart could have been seen again.
        case holdoverEnded

        case typeListed(String, BrowserOrigin)
        case typeUnlisted(String, BrowserOrigin)
        case allTypesListed
        /// avahi-daemon returned no browser for the type.
        case browserFailed(type: String)

        /// An instance was listed.
        ///
        /// - Parameter interfaceName: The name of the interface; `nil` for wide-area DNS-SD.
        case instanceListed(InstanceIdentifier, BrowserOrigin, interfaceName: String?)
        case instanceUnlisted(InstanceIdentifier, BrowserOrigin)
        case allInstancesListed(type: String)

        case resolved(BrowsedInstance.ID, InstanceResolution.Outcome)
        /// avahi-daemon returned no resolver for the instance.
        case resolverFailed(BrowsedInstance.ID)
        /// ``Effect/takeTurn`` was executed; with whether avahi-daemon has room for a resolver.
        case turn(hasRoom: Bool)
        /// ``Effect/requestRoom`` was executed, and no other browse released a resolver.
        case noRoomElsewhere
        /// Another browse needs room.
        case roomRequested
    }

    /// The effects that the owner of the browsers and resolvers executes, in order.
    enum Effect {
        case send(BrowseEvent)
        /// Sends ``BrowseEvent/unavailable(_:)`` with the client's error.
        case sendClientError
        case holdOver(until: HoldoverEnd)
        case startTypeBrowser
        /// Types are in lower case as keys; `name` is as it was listed.
        case startBrowser(type: String, name: String)
        case stopBrowser(type: String)
        case startResolver(BrowsedInstance.ID, InstanceIdentifier, BrowserOrigin)
        case stopResolver(BrowsedInstance.ID)
        case stopAll
        /// Leads to ``Input/turn(hasRoom:)``.
        case takeTurn
        case takeTurnAt(ContinuousClock.Instant)
        /// Makes another browse release a resolver.
        case requestRoom
    }

    /// See ``CacheExpiry``.
    enum HoldoverEnd {
        case maxAbsence, listed
    }
}

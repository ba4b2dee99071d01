import NetworkModel

extension BrowseState {
    /// What happens to a browse.
    enum Input {
        case daemonFound
        /// The client has gone, and with it all browsers and resolvers.
        case daemonLost
        /// What was seen before the daemon went has had time enough to be seen again.
        case holdoverEnded

        case typeListed(String, Sighting)
        case typeUnlisted(String, Sighting)
        case allTypesListed
        /// avahi-daemon gives no browser for the type.
        case browserFailed(type: String)

        /// - Parameter interfaceName: `nil` for wide-area DNS-SD.
        case instanceListed(InstanceIdentifier, Sighting, interfaceName: String?)
        case instanceUnlisted(InstanceIdentifier, Sighting)
        case allInstancesListed(type: String)

        case resolved(BrowsedInstance.ID, InstanceResolution.Outcome)
        /// avahi-daemon gives no resolver for the instance.
        case resolverFailed(BrowsedInstance.ID)
        /// ``Effect/takeTurn`` was executed, and avahi-daemon has room for a resolver or not.
        case turn(hasRoom: Bool)
        /// ``Effect/requestRoom`` was executed, and no other browse had a resolver to give up.
        case noRoomElsewhere
        /// Another browse needs room.
        case roomRequested
    }

    /// What the owner of the browsers and resolvers does next, in order.
    enum Effect {
        case send(BrowseEvent)
        /// Sends ``BrowseEvent/unavailable(_:)`` with the client's error.
        case sendClientError
        case holdOver(until: HoldoverEnd)
        case startTypeBrowser
        /// Types are lowercase where they are keys; `name` is as it was listed.
        case startBrowser(type: String, name: String)
        case stopBrowser(type: String)
        case startResolver(BrowsedInstance.ID, InstanceIdentifier, Sighting)
        case stopResolver(BrowsedInstance.ID)
        case stopAll
        /// Feeds ``Input/turn(hasRoom:)``.
        case takeTurn
        case takeTurnAt(ContinuousClock.Instant)
        /// Has another browse give up a resolver.
        case requestRoom
    }

    /// See ``Holdover``.
    enum HoldoverEnd {
        case longestAbsence, listed
    }
}

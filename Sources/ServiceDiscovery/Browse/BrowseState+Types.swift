import NetworkModel

/// The browsed types, each with a browser of avahi.
extension BrowseState {
    /// A type whose instances are browsed.
    struct BrowsedType {
        /// Where the type is listed; empty if it was requested by name.
        var places: Set<BrowserOrigin> = []
        /// Whether all instances that avahi-daemon knows have been listed.
        var isListed = false
    }

    mutating func addType(_ type: String, _ place: BrowserOrigin) {
        // A malformed type from one host does not prevent others from being browsed.
        guard (try? ServiceType.validate(type, use: .browsing)) != nil,
            types[type.lowercased()] != nil || startBrowser(type)
        else { return }
        types[type.lowercased()]?.places.insert(place)
    }

    /// Starts the browser of a type.
    ///
    /// - Returns: Whether there was room.
    mutating func startBrowser(_ type: String) -> Bool {
        guard types.count < Self.maxTypes || retireUnusedType() else { return false }
        let key = type.lowercased()
        types[key] = BrowsedType()
        emit(.startBrowser(type: key, name: type))
        return true
    }

    /// Retires a type without instances, so that mere names of types do not exclude another type.
    ///
    /// - Returns: Whether there was one.
    private mutating func retireUnusedType() -> Bool {
        guard let unused = types.first(where: { $1.isListed && instancesOfType[$0] == nil })?.key else { return false }
        types[unused] = nil
        emit(.stopBrowser(type: unused))
        return true
    }

    /// Makes room for another type once this one is not listed anywhere and has no instance.
    mutating func retireType(_ type: String) {
        let key = type.lowercased()
        guard self.type == nil, types[key]?.places.isEmpty == true, instancesOfType[key] == nil else { return }
        types[key] = nil
        emit(.stopBrowser(type: key))
        reportIfAllListed()
    }
}

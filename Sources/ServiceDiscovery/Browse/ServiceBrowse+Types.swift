import NetworkModel

/// The types that are browsed, each with a browser of avahi's of its own.
extension ServiceBrowse {
    private static let mostTypes = 512

    func takeType(_ event: BrowserEvent<String>) {
        switch event {
        case .new(let type, let place):
            // One that is none, from a host that does not know better, is no reason to look no further.
            guard (try? ServiceType.validate(type, use: .browsing)) != nil,
                types[type.lowercased()] != nil || addType(type)
            else { return }
            types[type.lowercased()]?.places.insert(place)
        case .removed(let type, let place):
            types[type.lowercased()]?.places.remove(place)
            retire(type)
        case .allForNow, .failed:
            areTypesDone = true
            tellIfDrained()
        case .cacheExhausted: break
        }
    }

    func addType(_ type: String) -> Bool {
        guard let client, types.count < Self.mostTypes || giveUpIdleType() else { return false }
        let key = type.lowercased()
        let browser = InstanceBrowser(client, type: type, domain: domain) { [unowned self] in takeInstance($0, key) }
        guard let browser else { return false }
        types[key] = BrowsedType(browser)
        return true
    }

    /// Gives up the browser of a type that nobody has an instance of, so that names of types alone keep out no other.
    ///
    /// - Returns: Whether there was one.
    private func giveUpIdleType() -> Bool {
        let used = Set(seen.keys.map { $0.instance.type.lowercased() })
        guard let idle = types.first(where: { $1.isDone && !used.contains($0) })?.key else { return false }
        types.removeValue(forKey: idle)?.browser.free()
        return true
    }

    /// Makes room for another type once this one is listed nowhere and has no instance.
    func retire(_ type: String) {
        let key = type.lowercased()
        guard self.type == nil, let browsed = types[key], browsed.places.isEmpty,
            !seen.keys.contains(where: { $0.instance.type.lowercased() == key })
        else { return }
        browsed.browser.free()
        types[key] = nil
        tellIfDrained()
    }
}

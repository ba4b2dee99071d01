import NetworkModel
import ServiceDiscovery

extension ConfigurationDecoder {
    private static let maxTypes = 16

    mutating func discovery(_ setting: Setting) -> Configuration.Discovery {
        var discovery = Configuration.Discovery()
        discovery.isAskedFor = !setting.node.isNull
        guard let group = group(setting, known: ["types", "check", "interval", "peers"]) else { return discovery }
        if let types = group["types"], let items = list(types, of: "service types, as in [_http._tcp]") {
            discovery.types = items.compactMap { serviceType($0) }
            if items.count > Self.maxTypes {
                refuse(types, "has \(items.count) types; the maximum is \(Self.maxTypes)")
            }
        }
        if let check = group["check"], let value = boolean(check) { discovery.isChecking = value }
        if let interval = group["interval"], let value = duration(interval, in: .seconds(5) ... .seconds(3_600)) {
            discovery.interval = value
        }
        if let peers = group["peers"], let value = boolean(peers) { discovery.findsPeers = value }
        return discovery
    }

    private mutating func serviceType(_ setting: Setting) -> BrowsableType? {
        guard let text = text(setting, "a service type, as in _http._tcp") else { return nil }
        return value(setting) { () throws(SettingsError) in
            do {
                return try BrowsableType(text)
            } catch {
                throw SettingsError("is not valid: \(error)")
            }
        }
    }
}
